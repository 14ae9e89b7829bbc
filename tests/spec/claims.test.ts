import { beforeAll, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { audit } from '#contract/log/audit.ts'
import { stageRules, transitionNames } from '#contract/project/transitions.ts'
import { type RowResult, rowByRow } from '#contract/row-results.ts'
import { user } from '#contract/system/user.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff, createUserWithoutRights } from '../support/scenario.ts'

/** Taking a task and giving it back, and what the page of a process says of an instance. */

type Staff = Caller & { readonly id: string }
let platform: Platform
let admin: Caller
let applicant: Staff
let approver: Staff
let head: Staff
let other: Staff
let powerless: Staff
let businessId = ''
let processInstanceId = ''

/** A request for leave that waits for one of two heads. */
const begin = async () => {
  const { records } = await applicant.get(workStart.calls.list, {})
  const id = await requestLeave(applicant, {
    ...{ processDefinitionId: records.find(({ key }) => key === 'leave')?.id ?? '', taskUser: approver.id },
    ...{ startTime: '2026-11-02 09:00:00', endTime: '2026-11-06 18:00:00', reason: '探亲' },
  })
  businessId = id
  const sent = (await applicant.get(workSend.calls.list, { size: 50 })).records
  processInstanceId = sent.find((row) => row.businessId === id)?.processInstanceId ?? ''
  const task = (await approver.get(workTodo.calls.list, {})).records[0]
  await approver.get(workTodo.calls.completeTask, { taskId: task?.taskId ?? '', flag: 'ok', comment: '已阅' })
}

const viewFor = (by: Caller) => by.get(flowProcess.modelView, { processInstanceId })
const taskFor = async (by: Caller) => (await viewFor(by)).overview?.tasks[0]
const taskId = async () => (await taskFor(head))?.taskId ?? ''
const claim = async (by: Caller) => by.ask(workClaim.calls.claimTask, { taskId: await taskId() })
const unclaim = async (by: Caller, reason = '出差') =>
  by.ask(workClaim.calls.unclaimTask, { taskId: await taskId(), reason })

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  applicant = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  head = await createStaff(platform, 'boss')
  other = await createStaff(platform, 'boss')
  powerless = await createUserWithoutRights(platform)
})

describe('the page of a process', () => {
  test('offers a task to its candidates only, and to who has claimed it to handle it or to give it back', async () => {
    await begin()
    const offer = { isClaimed: false, isMine: false, canClaim: true, canUnclaim: false, taskName: '上级审批' }
    expect([await taskFor(head), await taskFor(other)]).toMatchObject([offer, offer])
    expect(await taskFor(applicant)).toMatchObject({ canClaim: false, isMine: false, assigneeName: null })
    const own = (by: Caller) => by.get(flowProcess.ownTasks, { businessTable: 'leave', businessId })
    expect([(await own(head)).length, (await own(applicant)).length]).toEqual([1, 0])
    expect((await claim(head)).code).toBe(200)
    expect(await taskFor(head)).toMatchObject({ isMine: true, canClaim: false, canUnclaim: true })
    expect(await taskFor(other)).toMatchObject({ isMine: false, canClaim: false, canUnclaim: false, isClaimed: true })
    expect([(await own(head)).length, (await own(other)).length]).toEqual([1, 0])
  })

  test('offers a task of a declaration to the officers who may take it', async () => {
    const review: Review = await openReview(platform)
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    const own = (who: string) =>
      review.person(who).get(flowProcess.ownTasks, { businessTable: 'declaration', businessId: id })
    // its acceptance takes it
    expect(await own('city')).toMatchObject([{ canClaim: false, canAccept: true }])
    expect(await own('miit')).toEqual([])
    const [task] = await own('city')
    await sql`update flow_task set due_time = now() + interval '20 days' where id = ${task?.taskId}`.execute(
      platform.db,
    )
    const { records } = await review.person('city').get(workClaim.calls.list, {})
    const row = records.find(({ businessId: of }) => of === id)
    // the limit of an office is counted in working days
    expect(row).toMatchObject({ canAccept: 1, workdaysLeft: expect.any(Number) })
    expect((await own('city'))[0]?.workdaysLeft).toBe(row?.workdaysLeft)
    await review.person('city').get(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })
    expect(await own('city')).toMatchObject([{ isMine: true, canUnclaim: true }])
    await review.performAction('city', 'claim')
    const finished = await review.person('city').get(workDone.calls.list, { size: 100 })
    expect(finished.records.find(({ businessId: of }) => of === id)).toMatchObject({ flag: 'ok', decision: '受理' })
    const response = await review.person('city').raw('GET', `${exportCallsOf(workDone).direct.path}?format=csv`)
    const lines = (await response.text()).split('\r\n')
    const column = lines[0]?.split(',').indexOf('办理结果') ?? -1
    expect(lines[1]?.split(',')[column]).toBe('受理')
  })
})

describe('a claim', () => {
  test('is given back by who has it: others can claim it again, are told so, and read who gave it back and why', async () => {
    expect((await unclaim(other)).code).toBe(409)
    expect((await unclaim(applicant)).code).toBe(403)
    expect((await unclaim(head, ' ')).faults).toEqual([{ at: 'reason', msg: '请输入取消签收原因' }])
    const answer = await unclaim(head, '本周出差')
    expect([answer.code, answer.msg]).toEqual([200, '已取消签收，任务回到待签事务'])
    const again = await unclaim(head)
    expect([again.code, again.msg]).toEqual([409, '您没有签收该任务，请刷新'])
    expect((await other.get(workClaim.calls.list, {})).records.map((row) => row.businessId)).toContain(businessId)
    expect((await other.get(messages.list, { size: 1 })).records[0]).toMatchObject({ kind: 'todo', isDone: 0 })
    expect((await viewFor(other)).entries).toMatchObject([
      { action: 'unclaim', taskName: '上级审批', reason: '本周出差', targetName: null },
    ])
    const { records } = await admin.get(audit.calls.list, { entity: 'workClaim', verb: 'unclaimTask' })
    // refused attempts are recorded too
    expect(records.map(({ rowTitle }) => rowTitle)).toContain('探亲')
    expect((await claim(other)).code).toBe(200)
  })

  test('of a task that the process gives to one person cannot be given back', async () => {
    const taskOf = async (by: Caller) => (await by.get(workTodo.calls.list, {})).records[0]?.taskId ?? ''
    await other.get(workTodo.calls.completeTask, { taskId: await taskOf(other), flag: 'no', comment: '请改期' })
    const task = { taskId: await taskOf(applicant), reason: '出差' }
    const answer = await applicant.ask(workClaim.calls.unclaimTask, task)
    expect([answer.code, answer.msg]).toEqual([409, expect.stringContaining('不能取消签收')])
  })

  test('cannot be given back once its task is handled, or given to somebody else, or without the permission', async () => {
    await begin()
    const task = { taskId: await taskId(), reason: '出差' }
    await head.get(workClaim.calls.claimTask, task)
    await sql`update flow_task set assignee = ${powerless.id} where id = ${task.taskId}`.execute(platform.db)
    expect((await powerless.ask(workClaim.calls.unclaimTask, task)).code).toBe(403)
    expect((await head.ask(workClaim.calls.unclaimTask, task)).msg).toBe('您没有签收该任务，请刷新')
    await sql`update flow_task set assignee = ${head.id} where id = ${task.taskId}`.execute(platform.db)
    const long = await head.ask(workClaim.calls.unclaimTask, { ...task, reason: '忙'.repeat(2001) })
    expect([long.code, long.faults[0]?.at]).toEqual([400, 'reason'])
    await head.get(workTodo.calls.completeTask, { ...task, flag: 'ok', comment: '同意' })
    const late = await head.ask(workClaim.calls.unclaimTask, task)
    expect([late.code, late.msg]).toEqual([409, '该任务已办结，请刷新'])
    expect((await head.ask(workClaim.calls.unclaimTask, { ...task, taskId: '1' })).code).toBe(404)
  })

  test('cannot be given back while the process is suspended', async () => {
    await begin()
    await claim(head)
    const suspend = (suspended: 0 | 1, reason: string) =>
      admin.get(flowFollow.calls.suspendInstance, { processInstanceId, suspended, reason })
    await suspend(1, '待核实')
    expect((await unclaim(head)).code).toBe(409)
    expect((await viewFor(head)).overview).toMatchObject({ state: 'suspended', tasks: [{ canUnclaim: false }] })
    await suspend(0, '已核实')
  })
})

describe('the history of an instance', () => {
  test('says who intervened, when, how and why, and to whom a task was given', async () => {
    await admin.get(flowFollow.calls.reassignTask, { taskId: await taskId(), userId: approver.id, reason: '代为审批' })
    const { entries = [], overview } = await viewFor(applicant)
    expect(entries).toMatchObject([
      { action: 'suspend', reason: '待核实', targetName: null, taskName: null },
      { action: 'resume', reason: '已核实' },
      { action: 'reassign', reason: '代为审批', taskName: '上级审批', targetName: expect.any(String) },
    ])
    for (const { time, userName } of entries) expect([time, userName]).toEqual([expect.any(String), expect.any(String)])
    expect(overview).toMatchObject({ state: 'running', endTime: null, result: null })
  })

  test('names no handler who may not handle the task, and counts a task as stuck that nobody can handle', async () => {
    const input = { taskId: await taskId(), userId: powerless.id, reason: '代为审批' }
    const answer = await admin.ask(flowFollow.calls.reassignTask, input)
    expect([answer.code, answer.faults]).toEqual([
      400,
      [{ at: 'userId', msg: expect.stringContaining('没有办理此任务的权限') }],
    ])
    // a task that is done says so, although its process is running
    const { rows } = await sql<{ id: string }>`select id::text from flow_task
      where instance_id = ${processInstanceId} and end_time is not null`.execute(platform.db)
    const done = await admin.ask(flowFollow.calls.reassignTask, { ...input, taskId: rows[0]?.id as string })
    expect([done.code, done.msg]).toEqual([409, '该任务已办结，请刷新'])
    const stuck = async () => (await admin.get(flowFollow.calls.list, { processInstanceId })).records[0]?.stuckTasks
    const give = (column: string, value: unknown) =>
      sql`update flow_task set ${sql.ref(column)} = ${value} where id = ${input.taskId}`.execute(platform.db)
    expect(await stuck()).toBe(0)
    await give('assignee', powerless.id)
    expect(await stuck()).toBe(1)
    await give('assignee', null)
    expect(await stuck()).toBe(0)
    await give('excluded_users', [head.id])
    expect(await stuck()).toBe(0)
    await admin.get(user.calls.disable, { userIds: other.id, reason: '离职' })
    expect(await stuck()).toBe(1)
    await give('excluded_users', [])
    await give('assignee', approver.id)
    expect(await stuck()).toBe(0)
  })

  test('knows in the database the same permissions of moves as in the code', async () => {
    for (const move of transitionNames) {
      const [row] = await run<{ codes: string[] }>(platform.db, sql`select task_permissions(array[${move}]) as codes`)
      expect([move, row?.codes]).toEqual([move, [stageRules.permOf(move)].filter((code) => code !== null)])
    }
  })

  test('shows a task that ended with its instance as ended without a decision, and the reason', async () => {
    const reason = '申请人离职'
    await admin.get(flowFollow.calls.deleteProcessInstance, { processInstanceId, deleteReason: reason })
    const { flow = [], entries = [], overview } = await viewFor(applicant)
    const tasks = flow.filter(({ historyActivityType }) => historyActivityType === 'userTask')
    expect(tasks.map(({ endReason, flag }) => [endReason, flag])).toEqual([
      ['completed', 'ok'],
      ['ended', null],
    ])
    expect(entries.at(-1)).toMatchObject({ action: 'end', reason })
    expect(overview).toMatchObject({ state: 'ended', result: reason, tasks: [], endTime: expect.any(String) })
  })

  test('names the end that was reached, in the language of the reader', async () => {
    await begin()
    await claim(head)
    await head.get(workTodo.calls.completeTask, { taskId: await taskId(), flag: 'ok', comment: '同意' })
    expect((await viewFor(applicant)).overview).toMatchObject({ state: 'finished', result: '审批通过' })
    const english = await applicant.get(flowProcess.modelView, { processInstanceId }, { 'blade-language': 'en' })
    expect(english.overview?.result).toBe('Approved')
    expect(Object.values(english.outline.nodes).map(({ name }) => name)).toContain('Approved')
  })

  test('has one entry for a suspension, however often it is asked for', async () => {
    await begin()
    const suspend = (suspended: 0 | 1, reason: string) =>
      admin.ask(flowFollow.calls.suspendInstance, { processInstanceId, suspended, reason })
    for (const reason of ['待核实', '再次挂起']) expect((await suspend(1, reason)).code).toBe(200)
    for (const reason of ['已核实', '再次激活']) expect((await suspend(0, reason)).code).toBe(200)
    const { entries = [] } = await viewFor(applicant)
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['suspend', '待核实'],
      ['resume', '已核实'],
    ])
  })
})

describe('several tasks', () => {
  test('are claimed at once, each as alone: what a colleague was faster with is left out, and nobody takes what they may not', async () => {
    for (let i = 0; i < 3; i += 1) await begin()
    const ids = (await head.get(workClaim.calls.list, { size: 50 })).records.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(3)
    const colleague = await createStaff(platform, 'boss')
    await colleague.get(workClaim.calls.claimTask, { taskId: ids[0] ?? '' })
    const { claimTasks } = workClaim.calls
    const claimAll = async (by: Caller) => {
      const path = `${claimTasks.path}?${rowByRow}=1`
      const body = JSON.stringify({ ids: ids.join() })
      const answer = await by.raw('POST', path, { body, headers: { 'content-type': 'application/json' } })
      return ((await answer.json()) as { data: RowResult[] | null }).data?.map(({ done }) => done) ?? answer.status
    }
    expect(await claimAll(applicant)).toEqual(ids.map(() => false))
    expect(await claimAll(powerless)).toBe(403)
    expect(await claimAll(head)).toEqual(ids.map((_, at) => at > 0))
    const own = (await head.get(workTodo.calls.list, { size: 50 })).records.map(({ id }) => id)
    expect(own).toEqual(expect.arrayContaining(ids.slice(1)))
    expect(own).not.toContain(ids[0])
  })
})
