import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { reviewTasks } from '../support/review-tasks.ts'
import { createStaff } from '../support/scenario.ts'

/** What has come to a person since they left the list of all that waits for them. */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let city: Person
let colleague: Person

const list = async (by: Caller, filter: object = {}) =>
  (await by.get(workWaiting.calls.list, { size: 200, ...filter } as never)).records
/** Whether the declaration is new for the person; undefined if it does not wait for them. */
const isNew = async (by: Caller) => (await list(by)).find(({ businessId }) => businessId === review.id())?.isNew
const leave = (by: Caller, seconds = 0) => by.get(workWaiting.calls.leaveList, { seconds })
const taskId = async () => (await tasks.taskOf('city', 'cityReview')).taskId
const submit = () => review.performAction('company', 'submit')
const accept = () => review.performAction('city', 'claim')

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  city = review.person('city')
  colleague = await createStaff(platform, 'city', '320500')
})

beforeEach(async () => {
  await sql`delete from waiting_visit`.execute(platform.db)
  await review.beginDeclaration()
})

describe('a row is new', () => {
  test('if it has come since the list was left, for each person alone; before the first visit none is', async () => {
    await submit()
    expect([await isNew(city), await isNew(colleague)]).toEqual([0, 0])
    await leave(city)
    await review.beginDeclaration()
    await submit()
    expect([await isNew(city), await isNew(colleague)]).toEqual([1, 0])
    await leave(city)
    expect(await isNew(city)).toBe(0)
  })

  test('until the list is left, however often it and its pages are read', async () => {
    await leave(city)
    await submit()
    for (let i = 0; i < 3; i += 1) expect(await isNew(city)).toBe(1)
    await city.get(workWaiting.calls.notReady, {})
  })

  test('and can be filtered, with what else the list filters', async () => {
    await submit()
    const old = review.id()
    await leave(city)
    await review.beginDeclaration()
    await submit()
    const found = await list(city, { isNew: 1 })
    expect(found.map(({ businessId, isNew: mark }) => [businessId, mark])).toEqual([[review.id(), 1]])
    expect((await list(city, { isNew: 0 })).map(({ businessId }) => businessId)).toContain(old)
    expect(await list(city, { isNew: 1, status: 'todo' })).toEqual([])
    await leave(city)
    expect(await list(city, { isNew: 1 })).toEqual([])
  })

  test('if it came between reading and leaving', async () => {
    await submit()
    await leave(city, 60)
    expect(await isNew(city)).toBe(1)
    await leave(city)
    // another window that read it before
    await leave(city, 60)
    expect(await isNew(city)).toBe(0)
    expect((await city.ask(workWaiting.calls.leaveList, { seconds: 10_000_000 })).status).toBe(400)
  })

  test('not by the own step: an acceptance, a claim, or giving it back', async () => {
    await submit()
    await leave(city)
    await accept()
    expect(await isNew(city)).toBe(0)
    await city.get(workClaim.calls.unclaimTask, { taskId: await taskId(), reason: '另有安排' })
    expect(await isNew(city)).toBe(0)
    await city.get(workClaim.calls.claimTask, { taskId: await taskId() })
    expect(await isNew(city)).toBe(0)
  })

  test('if a colleague gives it back, passes it on or consults, or an administrator reassigns it', async () => {
    await submit()
    await accept()
    await leave(colleague)
    await city.get(workTodo.calls.consult, { taskId: await taskId(), userIds: colleague.id })
    expect(await isNew(colleague)).toBe(1)
    await leave(colleague)
    expect(await isNew(colleague)).toBe(0)
    const id = await taskId()
    await city.get(workTodo.calls.transferTask, { taskId: id, userId: colleague.id })
    expect(await isNew(colleague)).toBe(1)
    await leave(city)
    await colleague.get(workClaim.calls.unclaimTask, { taskId: id, reason: '另有安排' })
    expect(await isNew(city)).toBe(1)
    await leave(colleague)
    await (await platform.admin()).get(flowFollow.calls.reassignTask, {
      taskId: id,
      userId: colleague.id,
      reason: '调整',
    })
    expect(await isNew(colleague)).toBe(1)
  })

  test('if its person has named a deputy since', async () => {
    await submit()
    await accept()
    await leave(colleague)
    await sql`insert into deputy (deputy_user, start_time, end_time, create_user)
      values (${colleague.id}, now() - interval '1 minute', now() + interval '1 day', ${city.id})`.execute(platform.db)
    // the deputation began before the visit
    expect(await isNew(colleague)).toBe(0)
    await sql`update deputy set start_time = now()`.execute(platform.db)
    expect(await isNew(colleague)).toBe(1)
    await sql`update deputy set ended_time = now()`.execute(platform.db)
  })
})

test('an export of the list and the other lists know nothing of visits', async () => {
  await leave(city)
  await submit()
  const file = await (await city.raw('GET', `${exportCallsOf(workWaiting).direct.path}?format=csv`)).text()
  expect(file).toContain(review.projectName())
  const { records } = await city.get(workClaim.calls.list, { size: 100 })
  expect(Object.keys(records[0] ?? {})).not.toContain('isNew')
})
