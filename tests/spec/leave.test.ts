import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { nextSteps } from '#contract/flow/outline.ts'
import { messages } from '#contract/inbox/message.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { deployDefinition } from '../support/definitions.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readLeave } from '../support/process-files.ts'
import { createClerk } from '../support/roles.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'

/** A request for leave through its process, as its applicant, its approver and the head see it. */

let platform: Platform
let applicant: Caller
let approver: Caller
let head: Caller
let stranger: Caller
let approverId: string
let applicantId: string
let definitionId: string

const { todo, done, send, claim } = {
  todo: async (by: Caller) => (await by.get(workTodo.calls.list, { size: 50 })).records,
  done: async (by: Caller) => (await by.get(workDone.calls.list, { size: 50 })).records,
  send: async (by: Caller) => (await by.get(workSend.calls.list, { size: 50 })).records,
  claim: async (by: Caller) => (await by.get(workClaim.calls.list, { size: 50 })).records,
}

/** A leave from Monday, 2 November 2026; resolves to the id of the request. */
const request = (lastDay: string, reason = '探亲') =>
  requestLeave(applicant, {
    processDefinitionId: definitionId,
    taskUser: approverId,
    startTime: '2026-11-02 09:00:00',
    endTime: `${lastDay} 18:00:00`,
    reason,
  })

const idOf = async (account: string) =>
  (await platform.db.selectFrom('user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id

const taskOf = async (by: Caller, businessId: string) => {
  const task = (await todo(by)).find((row) => row.businessId === businessId)
  if (!task?.taskId) throw new Error('There is no such task.')
  return task
}

const complete = async (by: Caller, businessId: string, flag: string, comment = '已阅') => {
  const { taskId, processInstanceId } = await taskOf(by, businessId)
  return by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment })
}

const instanceOf = async (id: string) =>
  (await send(applicant)).find(({ businessId }) => businessId === id)?.processInstanceId ?? ''

beforeAll(async () => {
  platform = await openPlatform()
  const person = await createStaff(platform, 'city')
  applicant = person
  applicantId = person.id
  const approvers = await createStaff(platform, 'province_miit')
  approver = approvers
  approverId = approvers.id
  head = await createStaff(platform, 'boss')
  stranger = await createStaff(platform, 'province_ca')
  const { records } = await applicant.get(workStart.calls.list, { mode: 1 })
  definitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
})

describe('a process of the type of leave under another key', () => {
  test('is offered and started by the form of leave', async () => {
    const xml = readLeave()
      .replace('process id="leave"', 'process id="trip"')
      .replace('bpmnElement="leave"', 'bpmnElement="trip"')
    const id = await deployDefinition(await platform.admin(), 'trip', xml)
    const { records } = await applicant.get(workStart.calls.list, { size: 50 })
    expect(records.map(({ key }) => key)).toContain('trip')
    const leaveId = await requestLeave(applicant, {
      ...{ processDefinitionId: id, taskUser: approverId, reason: '外出' },
      ...{ startTime: '2026-11-02 09:00:00', endTime: '2026-11-02 18:00:00' },
    })
    expect((await complete(approver, leaveId, 'ok')).success).toBe(true)
  })
})

describe('a request for leave', () => {
  test('of three days ends with the approval of the approver', async () => {
    const id = await request('2026-11-04')
    expect(await todo(stranger)).toEqual([])
    const task = await taskOf(approver, id)
    expect(task).toMatchObject({ subject: '探亲', category: 'flow_1', categoryName: '请假流程', status: 'todo' })
    const processInstanceId = await instanceOf(id)
    const flow = async () => (await applicant.get(leave.calls.show, { businessId: id })).flow
    expect(await flow()).toEqual({
      ...{ taskId: task.taskId, taskName: '部门审批', assigneeName: 'province_miit', processInstanceId },
      ...{ processIsFinished: 'unfinished', historyActivityId: 'deptApproval', historyActivityType: 'userTask' },
      endTime: null,
    })
    expect((await complete(approver, id, 'ok')).data).toBe(true)
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('approved')
    expect(await flow()).toEqual({
      ...{ taskId: null, taskName: null, assigneeName: null, processInstanceId, processIsFinished: 'finished' },
      ...{ historyActivityId: 'end', historyActivityType: 'endEvent', endTime: expect.stringMatching(/^2\d{3}-/) },
    })
    expect((await send(applicant)).find(({ businessId }) => businessId === id)?.processIsFinished).toBe('finished')
    expect((await done(approver)).find(({ businessId }) => businessId === id)).toMatchObject({
      ...{ flag: 'ok', comment: '已阅', status: 'finish', statusName: '已办理' },
      // true, not 1: clients of the family compare it
      ...{ pass: true, isPass: true, variables: { pass: true } },
    })
  })

  test('answers true to its applicant, whose list begins with it', async () => {
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: definitionId, taskUser: approverId, reason: '应答', ...period }
    expect(await applicant.get(leave.calls.startProcess, input)).toBe(true)
    const [first] = (await applicant.get(leave.calls.list, {})).records
    expect(first?.reason).toBe('应答')
    const english = (await approver.get(workTodo.calls.list, { size: 50 }, { 'blade-language': 'en' })).records
    expect(english.find(({ subject }) => subject === '应答')).toMatchObject({ statusName: 'To do', pass: null })
    await complete(approver, String(first?.id), 'no')
    expect((await done(approver)).find(({ subject }) => subject === '应答')).toMatchObject({ pass: false, flag: 'no' })
  })

  test.each([
    ['no', '同意', 'returned', '已退回申请人修改'],
    ['no', ' 同意 ', 'returned', '已退回申请人修改'],
    ['ok', '不同意', 'approved', '已同意'],
    ['', '同意', 'approved', '已同意'],
    [undefined, '同意', 'approved', '已同意'],
    [undefined, '请改期', 'returned', '已退回申请人修改'],
  ] as const)(
    'with the flag %j and the opinion %j is %s, and the answer says so',
    async (flag, comment, state, said) => {
      const id = await request('2026-11-03')
      const { taskId } = await taskOf(approver, id)
      const input = { taskId: String(taskId), comment, ...(flag === undefined ? {} : { flag }) }
      const { data, msg } = await approver.ask(workTodo.calls.completeTask, input, { 'blade-texts': 'both' })
      expect([data, msg, (await applicant.get(leave.calls.show, { businessId: id })).leaveState]).toEqual([
        true,
        said,
        state,
      ])
    },
  )

  test('refuses variables of more than 32 kB, whoever would read them', async () => {
    const id = await request('2026-11-03')
    const { taskId } = await taskOf(approver, id)
    const decide = (variables: object) =>
      approver.ask(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '已阅', variables } as never)
    const remarks = Array.from({ length: 70 }, () => ({ at: 'a', text: 'x'.repeat(500) }))
    for (const variables of [{ other: 'x'.repeat(50_000) }, { remarks }]) {
      const answer = await decide(variables)
      expect([answer.code, answer.faults[0]?.at]).toEqual([400, 'variables'])
      expect(answer.msg).toMatch(/^流程变量不能超过 32 KB，现约 \d+ KB，请精简后再提交$/)
    }
    expect((await decide({ other: 'x'.repeat(1000) })).code).toBe(200)
  })

  test('of more than three days is also decided by the head, who claims it', async () => {
    const id = await request('2026-11-06')
    expect((await applicant.get(leave.calls.show, { businessId: id })).days).toBe(5)
    await complete(approver, id, 'ok')
    expect(await claim(approver)).toEqual([])
    const task = (await claim(head)).find(({ businessId }) => businessId === id)
    expect((await approver.ask(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })).code).toBe(403)
    const answer = await head.ask(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })
    expect(answer.msg).toBe('签收事务成功')
    const again = await head.ask(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })
    expect([again.code, again.msg]).toEqual([409, '您已签收该任务'])
    await complete(head, id, 'ok')
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('approved')
  })

  test('of the head is decided by another head', async () => {
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-06 18:00:00' }
    const input = { processDefinitionId: definitionId, taskUser: approverId, reason: '年休假', ...period }
    const id = await requestLeave(head, input)
    await complete(approver, id, 'ok')
    const another = await createStaff(platform, 'boss')
    const taskId = (await claim(another)).find(({ businessId }) => businessId === id)?.taskId ?? ''
    expect((await claim(head)).filter(({ businessId }) => businessId === id)).toEqual([])
    expect((await head.ask(workClaim.calls.claimTask, { taskId })).code).toBe(403)
  })

  test('goes back to its applicant when it is refused, and on when it is sent again', async () => {
    const id = await request('2026-11-03')
    await complete(approver, id, 'no', '请补充说明')
    expect((await taskOf(applicant, id)).taskName).toBe('申请人修改')
    const stateOf = async () => (await applicant.get(leave.calls.show, { businessId: id })).leaveState
    expect(await stateOf()).toBe('returned')
    const [returned] = (await applicant.get(messages.list, { size: 1 })).records
    expect(returned).toMatchObject({ kind: 'todo', title: '您的请假申请被退回，请修改后重新提交' })
    // sending it again is no opinion
    expect((await complete(applicant, id, 'ok', '')).code).toBe(200)
    expect(await stateOf()).toBe('running')
    await complete(approver, id, 'ok')
    const steps = await applicant.get(flowProcess.historyFlowList, { processInstanceId: await instanceOf(id) })
    expect(steps.map(({ historyActivityType, flag, decision }) => [historyActivityType, flag, decision])).toEqual([
      ['startEvent', null, null],
      ['userTask', 'no', '退回修改'],
      ['userTask', 'ok', '重新提交'],
      ['userTask', 'ok', '同意'],
      ['endEvent', null, null],
    ])
    expect(steps[2]?.comment).toBeNull()
    expect(steps[1]).toMatchObject({ comment: '请补充说明', historyActivityId: 'deptApproval' })
  })

  test('is corrected after a return: its days are counted anew, decide on the way, and both versions stay', async () => {
    const id = await request('2026-11-03', '看病')
    const period = (startTime: string, endTime: string) => ({ id, reason: '住院', startTime, endTime })
    const longer = period('2026-09-29 09:00:00', '2026-10-09 18:00:00')
    expect((await applicant.ask(leave.calls.correct, longer)).code).toBe(409)
    await complete(approver, id, 'no', '请按实际天数申请')
    expect((await approver.ask(leave.calls.correct, longer)).code).toBe(404)
    const faultsOf = async (input: object) => (await applicant.ask(leave.calls.correct, input as never)).faults
    expect(await faultsOf(period('2026-11-04 09:00:00', '2026-11-03 18:00:00'))).toEqual([
      { at: 'endTime', msg: '结束时间须晚于开始时间' },
    ])
    expect(await faultsOf({ ...longer, reason: '' })).toEqual([{ at: 'reason', msg: '请输入请假事由' }])
    expect((await applicant.ask(leave.calls.correct, longer)).code).toBe(200)
    await complete(applicant, id, 'ok', '已修改')
    const { days, earlier, reason } = await applicant.get(leave.calls.show, { businessId: id })
    // 29 and 30 September, 8 and 9 October: seven days between are holidays
    expect([days, reason]).toEqual([4, '住院'])
    expect(earlier).toEqual([
      {
        startTime: '2026-11-02 09:00:00',
        endTime: '2026-11-03 18:00:00',
        reason: '看病',
        days: 2,
        replacedTime: expect.any(String),
      },
    ])
    expect((await taskOf(approver, id)).subject).toBe('住院')
    const titleIn = async (lang: string) =>
      (await approver.get(messages.list, { size: 1 }, { 'blade-language': lang })).records[0]?.title
    expect(await titleIn('zh')).toBe('city的请假申请（4天）待您办理：部门审批')
    expect(await titleIn('en')).toBe('city’s leave (4 days) waits for you: Approval by the department')
    await complete(approver, id, 'ok')
    expect((await claim(head)).some(({ businessId }) => businessId === id)).toBe(true)
  })

  test('is announced to who can act, and its outcome to its applicant', async () => {
    const id = await request('2026-11-04', '看病')
    const titles = async (by: Caller) =>
      (await by.get(messages.list, { size: 20 })).records.map(({ title, isDone }) => [title, isDone])
    const { taskId, processInstanceId } = await taskOf(approver, id)
    const [message] = (await approver.get(messages.list, { size: 1 })).records
    expect(message).toMatchObject({
      kind: 'todo',
      title: 'city的请假申请（3天）待您办理：部门审批',
      link: `/work/process/leave/handle/${taskId}/${processInstanceId}/${id}`,
    })
    await complete(approver, id, 'ok')
    expect(await titles(approver)).toContainEqual(['city的请假申请（3天）待您办理：部门审批', 1])
    expect(await titles(applicant)).toContainEqual(['您的请假申请已批准', 0])
    expect((await stranger.get(messages.list, { size: 20 })).total).toBe(0)
  })

  test('that was refused can be cancelled by its applicant', async () => {
    const id = await request('2026-11-03')
    await complete(approver, id, 'no')
    expect((await complete(applicant, id, 'no', '')).code).toBe(200)
    const steps = await applicant.get(flowProcess.historyFlowList, { processInstanceId: await instanceOf(id) })
    expect(steps.at(-2)).toMatchObject({ flag: 'no', decision: '撤销', assignee: applicantId })
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('cancelled')
  })

  test('is shown as a diagram with what was passed and what can follow', async () => {
    const id = await request('2026-11-05')
    const view = await applicant.get(flowProcess.modelView, { processInstanceId: await instanceOf(id) })
    expect(view.xml).toContain('deptApproval')
    expect(nextSteps(view.outline, 'deptApproval').map(({ id }) => id)).toEqual(['correction', 'leaderApproval', 'end'])
    const typesOf = (type: string) =>
      view.flow?.filter((step) => step.historyActivityType === type).map((step) => step.historyActivityId)
    expect(typesOf('candidate')).toEqual(['correction', 'leaderApproval'])
    expect(typesOf('sequenceFlow')).toEqual(['toDept'])
    expect(view.flow?.find(({ historyActivityId }) => historyActivityId === 'deptApproval')?.endTime).toBeNull()
    expect((await stranger.ask(flowProcess.modelView, { processInstanceId: await instanceOf(id) })).code).toBe(403)
    expect((await stranger.ask(leave.calls.show, { businessId: id })).code).toBe(403)
    const plain = await stranger.get(flowProcess.modelView, { processDefinitionId: definitionId })
    expect(plain.flow).toBeUndefined()
    expect(plain.outline).toEqual(view.outline)
    await complete(approver, id, 'ok')
    const { flow = [] } = await applicant.get(flowProcess.modelView, { processInstanceId: await instanceOf(id) })
    const decision = flow.find(({ historyActivityId }) => historyActivityId === 'deptDecision')
    expect(decision?.historyActivityType).toBe('exclusiveGateway')
  })

  test('is completed once of twenty times at the same moment, and only by its handler', async () => {
    const id = await request('2026-11-04')
    const { taskId } = await taskOf(approver, id)
    const input = { taskId, flag: 'ok', comment: '同意' }
    expect((await stranger.ask(workTodo.calls.completeTask, input)).code).toBe(403)
    const elsewhere = await approver.ask(workTodo.calls.completeTask, { ...input, processInstanceId: '1' })
    expect([elsewhere.code, elsewhere.msg]).toEqual([409, '任务不属于该流程实例，请刷新'])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => approver.ask(workTodo.calls.completeTask, input)),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const history = await applicant.get(flowProcess.historyFlowList, { processInstanceId: await instanceOf(id) })
    expect(history.filter(({ comment }) => comment)).toHaveLength(1)
  })

  test('says what is wrong with its input, and starts nothing', async () => {
    const before = (await send(applicant)).length
    const input = { processDefinitionId: definitionId, taskUser: approverId, reason: '休假' }
    const period = (startTime: string, endTime: string) =>
      applicant.ask(leave.calls.startProcess, { ...input, startTime, endTime })
    expect((await period('2026-11-04 09:00:00', '2026-11-03 18:00:00')).faults).toEqual([
      { at: 'endTime', msg: '结束时间须晚于开始时间' },
    ])
    expect((await period('2026-10-01 09:00:00', '2026-10-07 18:00:00')).faults[0]?.msg).toBe('所选时间内没有工作日')
    const nobody = { ...input, taskUser: '1', startTime: '2026-11-03 09:00:00', endTime: '2026-11-03 18:00:00' }
    // the account of an enterprise is in no list of approvers, and may not handle tasks
    const enterprise = { ...nobody, taskUser: await idOf((await createEnterprise(platform)).account) }
    // nor does staff that may not handle tasks: the request would wait for ever
    const powerless = await createClerk(platform, 'powerless', { codes: ['work', 'work_start', 'work_start_flow'] })
    const found = await applicant.get(leave.calls.approvers, { realName: 'p' })
    expect(found.map(({ realName }) => realName)).toContain('province_miit')
    expect(found.map(({ id }) => id)).not.toContain(powerless.id)
    const byAccount = await applicant.get(leave.calls.approvers, { realName: 'province.miit' })
    expect(byAccount).toMatchObject([{ realName: 'province_miit', account: expect.stringContaining('province.miit') }])
    const unable = { ...nobody, taskUser: powerless.id }
    expect((await applicant.ask(leave.calls.startProcess, unable)).faults).toEqual([
      { at: 'taskUser', msg: expect.stringContaining('没有办理此任务的权限') },
    ])
    for (const wrong of [nobody, enterprise])
      expect((await applicant.ask(leave.calls.startProcess, wrong)).faults[0]?.at).toBe('taskUser')
    const wrongDefinition = { ...nobody, taskUser: approverId, processDefinitionId: '1' }
    expect((await applicant.ask(leave.calls.startProcess, wrongDefinition)).code).toBe(404)
    expect((await complete(approver, await request('2026-11-03'), 'ok', '')).faults[0]?.msg).toBe('请输入批复意见')
    expect(await send(applicant)).toHaveLength(before + 1)
  })

  test('is brought to the mind of its approver by the applicant: after five working days, once on one of them', async () => {
    const processInstanceId = await instanceOf(await request('2026-11-04', '久未批复'))
    const overviewFor = async (by: Caller) => (await by.get(flowProcess.modelView, { processInstanceId })).overview
    const remind = (by: Caller) => by.ask(workSend.calls.remind, { processInstanceId })
    const reminders = async (userId: string) =>
      platform.db
        .selectFrom('message')
        .select('title')
        .where('toUser', '=', userId)
        .where('kind', '=', 'reminder')
        .execute()
    const early = await overviewFor(applicant)
    expect(early).toMatchObject({ canRemind: true, reminderObstacle: expect.stringContaining('起可催办') })
    expect(await remind(applicant)).toMatchObject({ status: 409, msg: early?.reminderObstacle })
    await sql`update flow_task set create_time = '2026-01-05 10:00:00' where instance_id = ${processInstanceId}`.execute(
      platform.db,
    )
    expect([(await remind(approver)).status, (await overviewFor(approver))?.canRemind]).toEqual([403, false])
    expect((await remind(applicant)).success).toBe(true)
    expect(await reminders(approverId)).toEqual([{ title: expect.stringMatching(/^申请人催办.*请尽快办理/) }])
    expect(await remind(applicant)).toMatchObject({ status: 409, msg: expect.stringMatching(/^每个工作日可催办一次/) })
    for (const reader of [applicant, approver])
      expect((await reader.get(flowProcess.modelView, { processInstanceId })).entries).toMatchObject([
        { action: 'remind' },
      ])
    await applicant.get(workSend.calls.withdraw, { processInstanceId })
    expect((await remind(applicant)).status).toBe(409)
  })

  test('can be withdrawn by its applicant while nobody has handled it, and by nobody else', async () => {
    const id = await request('2026-11-04', '临时有事')
    const processInstanceId = await instanceOf(id)
    const canWithdraw = async (by: Caller) =>
      (await by.get(flowProcess.modelView, { processInstanceId })).overview?.canWithdraw
    expect([await canWithdraw(applicant), await canWithdraw(approver)]).toEqual([true, false])
    const withdraw = (by: Caller) => by.ask(workSend.calls.withdraw, { processInstanceId, reason: '行程取消' })
    expect((await withdraw(approver)).code).toBe(403)
    const { code, msg } = await withdraw(applicant)
    expect([code, msg]).toEqual([200, '已撤回'])
    expect((await withdraw(applicant)).code).toBe(409)
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('cancelled')
    expect((await todo(approver)).filter(({ businessId }) => businessId === id)).toEqual([])
    const { overview, entries } = await applicant.get(flowProcess.modelView, { processInstanceId })
    expect(overview).toMatchObject({ state: 'withdrawn', result: '行程取消', tasks: [], canWithdraw: false })
    expect(entries).toMatchObject([{ action: 'withdraw', reason: '行程取消' }])
    const handled = await request('2026-11-04', '已经退回')
    await complete(approver, handled, 'no')
    const late = { processInstanceId: await instanceOf(handled) }
    expect((await applicant.ask(workSend.calls.withdraw, late)).msg).toContain('已有人办理')
    // it waits for the applicant
    expect((await applicant.get(flowProcess.modelView, late)).overview?.canRemind).toBe(false)
    await complete(applicant, handled, 'no')
  })

  test('can be suspended, given to another person and ended by an administrator', async () => {
    const admin = await platform.admin()
    const id = await request('2026-11-04')
    const processInstanceId = await instanceOf(id)
    const { taskId } = await taskOf(approver, id)
    const act = <I>(call: Parameters<typeof admin.ask<I, unknown>>[0], input: I) => admin.ask(call, input)
    await act(flowFollow.calls.suspendInstance, { processInstanceId, suspended: 1, reason: '核实情况' })
    expect((await todo(approver)).some(({ businessId }) => businessId === id)).toBe(false)
    const input = { taskId, flag: 'ok', comment: '同意' }
    expect((await approver.ask(workTodo.calls.completeTask, input)).code).toBe(409)
    await act(flowFollow.calls.suspendInstance, { processInstanceId, suspended: 0, reason: '已核实' })
    const own = await act(flowFollow.calls.reassignTask, {
      taskId: taskId ?? '',
      userId: applicantId,
      reason: '人员调整',
    })
    expect([own.code, own.faults[0]?.at]).toEqual([400, 'userId'])
    const holder = { taskId: taskId ?? '', userId: approverId, reason: '人员调整' }
    const entries = async () => (await applicant.get(flowProcess.modelView, { processInstanceId })).entries
    const before = await entries()
    expect((await act(flowFollow.calls.reassignTask, holder)).faults).toEqual([
      { at: 'userId', msg: '该任务已由此人办理，请另选办理人' },
    ])
    expect(await entries()).toEqual(before)
    const other = await createStaff(platform, 'expert')
    const people = (realName: string) => admin.get(flowFollow.calls.people, { taskId: String(taskId), realName })
    const offered = (await people('')).map((person) => person.id)
    expect(offered).toContain(other.id)
    expect(offered).not.toContain(applicantId)
    expect((await people('expert')).every((one) => one.realName === 'expert' || one.account?.includes('expert'))).toBe(
      true,
    )
    await act(flowFollow.calls.reassignTask, { taskId: taskId ?? '', userId: other.id, reason: '人员调整' })
    expect((await approver.ask(workTodo.calls.completeTask, input)).code).toBe(403)
    expect((await taskOf(other, id)).taskId).toBe(taskId)
    const { code } = await act(flowFollow.calls.deleteProcessInstance, { processInstanceId, deleteReason: '不再需要' })
    expect(code).toBe(200)
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('ended')
    expect(await todo(other)).toEqual([])
  })
})
