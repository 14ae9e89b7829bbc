import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { platformHealth } from '#contract/desk/platform-health.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { messages } from '#contract/inbox/message.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { expression, readLeave } from '../support/process-files.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** Forms with process files, in every shape that clients send them. */

let platform: Platform
let admin: Caller

const processNamed = (key: string) => readLeave().replaceAll('"leave"', `"${key}"`)

interface Part {
  readonly name: string
  readonly value: string | Uint8Array
  /** Only files have one. */
  readonly file?: string
}

const field = (name: string, value: string): Part => ({ name, value })
const file = (key: string, value: string | Uint8Array = processNamed(key)): Part => ({
  name: 'files',
  value,
  file: `${key}.bpmn20.xml`,
})

const send = async (path: string, parts: readonly Part[], by = admin) => {
  const form = new FormData()
  for (const part of parts) {
    if (part.file) form.append(part.name, new Blob([part.value as BlobPart]), part.file)
    else form.append(part.name, String(part.value))
  }
  const headers = { 'blade-auth': `bearer ${by.token}` }
  const response = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: form })
  return (await response.json()) as { code: number; msg: string; data: unknown }
}

const deploy = (...parts: Part[]) => send(flowManager.calls.deployUpload.path, parts)
const check = (name: string, value: string | Uint8Array = processNamed('x')) =>
  send(flowManager.calls.checkUpload.path, [{ name: 'file', value, file: name }])
const keys = async () => (await admin.get(flowManager.calls.list, { size: 200 })).records.map(({ key }) => key)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('whoever deploys a process', () => {
  test('names nobody beyond the version in use but themselves and roles that they have', async () => {
    const clerk = await createClerk(platform, 'deployer', { codes: ['flow', 'flow_deploy', 'flow_manager'] })
    const { path } = flowManager.calls.deployUpload
    const deployAs = (by: Caller, xml: string) => send(path, [field('category', 'flow_1'), file('named', xml)], by)
    const drawn = processNamed('named')
    const to = (groups: string, more = '') =>
      drawn.replace('candidateGroups="boss"', `candidateGroups="${groups}"${more}`)
    const first = await deployAs(clerk, drawn)
    expect([first.code, first.msg]).toEqual([403, expect.stringContaining('boss')])
    expect(await keys()).not.toContain('named')
    expect((await deployAs(admin, drawn)).code).toBe(200)
    // what is in use may be deployed again, and with one's own role and oneself
    expect((await deployAs(clerk, drawn)).code).toBe(200)
    expect((await deployAs(clerk, to('boss,deployer', ` flowable:candidateUsers="${clerk.id}"`))).code).toBe(200)
    const others = ['boss,city', expression("'city'"), 'boss" flowable:candidateUsers="1']
    for (const groups of others) expect([groups, (await deployAs(clerk, to(groups))).code]).toEqual([groups, 403])
    const given = drawn.replace(`flowable:assignee="${expression('taskUser')}"`, 'flowable:assignee="1"')
    expect((await deployAs(clerk, given)).code).toBe(403)
    const [row] = (await admin.get(flowManager.calls.list, { key: 'named' })).records
    expect(row?.version).toBe(3)
  })
})

describe('an upload of process files', () => {
  test.each([
    ['with its fields first', [field('category', 'flow_1'), file('first')], 'first'],
    ['with its fields last', [file('last'), field('category', 'flow_1'), field('tenantIds', '')], 'last'],
    [
      'with a path in the name of the file',
      [field('category', 'flow_1'), { ...file('path'), file: 'C:\\a\\b.bpmn20.xml' }],
      'path',
    ],
    ['under the name of one file', [field('category', 'flow_1'), { ...file('single'), name: 'file' }], 'single'],
    [
      'with a mark of its encoding',
      [field('category', 'flow_1'), file('mark', `\uFEFF${processNamed('mark')}`)],
      'mark',
    ],
  ] as const)('%s is deployed', async (_name, parts, key) => {
    expect(await deploy(...parts)).toMatchObject({ code: 200, data: true })
    expect(await keys()).toContain(key)
  })

  test('of several files deploys all of them, or none', async () => {
    expect((await deploy(field('category', 'flow_1'), file('a1'), file('a2'))).code).toBe(200)
    expect(await keys()).toEqual(expect.arrayContaining(['a1', 'a2']))
    const broken = file('b2', processNamed('b2').replace(` flowable:assignee="${expression('taskUser')}"`, ''))
    const answer = await deploy(field('category', 'flow_1'), file('b1'), broken)
    expect([answer.code, answer.msg]).toEqual([400, expect.stringMatching(/^文件“b2\.bpmn20\.xml”：.*部门审批/s)])
    expect(await keys()).not.toContain('b1')
  })

  test.each([
    ['without files', [field('category', 'flow_1')], '请选择要部署的流程文件'],
    ['without a type', [file('c1')], '请选择流程类型'],
    ['with a type that does not exist', [field('category', 'flow_77'), file('c2')], '流程类型不存在'],
    ['with a file of another name', [field('category', 'flow_1'), { ...file('c3'), file: 'c3.xml' }], 'c3.xml'],
  ] as const)('%s is refused with a sentence', async (_name, parts, words) => {
    const answer = await deploy(...parts)
    expect([answer.code, answer.msg]).toEqual([400, expect.stringContaining(words)])
  })

  test('of two versions of one process, or of too many files, is refused and deploys nothing', async () => {
    const twice = await deploy(field('category', 'flow_1'), file('e1'), { ...file('e1'), file: 'again.bpmn20.xml' })
    expect([twice.code, twice.msg]).toEqual([400, expect.stringContaining('e1.bpmn20.xml、again.bpmn20.xml')])
    const many = Array.from({ length: 21 }, (_, i) => file(`f${i}`))
    expect(await deploy(field('category', 'flow_1'), ...many)).toMatchObject({
      code: 413,
      msg: '一次最多部署 20 个流程文件',
    })
    expect(await keys()).toEqual(expect.not.arrayContaining(['e1', 'f0']))
  })

  test('that is not UTF-8 or too large is refused', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode(processNamed('d1')), 0xff, 0xfe])
    const alone = await deploy(field('category', 'flow_1'), file('d1', latin))
    expect([alone.code, alone.msg]).toEqual([400, '流程文件的编码应为 UTF-8'])
    const among = await deploy(field('category', 'flow_1'), file('d0'), file('d1', latin))
    expect(among.msg).toBe('文件“d1.bpmn20.xml”：流程文件的编码应为 UTF-8')
    const empty = await deploy(field('category', 'flow_1'), file('d3', ''))
    expect([empty.code, empty.msg]).toEqual([400, '流程文件是空文件'])
    const large = `${processNamed('d2')}<!--${'x'.repeat(262_144)}-->`
    expect((await deploy(field('category', 'flow_1'), file('d2', large))).code).toBe(413)
    expect(await keys()).toEqual(expect.not.arrayContaining(['d1', 'd2']))
  })

  test('can be checked before: by its name', async () => {
    expect((await check('leave.bpmn20.xml')).data).toEqual({ name: 'leave.bpmn20.xml', success: true })
    expect((await check('LEAVE.BPMN20.XML')).data).toMatchObject({ success: true })
    expect((await check('leave.bpmn')).data).toEqual({ name: 'leave.bpmn', success: false })
  })

  test('can be checked before: by its content, with the faults that would keep it from being deployed', async () => {
    const whole = processNamed('checked')
    const wrong = whole.replace(` flowable:assignee="${expression('taskUser')}"`, '')
    for (const content of [whole.slice(0, whole.length / 2), wrong]) {
      const checked = await check('checked.bpmn20.xml', content)
      const deployed = await deploy(field('category', 'flow_1'), file('checked', content))
      expect(checked.code).toBe(400)
      expect(checked).toEqual(deployed)
    }
    expect((await check('checked.bpmn20.xml', wrong)).data).toMatchObject({ faults: [{ at: 'deptApproval' }] })
    expect(await keys()).not.toContain('checked')
  })

  const nul = '流程文件含有空字符（NUL），请另存为 UTF-8 编码的文本文件'

  test.each([
    ['empty', '', '流程文件是空文件'],
    ['only blanks', ' \n', '流程文件是空文件'],
    ['text with a NUL', processNamed('nul').replace('请假', '请\u0000假'), nul],
    ['text in another encoding', new Uint8Array(Buffer.from('<?xml version="1.0"?>', 'utf16le')), nul],
  ] as const)('is refused by the check and by the deployment alike if it is %s', async (_name, value, words) => {
    const checked = await check('a.bpmn20.xml', value)
    const deployed = await deploy(field('category', 'flow_1'), file('nul', value))
    expect([checked.code, checked.msg, deployed.code, deployed.msg]).toEqual([400, words, 400, words])
  })
})

describe('a definition whose fault appears only when it runs', () => {
  const flow = (id: string, from: string, to: string, condition = '') =>
    `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
      condition
        ? `<conditionExpression xsi:type="tFormalExpression">${expression(condition)}</conditionExpression>`
        : ''
    }</sequenceFlow>`
  const approver = `flowable:assignee="${expression('taskUser')}"`
  const leaveWith = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
      <process id="leave" name="请假流程" isExecutable="true"><startEvent id="s" />${body}<endEvent id="e" /></process>
    </definitions>`
  const task = (attributes = approver, inside = '') =>
    `<userTask id="t" name="审批" ${attributes}>${inside}</userTask>${flow('f1', 's', 't')}`
  /** A choice after the approval, between two conditions. */
  const choice = (first: string, second: string) =>
    leaveWith(
      `${task()}<exclusiveGateway id="g" name="部门意见" />${flow('f2', 't', 'g')}${flow('f3', 'g', 'e', first)}
        <endEvent id="e2" />${flow('f4', 'g', 'e2', second)}`,
    )
  const list = 'isSequential="false"'
  const many = `<multiInstanceLoopCharacteristics ${list} flowable:collection="${expression('days')}" flowable:elementVariable="one" />`
  const second = `<userTask id="m" name="会签" ${approver}>${many}</userTask>${flow('f2', 't', 'm')}${flow('f3', 'm', 'e')}`

  test.each([
    ['no condition is true', choice('!pass', 'days > 99'), '部门意见'],
    ['a variable is not set', choice('dayss > 3', '!pass'), 'dayss'],
    ['a member of a text is read', choice('taskUser.name == 1', '!pass'), 'taskUser'],
    ['the only flow has a condition', leaveWith(`${task()}${flow('f2', 't', 'e', '!pass')}`), ''],
    ['a list is none', leaveWith(`${task()}${second}`), ''],
    [
      'nobody is named',
      leaveWith(`${task()}<userTask id="n" name="复核" flowable:assignee="${expression('nobody')}" />
      ${flow('f2', 't', 'n')}${flow('f3', 'n', 'e')}`),
      'nobody',
    ],
  ])('is told where it is met, listed and reported: %s', async (_, xml, named) => {
    const [applicant, chief] = [await createStaff(platform, 'city'), await createStaff(platform, 'province_miit')]
    expect((await deploy(field('category', 'flow_1'), file('leave', xml))).code).toBe(200)
    const [definition] = (await admin.get(flowManager.calls.list, { key: 'leave' })).records
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: String(definition?.id), taskUser: chief.id, reason: '探亲', ...period }
    await requestLeave(applicant, input)
    const [open] = (await chief.get(workTodo.calls.list, {})).records
    const decision = { taskId: String(open?.taskId), flag: 'ok', comment: '同意' }
    await platform.db.deleteFrom('message').execute()
    for (const _again of [1, 2]) {
      const { code, msg } = await chief.ask(workTodo.calls.completeTask, decision)
      expect([code, msg]).toEqual([409, expect.stringContaining('流程图有误，请联系管理员；您的意见未提交')])
      expect(msg).toContain(named)
    }
    expect((await chief.get(workTodo.calls.list, {})).total).toBe(1)
    const faulty = async () => (await admin.get(flowFollow.calls.list, { fault_notnull: 1 } as object)).records
    const [listed] = await faulty()
    expect(listed?.fault).toContain(named)
    expect((await admin.get(platformHealth.read)).faultyProcesses).toBe(1)
    const told = (await admin.get(messages.list, {})).records
    expect(told.map(({ title, link }) => [title, link])).toEqual([
      ['流程“请假流程”无法继续', `/flow/follow?processInstanceId=${listed?.processInstanceId}`],
    ])
    const end = { processInstanceId: String(listed?.processInstanceId), deleteReason: '流程图有误' }
    await admin.get(flowFollow.calls.deleteProcessInstance, end)
    expect([await faulty(), (await admin.get(platformHealth.read)).faultyProcesses]).toEqual([[], 0])
  })

  test('says of a request that it was not sent, and starts nothing', async () => {
    const applicant = await createStaff(platform, 'city')
    const chief = await createStaff(platform, 'province_miit')
    const nobody = `flowable:assignee="${expression('nobody')}"`
    const xml = leaveWith(`${task(nobody)}${flow('f2', 't', 'e')}`)
    expect((await deploy(field('category', 'flow_1'), file('leave', xml))).code).toBe(200)
    const [definition] = (await admin.get(flowManager.calls.list, { key: 'leave' })).records
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: String(definition?.id), taskUser: chief.id, reason: '探亲', ...period }
    const { code, msg } = await applicant.ask(leave.calls.startProcess, input)
    expect([code, msg]).toEqual([409, expect.stringContaining('流程图有误，请联系管理员；申请未提交')])
    expect((await applicant.get(leave.calls.list, {})).total).toBe(0)
    const [told] = (await admin.get(messages.list, { size: 1 })).records
    expect(told?.title).toBe('流程“请假流程”无法发起')
  })
})
