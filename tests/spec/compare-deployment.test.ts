import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import type { Comparison } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import { dict } from '#contract/system/dict.ts'
import { workStart } from '#contract/work/work-start.ts'
import { deployDefinition, type Files, type FormFields, sendDefinitions, withChanges } from '../support/definitions.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readHostile, readLeave } from '../support/process-files.ts'
import { createStaff } from '../support/scenario.ts'

/** What a deployment would change, before it is made. */

let platform: Platform
let admin: Caller
let staff: Caller & { id: string }

const longer = () => withChanges(readLeave(), ['days > 3', 'days > 5'], ['name="上级审批"', 'name="分管领导审批"'])

const compare = (by: Caller, files: Files, fields: FormFields = {}) =>
  sendDefinitions<readonly Comparison[]>(by, flowManager.calls.compareUpload as never, files, fields)
const lines = (comparison: Comparison | undefined) =>
  comparison?.differences.map(({ kind, group, name }) => `${kind} ${group} ${name}`)
const versionsOfLeave = async () => {
  const { records } = await admin.get(flowManager.calls.list, { key: 'leave', size: 50 })
  return admin.get(flowManager.calls.versions, { processId: records[0]?.id ?? '' })
}

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  staff = await createStaff(platform, 'city')
  const approver = await createStaff(platform, 'boss')
  const { records } = await staff.get(workStart.calls.list, { mode: 1 })
  await staff.get(leave.calls.startProcess, {
    processDefinitionId: records.find(({ key }) => key === 'leave')?.id ?? '',
    ...{ taskUser: approver.id, startTime: '2026-11-02 09:00:00', endTime: '2026-11-04 18:00:00', reason: '探亲' },
  })
})

describe('a comparison before a deployment', () => {
  test('names what changes and how many instances stay, and stores nothing', async () => {
    const { data } = await compare(admin, { leave: longer() })
    expect(data).toMatchObject([
      { key: 'leave', tenantId: '', current: { version: 1 }, staying: [{ version: 1, running: 1 }] },
    ])
    expect(lines(data[0])).toEqual([
      'changed task 分管领导审批',
      'changed flow 同意且超过3天 (部门意见 → 分管领导审批)',
    ])
    expect(data[0]?.differences[0]?.changes).toEqual([{ property: 'name', before: '上级审批', after: '分管领导审批' }])
    expect(await versionsOfLeave()).toMatchObject([{ version: 1, running: 1 }])
  })

  test('is made for each file and tenant, of which each has versions of its own', async () => {
    const files = { leave: longer(), other: readLeave().replaceAll('"leave"', '"other"') }
    const { data } = await compare(admin, files, { tenantIds: '000000' })
    expect(data.map(({ key, tenantId, current }) => [key, tenantId, current])).toEqual([
      ['leave', '000000', null],
      ['other', '000000', null],
    ])
    const unknown = await compare(admin, files, { tenantIds: '999999' })
    expect([unknown.code, unknown.faults[0]?.at]).toEqual([400, 'tenantIds'])
  })

  test('warns of people, roles and forms that do not exist, and refuses nothing', async () => {
    const clerk = await createStaff(platform, 'city')
    await platform.db.updateTable('user').set({ status: -1 }).where('id', '=', clerk.id).execute()
    const role = { tenantId: '000000', roleName: '空角色', roleAlias: 'empty_role', sort: 9, parentId: '0' }
    await platform.db.insertInto('role').values(role).execute()
    const xml = withChanges(
      readLeave(),
      [
        'candidateGroups="boss"',
        `candidateGroups="boss, nobody,empty_role" flowable:candidateUsers="${clerk.id},1,zhang,${staff.id}"`,
      ],
      ['id="leave"', 'id="trip"'],
      ['bpmnElement="leave"', 'bpmnElement="trip"'],
    )
    const { data } = await compare(admin, { trip: xml }, { category: 'flow_1' })
    const warnings = data[0]?.warnings ?? []
    expect(warnings.map(({ elementId }) => elementId)).toEqual(Array(5).fill('leaderApproval'))
    const [noRole, emptyRole, disabled, unknown, noId] = warnings.map(({ text }) => text)
    const [form] = (await compare(admin, { trip: xml }, { category: 'flow_4' })).data[0]?.warnings ?? []
    expect(form?.text).toContain(
      '流程“请假流程”（trip）没有对应的办理表单，部署后不会出现在“发起事务”中。请选择有事项表单的流程类型',
    )
    expect(noRole).toContain(
      '用户任务“上级审批”（leaderApproval）的候选组“nobody”：租户 000000 没有别名为“nobody”的角色',
    )
    expect(emptyRole).toContain('的候选组“empty_role”：租户 000000 没有担任该角色的可用账号')
    expect(disabled).toMatch(new RegExp(`的候选人“${clerk.id}”（.+）未启用或已停用`))
    expect(unknown).toContain('的候选人“1”：租户 000000 没有该账号')
    expect(noId).toContain('的候选人“zhang”不是账号编号')
    expect(await deployDefinition(admin, 'trip', xml)).not.toBe('')
  })

  test('warns of nothing in a sound file, whose form is found by its key under another type too', async () => {
    const parentId = (await admin.get(dict.calls.parentList, { code: 'flow' } as never)).records[0]?.id ?? ''
    await admin.get(dict.calls.submit, { code: 'flow', dictKey: '9', dictValue: '其他', sort: 9, parentId })
    for (const category of ['flow_1', 'flow_9'])
      expect((await compare(admin, { leave: readLeave() }, { category })).data[0]?.warnings).toEqual([])
    expect((await compare(admin, { leave: readLeave() }, { category: 'flow_77' })).faults[0]?.at).toBe('category')
  })

  test('of a model compares its saved drawing', async () => {
    const { id } = await admin.get(flowModel.calls.submit, { modelEditorXml: longer() })
    const { data } = await compare(admin, {}, { modelId: id })
    expect(data).toMatchObject([{ fileName: 'leave.bpmn20.xml', current: { version: 1 } }])
    expect(lines(data[0])).toHaveLength(2)
    for (const modelId of ['1', '1 or 1=1']) expect((await compare(admin, {}, { modelId })).code).toBe(404)
  })

  test('refuses a file with the words of a deployment', async () => {
    const files = { leave: readHostile('script-task') }
    const refusal = await compare(admin, files)
    const fields = { category: 'flow_1' }
    expect(refusal).toEqual(await sendDefinitions(admin, flowManager.calls.deployUpload as never, files, fields))
    expect([refusal.code, refusal.faults.length > 0]).toEqual([400, true])
    expect((await compare(admin, {})).msg).toBe('请选择要部署的流程文件')
  })

  test('needs the permission to deploy', async () => {
    expect((await compare(staff, { leave: longer() })).code).toBe(403)
    expect((await staff.ask(flowManager.calls.versions, { processId: '1' })).code).toBe(403)
    expect((await staff.ask(flowManager.calls.compareVersions, { beforeId: '1', afterId: '1' })).code).toBe(403)
  })

  test('can be made of two versions afterwards', async () => {
    await deployDefinition(admin, 'leave', longer())
    const [after, before] = await versionsOfLeave()
    expect([after?.running, before?.running]).toEqual([0, 1])
    const input = { beforeId: before?.id ?? '', afterId: after?.id ?? '' }
    const differences = await admin.get(flowManager.calls.compareVersions, input)
    expect(differences.map(({ id }) => id)).toEqual(['leaderApproval', 'toLeader'])
    expect((await admin.ask(flowManager.calls.compareVersions, { ...input, beforeId: '1' })).code).toBe(404)
  })
})

describe('before a removal', () => {
  const previewOf = async (tenantId: string) => {
    const { records } = await admin.get(flowManager.calls.list, { key: 'leave', size: 50 })
    const deploymentId = records.find((row) => row.key === 'leave' && row.tenantId === tenantId)?.deploymentId ?? ''
    return { deploymentId, preview: await admin.get(flowManager.calls.previewRemoval, { deploymentId }) }
  }

  test('an administrator learns which version becomes current, and what runs on which', async () => {
    const { deploymentId, preview } = await previewOf('')
    const next = { version: 1, isCommon: false, isSuspended: false }
    expect(preview).toEqual({ version: 2, next, running: 0, runningElsewhere: 1 })
    expect((await staff.ask(flowManager.calls.previewRemoval, { deploymentId })).code).toBe(403)
    await admin.get(flowManager.calls.deleteDeployment, { deploymentIds: deploymentId })
    expect(await versionsOfLeave()).toMatchObject([{ version: 1, running: 1 }])
    expect((await previewOf('')).preview).toEqual({ version: 1, next: null, running: 1, runningElsewhere: 0 })
    expect((await admin.ask(flowManager.calls.previewRemoval, { deploymentId })).code).toBe(404)
  })

  test('a tenant’s own process is followed by the common one', async () => {
    await deployDefinition(admin, 'leave', readLeave(), { tenantIds: '000000' })
    const next = { version: 1, isCommon: true, isSuspended: false }
    expect((await previewOf('000000')).preview).toEqual({ version: 1, next, running: 0, runningElsewhere: 0 })
    const common = (await admin.get(flowManager.calls.list, { key: 'leave', size: 50 })).records.find(
      (row) => row.key === 'leave' && row.tenantId === '',
    )
    await admin.get(flowManager.calls.changeState, { processId: common?.id ?? '', state: 'suspend' })
    expect((await previewOf('000000')).preview.next).toEqual({ ...next, isSuspended: true })
  })
})
