import { beforeAll, describe, expect, test } from 'vitest'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { sql } from '#server/base/database/sql.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff } from '../support/scenario.ts'

/** 待我办理: what 待签 and 待办 contain, of every kind, in one list (docs/decisions/0150). */

let platform: Platform
let review: Review
let city: Caller & { readonly id: string }

const { list, notReady } = workWaiting.calls

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  city = review.person('city')
})

const rowsOf = async (by: Caller, input: object = {}) => (await by.get(list, { size: 200, ...input })).records
const subjectsOf = async (by: Caller, input: object = {}) => (await rowsOf(by, input)).map(({ subject }) => subject)

const submitted = async (...actions: readonly string[]) => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  for (const action of actions) await review.performAction('city', action)
  return id
}

/** A leave request that this person has to approve. */
const leaveFor = async (approver: Caller & { readonly id: string }, reason: string) => {
  const applicant = await createStaff(platform, 'city')
  const { records } = await applicant.get(workStart.calls.list, {})
  const processDefinitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
  return requestLeave(applicant, { processDefinitionId, taskUser: approver.id, reason, ...period })
}

const dueIn = (table: string, businessId: string, days: number) =>
  sql`update flow_task t set due_time = now() + make_interval(days => ${days}) from flow_instance i
    where i.id = t.instance_id and i.business_table = ${table} and i.business_id = ${businessId} and t.end_time is null`.execute(
    platform.db,
  )

describe('what waits for a person', () => {
  test('is one list of every kind, by deadline, with its state; each row is in one of the two lists of the family', async () => {
    const toAccept = await submitted()
    const accepted = await submitted('claim')
    const leave = await leaveFor(city, '参加培训')
    await dueIn('declaration', toAccept, 3)
    await dueIn('declaration', accepted, 1)
    await dueIn('leave', leave, 2)
    const rows = await rowsOf(city)
    expect(rows.map(({ businessId, status, canAccept }) => [businessId, status, canAccept])).toEqual([
      [accepted, 'todo', 0],
      [leave, 'todo', 0],
      [toAccept, 'claim', 1],
    ])
    const [todo, claim] = await Promise.all(
      [workTodo, workClaim].map(({ calls }) => city.get(calls.list, { size: 200 })),
    )
    const both = [...(todo?.records ?? []), ...(claim?.records ?? [])]
    expect(rows.map(({ taskId }) => taskId).toSorted()).toEqual(both.map(({ taskId }) => taskId).toSorted())
    expect(await city.get(notReady, {})).toBe(0)
  })

  test('is filtered by state and type, found by a word, sorted, paged, and exported', async () => {
    const all = await subjectsOf(city)
    const pages = await Promise.all(all.map((_, at) => subjectsOf(city, { size: 1, current: at + 1 })))
    expect(pages.flat()).toEqual(all)
    expect(await rowsOf(city, { status: 'claim' })).toHaveLength(1)
    expect((await rowsOf(city, { status: 'todo' })).map(({ businessTable }) => businessTable)).toEqual([
      'declaration',
      'leave',
    ])
    expect(await subjectsOf(city, { category: 'flow_1' })).toEqual(['参加培训'])
    expect(await subjectsOf(city, { keyword: '培训' })).toEqual(['参加培训'])
    expect(await subjectsOf(city, { descs: 'createTime' })).toEqual(expect.arrayContaining(all))
    const file = await city.raw('GET', `${exportCallsOf(workWaiting).direct.path}?format=csv`)
    const text = await file.text()
    for (const subject of all) expect(text).toContain(subject)
  })

  test('is nobody else’s: not another city’s, not a colleague’s who has taken it, not the declarant’s', async () => {
    const before = await subjectsOf(city)
    expect(before.length).toBeGreaterThan(0)
    expect(await rowsOf(await createStaff(platform, 'city', '320100'))).toEqual([])
    const colleague = await createStaff(platform, 'city', '320500')
    // who may accept it as well sees only what nobody has taken
    expect((await rowsOf(colleague)).map(({ status }) => status)).toEqual(['claim'])
    expect(await rowsOf(review.company)).toEqual([])
  })

  test('is one row of a matter, also with several tasks', async () => {
    const id = await submitted('claim')
    const rowsOfIt = async () => (await rowsOf(city)).filter(({ businessId }) => businessId === id)
    expect(await rowsOfIt()).toHaveLength(1)
    await sql`insert into flow_task (instance_id, execution_id, task_key, name, assignee, moves)
      select t.instance_id, t.execution_id || '-second', t.task_key, t.name, t.assignee, t.moves
      from flow_task t join flow_instance i on i.id = t.instance_id
      where i.business_table = 'declaration' and i.business_id = ${id} and t.end_time is null`.execute(platform.db)
    expect(await rowsOfIt()).toHaveLength(1)
    expect((await rowsOf(city, { status: 'todo' })).filter(({ businessId }) => businessId === id)).toHaveLength(1)
    const { total } = await city.get(list, { size: 1 })
    expect(total).toBe((await rowsOf(city)).length)
  })

  test('leaves the list once it is done, and says what it waits for if nobody can handle it yet', async () => {
    const office = review.person('office')
    await submitted('claim', 'approve')
    for (const who of ['ca', 'miit']) await review.performAction(who, 'approve')
    const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join()
    const [before] = await rowsOf(office)
    expect(before).toMatchObject({ status: 'claim', waitsFor: null })
    await review.performAction('office', 'assign', { experts })
    expect(await rowsOf(office)).toMatchObject([{ waitsFor: 'scores' }])
    expect(await office.get(notReady, {})).toBe(1)
    const expert = review.person('expert1')
    expect(await rowsOf(expert)).toMatchObject([{ status: 'todo' }])
    await review.performAction('expert1', 'score', { conflict: 0, score: 80 })
    expect(await rowsOf(expert)).toEqual([])
  })
})
