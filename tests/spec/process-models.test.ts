import { beforeAll, describe, expect, test } from 'vitest'
import type { Comparison } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { workStart } from '#contract/work/work-start.ts'
import { sendDefinitions } from '../support/definitions.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  expression,
  hostileNames,
  processNames,
  readHostile,
  readLeave,
  readProcess,
} from '../support/process-files.ts'
import { createStaff } from '../support/scenario.ts'

/** Models, deployment, and the states of deployed processes. */

let platform: Platform
let admin: Caller

/** A process like that for leave, under another key and name. */
const processNamed = (key: string, name = key) =>
  readLeave().replaceAll('"leave"', `"${key}"`).replaceAll('name="请假流程"', `name="${name}"`)

const upload = async (
  by: Caller,
  files: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
) => {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name)
  for (const [name, value] of Object.entries({ category: 'flow_1', ...fields })) form.append(name, value)
  const response = await fetch(`${platform.url}${flowManager.calls.deployUpload.path}`, {
    method: 'POST',
    headers: { 'blade-auth': `bearer ${by.token}` },
    body: form,
  })
  return (await response.json()) as { code: number; msg: string; success: boolean }
}

const deployed = async (key: string) =>
  (await admin.get(flowManager.calls.list, { key, size: 50 })).records.filter((row) => row.key === key)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('a model', () => {
  test('takes key, name and description from its drawing, and counts its versions', async () => {
    const { id } = await admin.get(flowModel.calls.submit, { modelEditorXml: processNamed('trip', '出差申请') })
    const detail = await admin.get(flowModel.calls.detail, { id })
    expect(detail).toMatchObject({ modelKey: 'trip', name: '出差申请', version: 1, modelType: 0 })
    expect(detail.modelEditorXml).toContain('deptApproval')
    await admin.get(flowModel.calls.submit, { id, modelEditorXml: processNamed('trip', '因公出差') })
    const [row] = (await admin.get(flowModel.calls.list, { modelKey: 'trip' })).records
    expect(row).toMatchObject({ name: '因公出差', version: 2 })
    expect(row).not.toHaveProperty('modelEditorXml')
    expect(await admin.get(flowModel.calls.deploy, { modelId: id, category: 'flow_1' })).toBe(true)
    expect(await deployed('trip')).toMatchObject([{ version: 1, name: '因公出差', mode: 1, suspensionState: 1 }])
  })

  test('counts each of several saves at the same time', async () => {
    const { id } = await admin.get(flowModel.calls.submit, { modelEditorXml: processNamed('tripAgain', '再次出差') })
    const saves = [1, 2, 3, 4].map((n) => ({ id, modelEditorXml: processNamed('tripAgain', `第${n}次出差`) }))
    await Promise.all(saves.map((save) => admin.get(flowModel.calls.submit, save)))
    expect(await admin.get(flowModel.calls.detail, { id })).toMatchObject({ version: 5 })
  })

  test('takes a name or a description that the client has changed, also into its drawing', async () => {
    const drawing = processNamed('travel', '差旅申请')
    const { id, ...first } = await admin.get(flowModel.calls.submit, {
      ...{ name: '差旅 <新>', modelKey: 'other', description: '先审批\n后出行', modelEditorXml: drawing },
    })
    expect(first).toMatchObject({ name: '差旅 <新>', description: '先审批\n后出行', modelKey: 'travel' })
    const { modelEditorXml: stored, ...row } = await admin.get(flowModel.calls.detail, { id })
    expect(stored).toContain('name="差旅 &lt;新&gt;"')
    expect(stored).toContain('<documentation>先审批\n后出行</documentation>')
    expect(await admin.get(flowModel.calls.check, { modelEditorXml: stored })).toMatchObject({
      faults: [],
      xml: stored,
    })
    // a client that sends the row as it read it has not changed it: its drawing has another name
    const redrawn = processNamed('travel', '出差')
    const sentBack = await admin.get(flowModel.calls.submit, { ...row, modelEditorXml: redrawn } as never)
    expect(sentBack).toMatchObject({ name: '出差', description: expect.stringContaining('申请人提交'), version: 2 })
    expect((await admin.get(flowModel.calls.detail, { id })).modelEditorXml).toBe(redrawn)
    const renamed = await admin.get(flowModel.calls.submit, { id, name: '公务出差', modelEditorXml: redrawn })
    expect(renamed).toMatchObject({ name: '公务出差', version: 3 })
    expect(await admin.get(flowModel.calls.deploy, { modelId: id, category: 'flow_1' })).toBe(true)
    expect(await deployed('travel')).toMatchObject([{ name: '公务出差' }])
  })

  test('without a name in its drawing gets that of the client, or its key', async () => {
    const nameless = processNamed('nameless').replace(' name="nameless"', '')
    const named = await admin.get(flowModel.calls.submit, { name: '由表单命名', modelEditorXml: nameless })
    expect((await admin.get(flowModel.calls.detail, { id: named.id })).modelEditorXml).toContain('name="由表单命名"')
    expect((await admin.get(flowModel.calls.submit, { name: ' ', modelEditorXml: nameless })).name).toBe('nameless')
  })

  test('is kept while it cannot be deployed, but not if it is no drawing', async () => {
    const unfinished = processNamed('unfinished').replace(` flowable:assignee="${expression('taskUser')}"`, '')
    const { id } = await admin.get(flowModel.calls.submit, { modelEditorXml: unfinished })
    const answer = await admin.ask(flowModel.calls.deploy, { modelId: id, category: 'flow_1' })
    expect([answer.code, answer.msg]).toEqual([400, expect.stringContaining('部门审批')])
    expect((await admin.ask(flowModel.calls.submit, { modelEditorXml: '<html/>' })).code).toBe(400)
    expect((await admin.ask(flowModel.calls.submit, {})).faults[0]?.msg).toBe('请绘制流程')
    const noCategory = await admin.ask(flowModel.calls.deploy, { modelId: id, category: 'flow_99' })
    expect(noCategory.code).toBe(400)
  })
})

describe('the check of a drawing', () => {
  test('finds nothing in a sound file, stores nothing, and is for those who may draw', async () => {
    // who can take the second task
    await createStaff(platform, 'boss')
    const before = (await admin.get(flowModel.calls.list, {})).total
    expect(await admin.get(flowModel.calls.check, { modelEditorXml: readLeave() })).toEqual({
      ...{ faults: [], warnings: [], changes: [], xml: readLeave() },
    })
    const unfinished = readLeave().replace(` flowable:assignee="${expression('taskUser')}"`, '')
    const english = await admin.ask(flowModel.calls.check, { modelEditorXml: unfinished }, { 'blade-language': 'en' })
    expect(english.data?.faults).toEqual([
      { at: 'deptApproval', msg: 'The user task “部门审批” (deptApproval) has no assignee and no candidates' },
    ])
    expect((await admin.get(flowModel.calls.list, {})).total).toBe(before)
    const attributes = Array.from({ length: 101 }, (_, i) => `a${i}="1"`).join(' ')
    const costly = readLeave().replace('<userTask', `<userTask ${attributes}`)
    const msg = '流程文件过于复杂：一个元素的属性不能超过 100 个，全部属性不能超过 8000 个'
    expect((await admin.get(flowModel.calls.check, { modelEditorXml: costly })).faults).toEqual([{ at: '', msg }])
    expect(await admin.ask(flowModel.calls.submit, { modelEditorXml: costly })).toMatchObject({ status: 400, msg })
    expect((await upload(admin, { 'a.bpmn20.xml': costly })).msg).toContain(msg)
    const clerk = await createStaff(platform, 'city')
    expect((await clerk.ask(flowModel.calls.check, { modelEditorXml: readLeave() })).code).toBe(403)
  })
})

describe('the check and the deployment of a definition', () => {
  const wrong = [
    readProcess('pool-with-lanes'),
    processNamed('nobody').replace('candidateGroups="boss"', 'candidateGroups="nobody,boss"'),
    processNamed('unset').replace('days > 3', 'day > 3'),
    readLeave().replace('<bpmndi:BPMNPlane', '<bpmndi:BPMNSurprise /><bpmndi:BPMNPlane'),
  ]
  test('say the same, of what is only shown, of people, of variables and of the drawing', async () => {
    for (const xml of [readLeave(), ...processNames.map(readProcess), ...wrong]) {
      const { faults, warnings } = await admin.get(flowModel.calls.check, { modelEditorXml: xml })
      const upload = await sendDefinitions<readonly Comparison[]>(
        ...[admin, flowManager.calls.compareUpload as never, { file: xml }, { category: '' }],
      )
      expect(upload.faults.map(({ msg }) => msg)).toEqual(faults.map(({ msg }) => msg))
      if (faults.length === 0) expect(upload.data[0]?.warnings).toEqual(warnings)
    }
  })

  test('say what is wrong once each, and convert what is written for another engine', async () => {
    const check = (modelEditorXml: string, convert = 0) => admin.get(flowModel.calls.check, { modelEditorXml, convert })
    for (const xml of wrong) expect((await check(xml)).warnings.length).toBeGreaterThan(0)
    const foreign = readLeave()
      .replaceAll('flowable:', 'activiti:')
      .replace('xmlns:flowable="http://flowable.org/bpmn"', 'xmlns:activiti="http://activiti.org/bpmn"')
    const before = await check(foreign)
    expect(before.faults.length).toBeGreaterThan(0)
    expect(before.changes).toEqual([expect.stringMatching(/^“activiti”的 \d+ 处设置改为“flowable”的写法$/)])
    expect(await check(foreign, 1)).toMatchObject({ faults: [], warnings: [], changes: [] })
    expect(await check('<a b="')).toMatchObject({ xml: null, changes: [], faults: [{ msg: expect.any(String) }] })
  })
})

describe('a deployment', () => {
  test('of a file makes the next version, of which lists show the latest', async () => {
    const file = { 'visit.bpmn20.xml': processNamed('visit', '来访登记') }
    expect((await upload(admin, file)).success).toBe(true)
    expect((await upload(admin, file)).success).toBe(true)
    expect(await deployed('visit')).toMatchObject([
      { version: 2, category: 'flow_1', categoryName: '请假流程', tenantId: '' },
    ])
  })

  test('is refused with a reason, and leaves nothing', async () => {
    expect((await upload(admin, { 'a.xml': processNamed('a') })).msg).toContain('.bpmn20.xml')
    expect((await upload(admin, { 'a.bpmn20.xml': processNamed('a') }, { category: '' })).msg).toBe('请选择流程类型')
    expect((await upload(admin, { 'a.bpmn20.xml': processNamed('a') }, { tenantIds: '999999' })).msg).toContain(
      '999999',
    )
    expect((await upload(admin, { 'a.bpmn20.xml': ' '.repeat(300_000) })).code).toBe(413)
    const mixed = { 'a.bpmn20.xml': processNamed('a'), 'b.bpmn20.xml': '<definitions/>' }
    expect((await upload(admin, mixed)).success).toBe(false)
    expect(await deployed('a')).toEqual([])
  })

  test.each(hostileNames)('of %s is refused', async (name) => {
    const before = (await admin.get(flowManager.calls.list, { size: 200 })).total
    const { success, msg } = await upload(admin, { [`${name}.bpmn20.xml`]: readHostile(name) })
    expect([success, msg.length > 10]).toEqual([false, true])
    expect((await admin.get(flowManager.calls.list, { size: 200 })).total).toBe(before)
    // the modeler says the same before anything is deployed
    const { faults } = await admin.get(flowModel.calls.check, { modelEditorXml: readHostile(name) })
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect(msg).toContain(fault.msg)
  })

  test('is for the administrators of the platform', async () => {
    const clerk = await createStaff(platform, 'city')
    expect((await upload(clerk, { 'c.bpmn20.xml': processNamed('c') })).code).toBe(403)
    expect((await clerk.ask(flowModel.calls.list, {})).code).toBe(403)
    expect((await clerk.ask(flowManager.calls.list, {})).code).toBe(403)
  })

  test('for one tenant is offered there only', async () => {
    const tenant = { tenantId: '110110', tenantName: '分平台', linkman: 'admin', accountNumber: -1, status: 1 as const }
    await platform.db.insertInto('tenant').values(tenant).execute()
    const fields = { tenantIds: tenant.tenantId }
    expect((await upload(admin, { 'own.bpmn20.xml': processNamed('leave', '本单位流程') }, fields)).success).toBe(true)
    const offered = (await admin.get(workStart.calls.list, { size: 100 })).records.map(({ name }) => name)
    expect(offered).toContain('请假流程')
    expect(offered).not.toContain('本单位流程')
    const row = (await deployed('leave')).find(({ tenantId }) => tenantId === tenant.tenantId)
    expect(row).toMatchObject({ mode: 2, name: '本单位流程' })
    const stranger = await createStaff(platform, 'city')
    expect((await stranger.ask(flowProcess.modelView, { processDefinitionId: row?.id })).code).toBe(404)
  })

  test('without a form for its key or its type is not offered', async () => {
    const files = { 'trip.bpmn20.xml': processNamed('business-trip', '出差流程') }
    await upload(admin, files, { category: 'flow_4' })
    expect(await deployed('business-trip')).toHaveLength(1)
    const offered = (await admin.get(workStart.calls.list, { size: 100 })).records.map(({ key }) => key)
    expect(offered).not.toContain('business-trip')
  })

  test('can be suspended, resumed and removed', async () => {
    await upload(admin, { 'pause.bpmn20.xml': processNamed('leave', '新版') })
    const ofAll = async () => (await deployed('leave')).find(({ mode }) => mode === 1)
    const row = await ofAll()
    expect(row?.name).toBe('新版')
    const processId = row?.id ?? ''
    const change = (state: 'active' | 'suspend') => admin.ask(flowManager.calls.changeState, { processId, state })
    expect((await change('suspend')).msg).toBe(`挂起ID为 [${processId}] 的流程成功`)
    const offered = async () =>
      (await admin.get(workStart.calls.list, { size: 100 })).records.some(({ name }) => name === '新版')
    expect(await offered()).toBe(false)
    expect((await change('suspend')).success).toBe(true)
    expect((await change('active')).msg).toBe(`激活ID为 [${processId}] 的流程成功`)
    expect(await offered()).toBe(true)
    expect((await admin.ask(flowManager.calls.changeState, { processId, state: null })).faults[0]?.msg).toBe(
      '请选择状态',
    )
    await admin.get(flowManager.calls.deleteDeployment, { deploymentIds: row?.deploymentId ?? '' })
    expect((await ofAll())?.name).toBe('请假流程')
  })
})
