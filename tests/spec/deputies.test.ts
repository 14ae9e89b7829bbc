import { beforeAll, describe, expect, test } from 'vitest'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { deputy } from '#contract/work/deputy.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { requestDaysOff } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { createStaff, submitAction } from '../support/scenario.ts'

/** Who handles tasks for somebody who is away (代办). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let applicant: Person
let approver: Person
let stand: Person

const english = { 'blade-language': 'en' }
const at = (days: number) => wireTime(new Date(Date.now() + days * 86_400_000))
const name = (principal: Caller, of: { id: string }, from = -1, to = 5, headers: Record<string, string> = {}) =>
  principal.ask(
    deputy.calls.nameDeputy,
    { deputyUser: of.id, startTime: at(from), endTime: at(to), reason: '出差' },
    headers,
  )
const named = async (principal: Caller, of: { id: string }): Promise<string> => {
  const answer = await name(principal, of)
  expect([answer.msg, answer.faults]).toEqual(['操作成功', []])
  return String(answer.data.id)
}
const end = (by: Caller, id: string) => by.ask(deputy.calls.endDeputy, { id })
/** The same in the table: what the call would refuse. */
const put = async (principal: { id: string }, of: { id: string }) => {
  await sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${of.id}, now() - interval '1 hour', now() + interval '1 day', ${principal.id})`.execute(platform.db)
}
const endAll = () => sql`update deputy set ended_time = now() where ended_time is null`.execute(platform.db)
const leaveOf = async (person: { id: string }, state = 'approved') => {
  await sql`insert into leave (create_user, start_time, end_time, reason, task_user, days, apply_time, leave_state)
    values (${person.id}, now() - interval '1 hour', now() + interval '2 days', '年假', ${person.id}, 2, now(), ${state})`.execute(
    platform.db,
  )
}
const todoOf = async (by: Caller, businessId: string) =>
  (await by.get(workTodo.calls.list, { size: 100 })).records.find((row) => row.businessId === businessId)?.taskId ?? ''
const request = (reason: string) => requestDaysOff(applicant, approver, reason)

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  applicant = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit', '320000', 'principal')
  stand = await createStaff(platform, 'boss', null, 'standin')
})

describe('naming a deputy', () => {
  const faultOf = async (answer: ReturnType<typeof name>) =>
    (await answer).faults.map(({ at: field, msg }) => [field, msg])

  test('is refused for oneself, experts, companies and a period that is over', async () => {
    const { company } = review
    const [{ id: companyId } = { id: '' }] = (
      await sql<{ id: string }>`select id::text from "user" where account = ${company.account}`.execute(platform.db)
    ).rows
    const expert = review.person('expert1')
    expect(await faultOf(name(approver, approver))).toEqual([['deputyUser', '该人员不得办理此任务']])
    expect(await faultOf(name(approver, expert))).toEqual([['deputyUser', expect.stringContaining('不设代办')]])
    expect(await faultOf(name(approver, expert, 0, 1, english))).toEqual([
      ['deputyUser', expect.stringContaining('chosen in person')],
    ])
    expect(await faultOf(name(approver, { id: companyId }))).toEqual([['deputyUser', '请选择工作人员']])
    expect(await faultOf(name(approver, stand, -3, -1))).toEqual([['endTime', '结束时间须晚于当前时间']])
    expect(await faultOf(name(approver, stand, 2, 1))).toEqual([['endTime', '代办结束时间须晚于开始时间']])
    expect((await name(expert, stand)).status).toBe(403)
    const offered = (await approver.get(deputy.calls.people, {})).map(({ id }) => id)
    expect(offered).toContain(stand.id)
    for (const one of [approver, expert, { id: companyId }]) expect(offered).not.toContain(one.id)
  })

  test('makes no deputy of a deputy, no circle and no second one, and takes nobody who is away', async () => {
    const third = await createStaff(platform, 'boss')
    const away = await createStaff(platform, 'boss')
    await leaveOf(away)
    expect(await faultOf(name(approver, away))).toEqual([['deputyUser', expect.stringContaining('请假')]])
    const id = await named(approver, stand)
    expect(await faultOf(name(approver, third))).toEqual([['startTime', expect.stringContaining('已设置代办人')]])
    expect(await faultOf(name(stand, approver))).toEqual([['startTime', expect.stringContaining('代办不能转代办')]])
    expect(await faultOf(name(third, approver))).toEqual([['deputyUser', expect.stringContaining('已由他人代办')]])
    expect((await name(third, approver, 6, 8)).success).toBe(true)
    const [told] = (await stand.get(messages.list, { size: 1 })).records
    expect(told?.title).toContain('请您代办其事务')
    expect((await stand.get(deputy.calls.principals, {})).map((one) => one.id)).toEqual([id])
    expect((await end(third, id)).status).toBe(404)
    expect((await end(stand, id)).success).toBe(true)
    expect((await end(approver, id)).status).toBe(409)
    await endAll()
  })

  test('is refused for people of another tenant and for who cannot handle tasks', async () => {
    const foreign = await createStaff(platform, 'boss')
    await sql`update "user" set tenant_id = '999999' where id = ${foreign.id}`.execute(platform.db)
    expect(await faultOf(name(approver, foreign))).toEqual([['deputyUser', '请选择可以登录的办理人']])
    const auditor = await createStaff(platform, 'auditor')
    expect(await faultOf(name(approver, auditor))).toEqual([
      ['deputyUser', expect.stringContaining('没有办理此任务的权限')],
    ])
    expect((await name(auditor, stand)).status).toBe(403)
    expect((await platform.visitor.ask(deputy.calls.nameDeputy, {} as never)).status).toBe(401)
  })

  test('is proposed for an approved leave', async () => {
    const person = await createStaff(platform, 'boss')
    expect(await person.get(deputy.calls.proposal, {})).toEqual({ startTime: null, endTime: null })
    await leaveOf(person)
    expect((await person.get(deputy.calls.proposal, {})).endTime).not.toBeNull()
    await named(person, stand)
    expect((await person.get(deputy.calls.proposal, {})).endTime).toBeNull()
    await endAll()
  })
})

describe('a deputy', () => {
  test('sees and handles what the principal has, for the principal', async () => {
    const id = await request('看牙')
    const taskId = await todoOf(approver, id)
    expect(await todoOf(stand, id)).toBe('')
    const before = (await stand.get(matters.list)).tasks.total
    await named(approver, stand)
    expect([await todoOf(stand, id), await todoOf(approver, id)]).toEqual([taskId, taskId])
    const waiting = (await stand.get(workWaiting.calls.list, {})).records.find((row) => row.businessId === id)
    expect(waiting).toMatchObject({ taskId, status: 'todo', assignee: approver.id })
    expect((await stand.get(matters.list)).tasks.total).toBe(before + 1)
    const processInstanceId = waiting?.processInstanceId ?? ''
    const { overview } = await stand.get(flowProcess.modelView, { processInstanceId })
    expect(overview?.tasks[0]).toMatchObject({ isMine: true, isDeputised: true, canTransfer: false, canUnclaim: false })
    expect((await completeTask(stand, { taskId, comment: '同意' })).success).toBe(true)
    expect((await completeTask(approver, { taskId })).status).toBe(409)
    const done = async (headers = {}) =>
      (await approver.get(flowProcess.historyFlowList, { processInstanceId }, headers)).find(
        (step) => step.taskId === taskId,
      )?.assigneeName
    expect([await done(), await done(english)]).toEqual(['boss（代province_miit）', 'boss (for province_miit)'])
    const [told] = (await approver.get(messages.list, { size: 1 })).records
    expect(told).toMatchObject({ title: expect.stringContaining('已由代办人办理'), text: '由boss代您办理' })
    const audit = await platform.db.selectFrom('audit').select(['verb', 'after']).where('rowId', '=', taskId).execute()
    expect(audit).toContainEqual({ verb: 'deputise', after: { task: '部门审批', for: 'province_miit' } })
  })

  test('neither gives the task back nor passes it on, and exports what the list shows', async () => {
    const id = await request('探亲')
    const taskId = await todoOf(stand, id)
    expect((await stand.ask(workTodo.calls.transferTask, { taskId, userId: applicant.id })).status).toBe(403)
    expect((await stand.ask(workClaim.calls.unclaimTask, { taskId, reason: '无' })).status).toBe(403)
    for (const list of [workTodo, workWaiting]) {
      const file = await (await stand.raw('GET', `${exportCallsOf(list).direct.path}?format=csv`)).text()
      expect([list.name, file.includes('探亲')]).toEqual([list.name, true])
    }
    expect(await stand.get(workTodo.calls.notReady, {})).toBe(0)
    expect((await completeTask(approver, { taskId })).success).toBe(true)
    expect((await completeTask(stand, { taskId })).status).toBe(409)
  })

  test('has nothing to handle before the period begins', async () => {
    await endAll()
    expect((await name(approver, stand, 1, 3)).success).toBe(true)
    const id = await request('体检')
    expect(await todoOf(stand, id)).toBe('')
    const [row] = (await approver.get(deputy.calls.list, {})).records
    expect(row).toMatchObject({ deputyUser: stand.id, endedTime: null, reason: '出差' })
    expect((await stand.get(deputy.calls.list, {})).records).toEqual([])
    expect((await completeTask(approver, { taskId: await todoOf(approver, id) })).success).toBe(true)
    await endAll()
    await named(approver, stand)
  })

  test('is told of what arrives, and can do nothing from the end on', async () => {
    const id = await request('搬家')
    const [told] = (await stand.get(messages.list, { size: 1 })).records
    expect(told).toMatchObject({ kind: 'todo', title: expect.stringContaining('待您办理') })
    const taskId = await todoOf(stand, id)
    await leaveOf(stand)
    expect(await todoOf(stand, id)).toBe('')
    await sql`update leave set leave_state = 'cancelled' where create_user = ${stand.id}`.execute(platform.db)
    expect(await todoOf(stand, id)).toBe(taskId)
    const [row] = (await approver.get(deputy.calls.list, {})).records
    expect((await end(approver, String(row?.id))).success).toBe(true)
    expect(await todoOf(stand, id)).toBe('')
    expect((await completeTask(stand, { taskId })).status).toBe(403)
    expect((await completeTask(approver, { taskId })).success).toBe(true)
  })

  test('does not decide on the own matter, nor on what they could not take themselves', async () => {
    await put(approver, applicant)
    const id = await request('陪产')
    const taskId = await todoOf(approver, id)
    await sql`update flow_task set excluded_users = '{}' where id = ${taskId}`.execute(platform.db)
    expect(await todoOf(applicant, id)).toBe('')
    const refused = await completeTask(applicant, { taskId })
    expect([refused.status, refused.msg]).toEqual([403, expect.stringContaining('由委托人办理')])
    expect((await completeTask(approver, { taskId })).success).toBe(true)
    const elsewhere = await createStaff(platform, 'city', '320100')
    await endAll()
    await put(review.person('city'), elsewhere)
    await review.beginDeclaration()
    await bringTo(review, 20)
    expect(await todoOf(elsewhere, review.id())).toBe('')
    expect(await todoOf(review.person('city'), review.id())).not.toBe('')
    await endAll()
  })
})

describe('in the review of a declaration', () => {
  test('a deputy reviews for the principal, and the history says so', async () => {
    const colleague = await createStaff(platform, 'city', '320500')
    await named(review.person('city'), colleague)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    expect(await todoOf(colleague, review.id())).toBe(taskId)
    expect((await completeTask(colleague, { taskId, variables: { action: 'cityApprove' } })).success).toBe(true)
    const { timeline } = await review.person('office').get(declaration.calls.getStatus, { id: review.id() })
    expect(timeline.at(-1)).toMatchObject({ move: 'cityApprove', byName: 'city（代city）' })
    await endAll()
  })

  test('deputy and principal approve for one office only', async () => {
    const both = await createStaff(platform, 'province_miit', '320000')
    await sql`update "user" set role_id = role_id || array(select id from role where role_alias = 'province_ca')
      where id = ${both.id}`.execute(platform.db)
    expect((await submitAction(review.person('miit'), review.id(), 'provinceApprove')).success).toBe(true)
    await put(review.person('miit'), both)
    const refused = await submitAction(both, review.id(), 'provinceApprove')
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('另一部门须由其他人员审核')])
    await endAll()
    expect((await submitAction(both, review.id(), 'provinceApprove')).success).toBe(true)
    expect((await review.status()).status).toBe(40)
  })

  test('an expert has no deputy', async () => {
    const [expert, other] = [review.person('expert1'), review.person('expert2')]
    const experts = ['expert1', 'expert2', 'expert3'].map((one) => review.person(one).id).join(',')
    await put(expert, other)
    await review.performAction('office', 'assign', { experts })
    const own = await todoOf(expert, review.id())
    expect(own).not.toBe('')
    expect(await todoOf(other, review.id())).not.toBe(own)
    expect((await completeTask(other, { taskId: own, variables: { conflict: 0, score: 80 } })).status).toBe(403)
    await endAll()
  })

  test('deputy and principal do not remove a project as two persons', async () => {
    for (const one of ['expert1', 'expert2', 'expert3'])
      await review.performAction(one, 'score', { conflict: 0, score: 80 })
    await review.performAction('office', 'decideApprove')
    await review.performAction('office', 'publish')
    await review.performAction('office', 'unlist', { comment: '企业注销' })
    await put(review.person('office'), review.person('office2'))
    const { taskId } = await tasks.taskOf('office2', 'confirm')
    const confirm = () =>
      completeTask(review.person('office2'), { taskId, comment: '属实', variables: { action: 'unlist' } })
    await review.person('office2').ask(workClaim.calls.claimTask, { taskId })
    expect((await confirm()).status).toBe(409)
    await endAll()
    expect((await confirm()).success).toBe(true)
    expect((await review.status()).status).toBe(95)
  })
})
