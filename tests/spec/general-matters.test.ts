import { beforeAll, describe, expect, test } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { matterForm } from '#contract/flow/matter-form.ts'
import { dict } from '#contract/system/dict.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deployDefinition, sendDefinitions } from '../support/definitions.ts'
import { addForm, sealFields, sealProcess, startMatter } from '../support/general-matters.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { expression } from '../support/process-files.ts'
import { createClerk } from '../support/roles.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'
import { download, uploaderFor } from '../support/uploads.ts'

/** A matter whose form administrators have declared, from its form to the approval (docs/decisions/0162). */

let platform: Platform
let admin: Caller
let starter: Caller & { id: string }
let approver: Caller & { id: string }
let stranger: Caller
let boss: Caller
let form: Awaited<ReturnType<typeof addForm>>
let definitionId: string

const content = { reason: '采购合同', seal: '合同章', copies: 2 }

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  starter = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  stranger = await createStaff(platform, 'province_ca')
  boss = await createStaff(platform, 'boss')
  form = await addForm(admin, '用印申请', 'city')
  definitionId = await deployDefinition(admin, 'seal', sealProcess('seal'), { category: `flow_${form.categoryKey}` })
})

const start = (more: object = {}) =>
  startMatter(starter, definitionId, { title: '合同用印', taskUser: approver.id, ...content, ...more })
const show = (by: Caller, businessId: string) => by.get(generalMatter.calls.show, { businessId })
const stateOf = async (id: string) => (await show(starter, id)).matterState

const taskOf = async (by: Caller, businessId: string) =>
  (await by.get(workTodo.calls.list, { size: 50 })).records.find((row) => row.businessId === businessId)
const complete = async (by: Caller, businessId: string, flag: string) => {
  const task = await taskOf(by, businessId)
  const { taskId, processInstanceId } = task as NonNullable<typeof task>
  return by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: '已阅' })
}
const startable = async (by: Caller) =>
  (await by.get(workStart.calls.list, { size: 50 })).records.flatMap(({ key }) => (key === 'seal' ? [key] : []))

describe('the form of a type', () => {
  test('makes the type itself, and gives it its name', async () => {
    const types = await admin.get(dict.calls.dictionary, { code: 'flow' })
    expect(types.find(({ dictKey }) => dictKey === String(form.categoryKey))).toMatchObject({
      dictValue: '用印申请',
      remark: 'general',
    })
    expect(form).toMatchObject({ version: 1, fields: sealFields.map(({ code }) => expect.objectContaining({ code })) })
  })

  test('lets a process of any key start, for the roles it names', async () => {
    expect([await startable(starter), await startable(stranger)]).toEqual([['seal'], []])
    const refused = await stranger.ask(generalMatter.calls.form, { processDefinitionId: definitionId })
    expect(refused.status).toBe(403)
    expect(await starter.get(generalMatter.calls.form, { processDefinitionId: definitionId })).toMatchObject({
      formName: ['用印申请', '用印申请'],
      handlers: expect.arrayContaining(['taskUser']),
    })
  })

  test('says before a deployment which variables nothing sets', async () => {
    const check = async (category: string) => {
      const xml = sealProcess('seal')
      const answer = await sendDefinitions(admin, flowManager.calls.compareUpload as never, { seal: xml }, { category })
      return JSON.stringify(answer)
    }
    expect(await check(`flow_${form.categoryKey}`)).not.toMatch(/没有对应的办理表单|copies/)
    expect(await check('flow_3')).toMatch(/没有对应的办理表单/)
  })

  test('is refused with a fault at the field that is wrong', async () => {
    const row = {
      name: '采购申请',
      isOpen: 1,
      fields: [{ fieldName: '品目', kind: 'choice', options: '甲', isRequired: 1 }],
    }
    const answer = await admin.ask(matterForm.calls.submit, row as never)
    expect(answer.faults).toMatchObject([{ at: expect.stringMatching(/^fields\..+\.options$/) }])
    const reserved = { ...row, fields: [{ fieldName: '品目', kind: 'text', isRequired: 1, code: 'empty' }] }
    const { faults } = await admin.ask(matterForm.calls.submit, reserved as never)
    expect(faults).toMatchObject([
      { at: expect.stringMatching(/^fields\..+\.code$/), msg: expect.stringMatching('保留') },
    ])
  })
})

describe('a form that nothing uses', () => {
  test('is deleted with its type, and both come back', async () => {
    const { id, categoryKey } = await addForm(admin, '外出报备', 'city')
    const hasType = async () =>
      (await admin.get(dict.calls.dictionary, { code: 'flow' })).some(({ dictKey }) => dictKey === String(categoryKey))
    expect((await admin.ask(matterForm.calls.remove, { ids: id })).success).toBe(true)
    expect(await hasType()).toBe(false)
    expect((await admin.ask(matterForm.calls.restore, { ids: id })).success).toBe(true)
    expect(await hasType()).toBe(true)
  })

  test('gets a key that no other type has, also when several are made at once', async () => {
    const forms = await Promise.all(['甲', '乙', '丙'].map((name) => addForm(admin, `${name}事项`, 'city')))
    expect(new Set(forms.map(({ categoryKey }) => categoryKey)).size).toBe(3)
  })

  test('is made and changed by those who may, and only on the platform', async () => {
    const row = { name: '请示报告', isOpen: 1, fields: sealFields }
    expect((await starter.ask(matterForm.calls.submit, row as never)).status).toBe(403)
    expect((await admin.ask(matterForm.calls.submit, { ...row, name: '用印申请' } as never)).faults).toMatchObject([
      { at: 'name' },
    ])
  })
})

describe('a matter', () => {
  test('is refused with faults at its fields', async () => {
    const ask = (more: object) =>
      starter.ask(generalMatter.calls.startProcess, {
        processDefinitionId: definitionId,
        title: '合同用印',
        taskUser: approver.id,
        content: JSON.stringify({ ...content, ...more }),
      })
    const enterprise = await createEnterprise(platform)
    const { id } = await platform.db
      .selectFrom('user')
      .select('id')
      .where('account', '=', enterprise.account)
      .executeTakeFirstOrThrow()
    const at = async (more: object) => (await ask(more)).faults.map((fault) => fault.at)
    expect(await at({ reason: null, seal: '私章', copies: 'x' })).toEqual(['reason', 'seal', 'copies'])
    expect(await at({ clerk: id })).toEqual(['clerk'])
    expect(await at({ papers: '1999999999999999999' })).toEqual(['papers'])
    const { records } = await starter.get(generalMatter.calls.list, {})
    expect(records).toEqual([])
  })

  test('is approved by the person its starter names, and read by both and nobody else', async () => {
    const { data } = await uploaderFor(starter)('合同.pdf', pdfOf('合同'))
    const paper = data.attachId
    const id = await start({ clerk: approver.id, papers: paper })
    expect(await show(approver, id)).toMatchObject({
      content: { ...content, clerkName: 'province_miit', papers: paper },
    })
    const refused = await stranger.ask(generalMatter.calls.show, { businessId: id })
    expect([refused.status, refused.msg]).toEqual([403, '该事项仅发起人和办理人可以查看'])
    expect([(await download(approver, paper)).status, (await download(stranger, paper)).status]).toEqual([200, 404])
    const sent = (await starter.get(workSend.calls.list, { size: 50 })).records
    expect(sent.find(({ businessId }) => businessId === id)?.subject).toBe('合同用印')
    expect((await complete(approver, id, 'ok')).success).toBe(true)
    expect(await stateOf(id)).toBe('approved')
  })

  test('is decided by the values of its fields', async () => {
    const id = await start({ copies: 4 })
    await complete(approver, id, 'ok')
    expect([await stateOf(id), (await show(boss, id)).content.copies]).toEqual(['running', 4])
  })

  test('that was returned is corrected by its starter; what it was before stays with it', async () => {
    const id = await start({ copies: 9 })
    await complete(approver, id, 'no')
    const correct = (by: Caller, more: object) =>
      by.ask(generalMatter.calls.correct, { id, title: '合同用印', content: JSON.stringify({ ...content, ...more }) })
    expect((await correct(stranger, {})).status).toBe(404)
    expect((await correct(starter, { seal: '' })).faults.map(({ at }) => at)).toEqual(['seal'])
    expect((await correct(starter, { copies: 9 })).success).toBe(true)
    expect((await show(starter, id)).earlier).toEqual([])
    expect((await correct(starter, { copies: 5 })).success).toBe(true)
    expect((await correct(starter, { copies: 1 })).success).toBe(true)
    await complete(starter, id, 'ok')
    expect(await show(approver, id)).toMatchObject({ content: { copies: 1 }, earlier: [{ content: { copies: 9 } }] })
    expect((await show(approver, id)).earlier).toHaveLength(1)
    await complete(approver, id, 'ok')
    expect(await stateOf(id)).toBe('approved')
    expect((await correct(starter, { copies: 2 })).status).toBe(409)
  })

  test('that its starter does not send again is withdrawn', async () => {
    const id = await start()
    await complete(approver, id, 'no')
    await complete(starter, id, 'no')
    expect(await stateOf(id)).toBe('cancelled')
  })
})

describe('the end of a matter', () => {
  /** One task for the person of a field, and the end whatever they say. */
  const oneTask = (
    key: string,
    handler: string,
    candidates = '',
  ) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn"><process id="${key}" name="${key}">
    <startEvent id="start" /><userTask id="task" name="审批" flowable:assignee="${handler}"${candidates} /><endEvent id="end" />
    <sequenceFlow id="a" sourceRef="start" targetRef="task" /><sequenceFlow id="b" sourceRef="task" targetRef="end" />
    </process></definitions>`
  let byClerk: string

  beforeAll(async () => {
    const category = `flow_${form.categoryKey}`
    byClerk = await deployDefinition(admin, 'clerk', oneTask('clerk', expression('clerk')), { category })
  })

  const ask = (clerk: string | null) =>
    starter.ask(generalMatter.calls.startProcess, {
      processDefinitionId: byClerk,
      title: '经手人审批',
      content: JSON.stringify({ ...content, clerk }),
    })
  const latest = async () => (await starter.get(generalMatter.calls.list, { size: 1, descs: 'id' })).records[0]

  test('names everybody who handles a task by a variable, assignee or candidate', async () => {
    const category = `flow_${form.categoryKey}`
    const candidates = ` flowable:candidateUsers="${expression('taskUser')}"`
    const xml = oneTask('both', expression('clerk'), candidates)
    const processDefinitionId = await deployDefinition(admin, 'both', xml, { category })
    expect((await starter.get(generalMatter.calls.form, { processDefinitionId })).handlers).toEqual([
      'clerk',
      'taskUser',
    ])
  })

  test('a person whose field handles the task must be able to, and is not the starter', async () => {
    expect(await starter.get(generalMatter.calls.form, { processDefinitionId: byClerk })).toMatchObject({
      handlers: ['clerk'],
    })
    const nobody = await createClerk(platform, 'without_tasks')
    expect((await ask(nobody.id)).faults.map(({ at }) => at)).toEqual(['clerk'])
    expect((await ask(starter.id)).faults.map(({ at }) => at)).toEqual(['clerk'])
    expect((await ask(approver.id)).success).toBe(true)
  })

  test('is 未批准 if its last handler refuses, 已撤销 by its starter, 已终止 by an administrator', async () => {
    const refused = String((await latest())?.id)
    await complete(approver, refused, 'no')
    const states = [await stateOf(refused)]
    for (const end of ['withdraw', 'end'] as const) {
      await ask(approver.id)
      const { id, processInstanceId } = (await latest()) ?? {}
      const reason = { processInstanceId: String(processInstanceId) }
      if (end === 'withdraw') await starter.get(workSend.calls.withdraw, { ...reason, reason: '不再需要' })
      else await admin.get(flowFollow.calls.deleteProcessInstance, { ...reason, deleteReason: '重复' })
      states.push(await stateOf(String(id)))
    }
    expect(states).toEqual(['refused', 'cancelled', 'ended'])
  })
})

describe('a changed form', () => {
  const change = (more: object) => admin.ask(matterForm.calls.submit, { id: form.id, ...more } as never)

  test('is a new version: running matters keep the fields with which they were started', async () => {
    const id = await start()
    const fields = [...sealFields.slice(0, 3), { fieldName: '用途', kind: 'longText', isRequired: 1, code: 'purpose' }]
    expect((await change({ fields })).success).toBe(true)
    expect((await show(starter, id)).fields).toHaveLength(sealFields.length)
    const { fields: now } = await starter.get(generalMatter.calls.form, { processDefinitionId: definitionId })
    expect(now.map(({ code }) => code)).toEqual(['reason', 'seal', 'copies', 'purpose'])
    const { version } = await starter.get(generalMatter.calls.form, { processDefinitionId: definitionId })
    const sent = { processDefinitionId: definitionId, title: '合同用印', taskUser: approver.id, content: '{}' }
    const older = await starter.ask(generalMatter.calls.startProcess, { ...sent, version: version - 1 })
    expect([older.status, older.msg]).toEqual([409, expect.stringMatching('表单已更新')])
    const again = [...sealFields.slice(0, 3), { fieldName: '经手人', kind: 'text', isRequired: 0, code: 'clerk' }]
    expect((await change({ fields: again })).faults).toMatchObject([{ at: expect.stringMatching(/code$/) }])
  })

  test('gives its type the new name', async () => {
    await change({ name: '印章使用申请' })
    const types = await admin.get(dict.calls.dictionary, { code: 'flow' })
    expect(types.find(({ dictKey }) => dictKey === String(form.categoryKey))?.dictValue).toBe('印章使用申请')
  })

  test('can be closed, and not removed while matters use it', async () => {
    expect((await admin.ask(matterForm.calls.remove, { ids: form.id })).msg).toMatch(/请将“允许发起”改为“否”/)
    await change({ isOpen: 0 })
    expect(await startable(starter)).toEqual([])
    const refused = await starter.ask(generalMatter.calls.form, { processDefinitionId: definitionId })
    expect(refused.status).toBe(403)
  })
})
