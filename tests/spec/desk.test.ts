import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { template } from '#contract/project/template.ts'
import { user } from '#contract/system/user.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { invalidateCounts } from '#server/engine/row-counts.ts'
import { systemCtx } from '#server/inbox/system-ctx.ts'
import { calendar, workdaysUntil } from '#server/system/reference/working-days.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff, createUserWithoutRights, register, setStage } from '../support/scenario.ts'

const day = 86_400_000
let platform: Platform
let review: Review
let admin: Caller
let id = ''

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  review = await openReview(platform)
})

/** Sets the stage in the database, of which the cached counts of the server learn only after a second. */
const place = async (stage: StageCode, more: object = {}): Promise<void> => {
  await setStage(platform, id, stage, more)
  invalidateCounts(platform.app)
}

const idsFor = async (caller: Caller): Promise<string[]> => {
  const [{ records, total }, page] = [
    await caller.get(matters.list),
    await caller.get(declaration.calls.waiting, { size: 200 }),
  ]
  expect(total).toBe(page.total)
  expect(records.map((one) => one.id)).toEqual(page.records.slice(0, records.length).map((one) => one.id))
  return page.records.map((one) => one.id)
}
const waitsFor = async (who: string): Promise<boolean> =>
  (await idsFor({ company: review.company, operator: review.operator }[who] ?? review.person(who))).includes(id)
const waiters = async (): Promise<string[]> => {
  const everybody = ['company', 'operator', 'city', 'miit', 'ca', 'office', 'expert1', 'expert2', 'expert3']
  const results = await Promise.all(everybody.map(async (who) => ((await waitsFor(who)) ? [who] : [])))
  return results.flat()
}

describe('a declaration waits for the people who can act next', () => {
  beforeEach(async () => {
    id = await review.beginDeclaration()
  })

  test('from the draft to the city review, and back to the company after a return', async () => {
    expect(await waiters()).toEqual(['company'])
    await review.performAction('company', 'submit')
    expect(await waiters()).toEqual(['city'])
    await review.performAction('city', 'claim')
    expect(await waiters()).toEqual(['city'])
    await review.performAction('city', 'cityReturn', remarks('information.projectOverview'))
    expect(await waiters()).toEqual(['company'])
  })

  test('at the province for each office until it has approved', async () => {
    await review.performAction('company', 'submit')
    await place(30)
    expect(await waiters()).toEqual(['miit', 'ca'])
    await review.performAction('miit', 'provinceApprove')
    expect(await waiters()).toEqual(['ca'])
    await review.performAction('ca', 'provinceApprove')
    expect(await waiters()).toEqual(['office'])
  })

  test('in the expert review for each expert until the score, then for the platform', async () => {
    await review.performAction('company', 'submit')
    await place(40)
    const experts = ['expert1', 'expert2', 'expert3']
    await review.performAction('office', 'assign', {
      experts: experts.map((name) => review.person(name).id).join(','),
    })
    expect(await waiters()).toEqual(experts)
    await review.performAction('expert1', 'score', { conflict: 0, score: 80 })
    await review.performAction('expert2', 'score', { conflict: 1 })
    expect(await waiters()).toEqual(['expert3'])
    await review.performAction('expert3', 'score', { conflict: 0, score: 70 })
    expect(await waiters()).toEqual(['office'])
  })

  test('on public notice for the platform once the notice is over or somebody objects', async () => {
    const { records } = await admin.get(template.calls.page, { id_equal: review.windowId })
    await admin.get(template.calls.update, { ...records[0], noticeDays: 3 })
    await review.performAction('company', 'submit')
    await place(50)
    expect(await waiters()).toEqual([])
    await review.performAction('miit', 'object', { comment: '指标有误' })
    expect(await waiters()).toEqual(['office'])
    await review.performAction('office', 'dismiss', { comment: '已核实' })
    expect(await waiters()).toEqual([])
    await place(50, { stageSince: wireTime(new Date(Date.now() - 4 * day)) })
    expect(await waiters()).toEqual(['office'])
    await admin.get(template.calls.update, { ...records[0], noticeDays: 0 })
  })

  test('for the invited operator', async () => {
    await review.performAction('company', 'invite')
    expect(await waiters()).toEqual(['operator'])
  })

  test('not for officers of another region, nor for people without rights', async () => {
    await review.performAction('company', 'submit')
    const elsewhere = await createStaff(platform, 'city', '330100')
    expect(await elsewhere.get(matters.list)).toMatchObject({ records: [], total: 0, byStage: [], registrations: null })
    const nobody = await createUserWithoutRights(platform)
    expect(await nobody.get(matters.list)).toMatchObject({ records: [], total: 0, byStage: [], listed: null })
    expect((await nobody.ask(declaration.calls.waiting)).status).toBe(403)
  })
})

describe('the matters', () => {
  test('are in the order of their deadlines, overdue first, and say how many days are left', async () => {
    const [late, soon] = [await review.beginDeclaration(), await review.beginDeclaration()]
    const at = (days: number) => wireTime(new Date(Date.now() + days * day))
    await setStage(platform, soon, 20, { stageUntil: at(1.5) })
    await setStage(platform, late, 20, { stageUntil: at(-2.5), stageSince: at(-7.5) })
    const { records } = await review.person('city').get(matters.list)
    expect(records.slice(0, 2)).toMatchObject([
      { id: late, stage: 20, daysLeft: -3, daysWaiting: 7 },
      { id: soon, stage: 20, daysLeft: 2, daysWaiting: 0 },
    ])
    expect(records.at(-1)).toMatchObject({ daysLeft: null, workdaysLeft: null, deadline: null })
    const days = await calendar(await systemCtx(platform.app, 'test'))
    expect(records[1]?.workdaysLeft).toBe(workdaysUntil(wireTime(), at(1.5), days))
  })

  test('have counts by stage that equal the totals of the lists they open', async () => {
    for (const who of ['city', 'office', 'expert1']) {
      const person = review.person(who)
      const { byStage } = await person.get(matters.list)
      for (const { status, value } of byStage)
        expect([who, status, (await person.get(declaration.calls.page, { declareStatus: status })).total]).toEqual([
          who,
          status,
          value,
        ])
    }
  })

  test('leave out the fields that the data scopes of the caller hide', async () => {
    const scopes = platform.db.updateTable('dataScope').where('resourceCode', '=', 'declaration')
    await scopes.set({ scopeField: 'projectName,declareStatus' }).execute()
    const viewer = await createStaff(platform, 'city', '320500')
    const { records } = await viewer.get(matters.list)
    expect(records.length).toBeGreaterThan(0)
    for (const one of records) expect(one).toMatchObject({ commpanyName: null, declareNo: null, since: null })
    expect(records.some(({ stage, deadline }) => stage !== null && deadline !== null)).toBe(true)
    await scopes.set({ scopeField: 'projectName,stageSince' }).execute()
    const withoutStage = await viewer.get(matters.list)
    expect(withoutStage.byStage).toEqual([])
    expect(withoutStage.records.map((one) => one.id)).toEqual(records.map((one) => one.id))
    for (const one of withoutStage.records) expect(one).toMatchObject({ stage: null, deadline: null, daysLeft: null })
    expect((await viewer.get(declaration.calls.statistics)).byStage).toEqual([])
    await scopes.set({ scopeField: '*' }).execute()
  })

  test('include the registrations that the caller can approve', async () => {
    const before = await admin.get(matters.list)
    await register(platform)
    const { registrations } = await admin.get(matters.list)
    expect(registrations?.value).toBe((before.registrations?.value ?? 0) + 1)
    expect((await admin.get(user.calls.page, { status: 0 })).total).toBe(registrations?.value)
  })
})

describe('tasks of processes wait', () => {
  const tasksFor = async (caller: Caller) => {
    const { tasks, total } = await caller.get(matters.list)
    const listed = await Promise.all([workTodo, workClaim].map(({ calls }) => caller.get(calls.list, { size: 200 })))
    const ids = listed.flatMap(({ records }) => records.map(({ taskId }) => taskId))
    for (const { taskId } of tasks.records) expect(ids).toContain(taskId)
    expect(tasks.claimable).toBe(tasks.records.filter(({ isOpen }) => isOpen).length)
    return { subjects: tasks.records.map(({ subject }) => subject), total: tasks.total, declarations: total }
  }

  test('for who approves a leave, may claim it, or has to correct it, most urgent first', async () => {
    const boss = await createStaff(platform, 'boss')
    await requestUntil('2026-11-03 18:00:00', '看病')
    await requestUntil('2026-11-06 18:00:00', '探亲')
    expect(await tasksFor(approver)).toEqual({ subjects: ['看病', '探亲'], total: 2, declarations: 0 })
    const [first, second] = (await approver.get(matters.list)).tasks.records
    expect(first).toMatchObject({ isOpen: false, taskName: '部门审批', categoryKey: 1, daysWaiting: 0, daysLeft: null })
    const decide = (taskId = '', flag = 'ok') =>
      approver.get(workTodo.calls.completeTask, { taskId, flag, comment: '已阅' })
    await decide(first?.taskId, 'no')
    await decide(second?.taskId)
    expect(await tasksFor(approver)).toMatchObject({ total: 0 })
    expect(await tasksFor(applicant)).toMatchObject({ subjects: ['看病'], total: 1 })
    expect((await boss.get(matters.list)).tasks).toMatchObject({
      ...{ total: 1, claimable: 1, records: [{ subject: '探亲', isOpen: true }] },
    })
  })

  let applicant: Caller
  let approver: Caller & { id: string }
  let processDefinitionId = ''

  beforeAll(async () => {
    applicant = await createStaff(platform, 'city')
    approver = await createStaff(platform, 'province_ca')
    const { records } = await applicant.get(workStart.calls.list, {})
    processDefinitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  })

  const requestUntil = (endTime: string, reason: string) =>
    applicant.get(leave.calls.startProcess, {
      ...{ processDefinitionId, taskUser: approver.id, reason, startTime: '2026-11-02 09:00:00', endTime },
    })

  /** A leave that waits for the heads of the office; resolves to its instance. */
  const waitForHead = async (reason: string): Promise<string> => {
    await requestUntil('2026-11-06 18:00:00', reason)
    const [first] = (await approver.get(matters.list)).tasks.records
    await approver.get(workTodo.calls.completeTask, { taskId: first?.taskId ?? '', flag: 'ok', comment: '已阅' })
    return (await admin.get(flowFollow.calls.list, { subject: reason })).records[0]?.processInstanceId ?? ''
  }

  test('for a candidate once, however they are one, until they are excluded or the process is suspended', async () => {
    const boss = await createStaff(platform, 'boss')
    const before = (await tasksFor(boss)).total
    const processInstanceId = await waitForHead('陪护')
    const change = (text: ReturnType<typeof sql>) => text.execute(platform.db)
    await change(sql`insert into flow_task_candidate (task_id, kind, value)
      select id, 'user', ${boss.id} from flow_task where instance_id = ${processInstanceId} and end_time is null`)
    expect(await tasksFor(boss)).toMatchObject({ total: before + 1, subjects: expect.arrayContaining(['陪护']) })
    const english = await boss.get(matters.list, {}, { 'blade-language': 'en' })
    expect(english.tasks.records.find(({ subject }) => subject === '陪护')).toMatchObject({
      ...{ taskName: 'Approval by the superior', processName: 'Request for leave', startUserName: 'city' },
      ...{ processKey: 'leave', processInstanceId, isOpen: true },
    })
    const suspend = (suspended: 0 | 1) =>
      admin.get(flowFollow.calls.suspendInstance, { processInstanceId, suspended, reason: '待核实' })
    await suspend(1)
    expect(await tasksFor(boss)).toMatchObject({ total: before })
    await suspend(0)
    expect(await tasksFor(boss)).toMatchObject({ total: before + 1 })
    await change(
      sql`update flow_task set excluded_users = array[${boss.id}::bigint] where instance_id = ${processInstanceId}`,
    )
    expect(await tasksFor(boss)).toMatchObject({ total: before })
  })

  test('for whose permissions allow it: to claim one that nobody has, to handle one of their own', async () => {
    const codes = ['work', 'work_todo', 'work_todo_handle']
    const handler = await createClerk(platform, 'handler', { codes: [...codes, 'work_claim'] })
    const reader = await createClerk(platform, 'todo_reader', { codes: ['work', 'work_todo', 'work_claim'] })
    const processInstanceId = await waitForHead('体检')
    const totals = async () => {
      const answers = await Promise.all([handler, reader].map((one) => one.get(matters.list)))
      return answers.map(({ tasks }) => tasks.total)
    }
    for (const { id: user } of [handler, reader])
      await sql`insert into flow_task_candidate (task_id, kind, value)
        select id, 'user', ${user} from flow_task where instance_id = ${processInstanceId} and end_time is null`.execute(
        platform.db,
      )
    // neither may claim
    expect(await totals()).toEqual([0, 0])
    const give = (user: string) =>
      sql`update flow_task set assignee = ${user} where instance_id = ${processInstanceId} and end_time is null`.execute(
        platform.db,
      )
    await give(handler.id)
    expect(await totals()).toEqual([1, 0])
    await give(reader.id)
    expect(await totals()).toEqual([0, 0])
  })

  test('at most eight of them, the most urgent ones, with their days; all are counted', async () => {
    for (let n = 1; n <= 9; n++) await requestUntil('2026-11-03 18:00:00', `第${n}件`)
    const dueIn = (reason: string, days: number) =>
      sql`update flow_task t set due_time = now() + make_interval(days => ${days}), create_time = now() - interval '3 days'
        from flow_instance i where i.id = t.instance_id and i.subject = ${reason} and t.end_time is null`.execute(
        platform.db,
      )
    await dueIn('第9件', 2)
    await dueIn('第8件', -1) // and a moment
    await dueIn('第1件', 30)
    const { tasks } = await approver.get(matters.list)
    expect(tasks.records.map(({ subject }) => subject)).toEqual([
      '第8件',
      '第9件',
      '第2件',
      '第3件',
      '第4件',
      '第5件',
      '第6件',
      '第7件',
    ])
    expect([tasks.total, tasks.claimable]).toEqual([9, 0])
    expect(tasks.records.slice(0, 3)).toMatchObject([
      { daysLeft: -2, daysWaiting: 3 },
      { daysLeft: 2, daysWaiting: 3 },
      { daysLeft: null, daysWaiting: 0 },
    ])
  })

  test('for who may confirm a removal, and a declaration that waits is counted once', async () => {
    id = await review.beginDeclaration()
    await bringTo(review, 50)
    const [office, other] = [review.person('office'), review.person('office2')]
    const before = await tasksFor(other)
    // the task of the public notice is in its list, and the declaration among those that wait
    expect(before).toMatchObject({ total: 0 })
    expect(before.declarations).toBeGreaterThan(0)
    await review.performAction('office', 'publish')
    await review.performAction('office', 'unlist', { comment: '企业注销' })
    const { total, subjects, declarations } = await tasksFor(other)
    expect([total, declarations]).toEqual([1, before.declarations - 1])
    expect(subjects).toEqual([review.projectName()])
    expect(await tasksFor(office)).toMatchObject({ total: 0 })
  })
})
