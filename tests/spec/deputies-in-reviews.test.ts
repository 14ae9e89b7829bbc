import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { createStaff, submitAction } from '../support/scenario.ts'

/** What several people do at a task of a declaration that one of them has: the principal, the deputy, and colleagues. */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let city: Person
let colleague: Person
let third: Person

const beDeputy = (principal: { id: string }, of: { id: string }) =>
  sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${of.id}, now() - interval '1 hour', now() + interval '1 day', ${principal.id})`.execute(platform.db)
const endAll = () => sql`update deputy set ended_time = now() where ended_time is null`.execute(platform.db)
const hasTask = async (by: Caller) =>
  (await by.get(workTodo.calls.list, { size: 100 })).records.some((row) => row.businessId === review.id())
const passOn = (by: Caller, taskId: string, to: Person) =>
  by.ask(workTodo.calls.transferTask, { taskId, userId: to.id })
const taskId = async () => (await tasks.taskOf('city', 'cityReview')).taskId

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  city = review.person('city')
  colleague = await createStaff(platform, 'city', '320500')
  third = await createStaff(platform, 'city', '320500')
})

beforeEach(async () => {
  await endAll()
  await review.beginDeclaration()
  await bringTo(review, 20)
})

describe('a deputy', () => {
  test('is told with the officer when a declaration comes back to them', async () => {
    await review.performAction('city', 'cityReturn', remarks('information.projectName'))
    await beDeputy(city, colleague)
    await review.company.get(declaration.calls.submitStatus, {
      ...{ id: review.id(), action: 'submit', comment: '已按要求修改', confirmTruth: 1 },
    })
    const ofThis = async (by: Caller) =>
      (await by.get(messages.list, { size: 50 })).records.filter(({ title }) => title.includes(review.projectName()))
        .length
    // one of the first submission each, and one of the second
    expect([await ofThis(colleague), await ofThis(third)]).toEqual([2, 1])
    expect([await hasTask(city), await hasTask(colleague), await hasTask(third)]).toEqual([true, true, false])
  })

  test('and the principal decide once, also at the same time', async () => {
    await beDeputy(city, colleague)
    const id = await taskId()
    const approve = (by: Caller) => completeTask(by, { taskId: id, variables: { action: 'cityApprove' } })
    const answers = await Promise.all([approve(city), approve(colleague)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await review.status()).status).toBe(30)
  })

  test('uses up the approval of the principal, also after the end', async () => {
    const [first, second] = [review.person('miit'), await createStaff(platform, 'province_miit', '320000')]
    await review.performAction('city', 'cityApprove')
    await sql`update "user" set role_id = role_id || array(select id from role where role_alias = 'province_ca')
      where id = ${first.id}`.execute(platform.db)
    const { records } = await first.get(workClaim.calls.list, { size: 100 })
    const task = records.find((row) => row.businessId === review.id() && row.taskDefinitionKey === 'provinceReview')
    await first.get(workClaim.calls.claimTask, { taskId: task?.taskId ?? '' })
    const group = await sql<{
      value: string
    }>`select value from flow_task_candidate where task_id = ${task?.taskId}`.execute(platform.db)
    await beDeputy(first, second)
    if (group.rows[0]?.value !== 'province_miit')
      await sql`update "user" set role_id = role_id || array(select id from role where role_alias = 'province_ca')
        where id = ${second.id}`.execute(platform.db)
    expect((await submitAction(second, review.id(), 'provinceApprove')).success).toBe(true)
    await endAll()
    const approvers = await sql<{ ids: string[] }>`select f.approvers::text[] as ids from declaration d
      cross join lateral declaration_facts(d.id, d.declare_status, d.experts) f where d.id = ${review.id()}`.execute(
      platform.db,
    )
    expect(approvers.rows[0]?.ids).toContain(second.id)
    const { principal } = (
      await sql<{ principal: string | null }>`select principal_id::text as principal from declaration_move
        where pid = ${review.id()} order by id desc limit 1`.execute(platform.db)
    ).rows[0] ?? { principal: null }
    if (principal) {
      expect(approvers.rows[0]?.ids).toContain(first.id)
      expect((await submitAction(first, review.id(), 'provinceApprove')).status).toBe(409)
    }
    expect(principal).toBe(first.id)
  })
})

describe('a task that was passed on', () => {
  test('can be passed on again, and given back to all candidates', async () => {
    const id = await taskId()
    expect((await passOn(city, id, colleague)).success).toBe(true)
    expect((await passOn(city, id, third)).status).toBe(409)
    expect((await passOn(colleague, id, third)).success).toBe(true)
    expect([await hasTask(city), await hasTask(colleague), await hasTask(third)]).toEqual([false, false, true])
    expect((await third.ask(workClaim.calls.unclaimTask, { taskId: id, reason: '不熟悉' })).success).toBe(true)
    expect((await city.ask(workClaim.calls.claimTask, { taskId: id })).success).toBe(true)
    expect((await completeTask(city, { taskId: id, variables: { action: 'cityApprove' } })).success).toBe(true)
    expect((await passOn(city, id, third)).status).toBe(409)
  })

  test('can be reassigned by an administrator, and cannot be passed on while the process is suspended', async () => {
    const id = await taskId()
    expect((await passOn(city, id, colleague)).success).toBe(true)
    const admin = await platform.admin()
    await admin.get(flowFollow.calls.reassignTask, { taskId: id, userId: third.id, reason: '调整分工' })
    expect([await hasTask(colleague), await hasTask(third)]).toEqual([false, true])
    const processInstanceId = await tasks.instanceId()
    await admin.get(flowFollow.calls.suspendInstance, { processInstanceId, suspended: 1, reason: '核查' })
    expect((await passOn(third, id, city)).status).toBe(409)
    await admin.get(flowFollow.calls.suspendInstance, { processInstanceId, suspended: 0, reason: '恢复' })
    expect((await passOn(third, id, city)).success).toBe(true)
  })
})
