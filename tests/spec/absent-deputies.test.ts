import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { checkDeputies } from '#server/work/absent-deputies.ts'
import { requestDaysOff } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask } from '../support/review-tasks.ts'
import { createStaff } from '../support/scenario.ts'

/** The head of the office is told when a deputy is away or cannot handle what lies with the principal. */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let principal: Person
let stand: Person
let head: Person
let above: Person
let approver: Person

const deputise = (of: { id: string }, from = '- 1 hour', to = '1 day') =>
  sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${of.id}, now() + ${from}::interval, now() + ${to}::interval, ${principal.id})`.execute(platform.db)
/** The same with dates, as the leave of `requestDaysOff` has: 2 to 3 November 2026. */
const deputiseOn = (of: { id: string }, from: string, to: string) =>
  sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${of.id}, ${from}, ${to}, ${principal.id})`.execute(platform.db)
const endAll = () => sql`update deputy set ended_time = now() where ended_time is null`.execute(platform.db)
/** Messages of a person about a deputy since the last call, newest first. */
const news = async (by: Caller) => {
  const { records } = await by.get(messages.list, { size: 100 })
  await by.get(messages.read, { ids: records.map(({ id }) => id).join(',') })
  return records
    .filter(({ isRead, title }) => !isRead && title.includes('代办人'))
    .map(({ title, text, link }) => ({ title, text, link }))
}
const check = () => checkDeputies(platform.app)
const setHead = async (deptId: string, of: { id: string } | null) =>
  sql`update dept set head = ${of?.id ?? null} where id = ${deptId}`.execute(platform.db)
let [office, parent] = ['', '']

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  principal = review.person('city')
  stand = await createStaff(platform, 'city', '320500', 'stand')
  head = await createStaff(platform, 'city', '320500', 'head')
  above = await createStaff(platform, 'city', '320500', 'above')
  approver = review.person('miit')
  const { rows } = await sql<{
    id: string
  }>`insert into dept (dept_name, full_name, dept_category, parent_id, ancestors, sort)
    values ('市局', '市局', 1, 0, '0', 1), ('一科', '一科', 1, 0, '0', 2) returning id::text`.execute(platform.db)
  ;[parent, office] = [rows[0]?.id ?? '', rows[1]?.id ?? '']
  await sql`update dept set parent_id = ${parent} where id = ${office}`.execute(platform.db)
  await sql`update "user" set dept_id = array[${office}::bigint] where id in (${principal.id}, ${stand.id})`.execute(
    platform.db,
  )
  await setHead(office, head)
  await setHead(parent, above)
})

beforeEach(async () => {
  await endAll()
  await sql`update leave set leave_state = 'cancelled'`.execute(platform.db)
  await review.beginDeclaration()
  await bringTo(review, 20)
  for (const one of [principal, stand, head, above]) await news(one)
})

describe('a deputy whose leave is approved', () => {
  const approveLeave = async () => {
    const id = await requestDaysOff(stand, approver, '年假')
    const task = (await approver.get(workTodo.calls.list, { size: 100 })).records.find((row) => row.businessId === id)
    expect((await completeTask(approver, { taskId: task?.taskId ?? '' })).success).toBe(true)
  }

  test('is announced to the principal, the deputy, and the head of the office', async () => {
    await deputiseOn(stand, '2026-11-01', '2026-11-10')
    await approveLeave()
    const own = [{ title: '代办人city在代办期间请假，其间任务由委托人本人办理', text: '', link: '/work/deputy' }]
    expect(await news(principal)).toEqual(own)
    expect(await news(stand)).toEqual(own)
    expect(await news(head)).toEqual([
      {
        title: 'city的代办人city在代办期间请假，其间任务无人代办',
        text: expect.stringContaining('请安排'),
        link: '/inbox/messages',
      },
    ])
    expect(await news(above)).toEqual([])
  })

  test('is announced one level above, if the deputy is the head', async () => {
    await setHead(office, stand)
    await deputiseOn(stand, '2026-11-01', '2026-11-10')
    await approveLeave()
    await setHead(office, head)
    expect([(await news(head)).length, (await news(above)).length]).toEqual([0, 1])
  })

  test('is announced to nobody outside of a deputation', async () => {
    await deputiseOn(stand, '2026-11-05', '2026-11-06')
    await approveLeave()
    expect([await news(principal), await news(head)]).toEqual([[], []])
  })
})

describe('a deputy who cannot handle what lies with the principal', () => {
  const roleOf = async (of: { id: string }) =>
    (await sql<{ ids: string }>`select role_id::text as ids from "user" where id = ${of.id}`.execute(platform.db))
      .rows[0]?.ids
  const setRole = (of: { id: string }, ids: string | undefined) =>
    sql`update "user" set role_id = ${ids}::bigint[] where id = ${of.id}`.execute(platform.db)

  test('is no matter while they can', async () => {
    await deputise(stand)
    expect(await check()).toBe(0)
    expect([await news(principal), await news(head)]).toEqual([[], []])
  })

  test('has lost the role: the principal and the head are told of each task, once', async () => {
    await deputise(stand)
    const roles = await roleOf(stand)
    await setRole(stand, '{}')
    // what earlier tests have left with the principal counts too
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from flow_task
      where assignee = ${principal.id} and end_time is null`.execute(platform.db)
    const count = rows[0]?.count ?? 0
    expect(count).toBeGreaterThan(0)
    expect(await check()).toBe(count)
    expect(await news(principal)).toEqual([
      {
        title: `代办人city不能办理city的 ${count} 项任务，任务由委托人本人办理`,
        text: expect.stringContaining('权限、数据范围或回避关系不符'),
        link: '/work/deputy',
      },
    ])
    expect(await news(head)).toEqual([
      {
        title: expect.stringContaining('不能办理'),
        text: expect.stringContaining('由管理员改派'),
        link: '/inbox/messages',
      },
    ])
    expect([await news(stand), await news(above)]).toEqual([[], []])
    expect(await check()).toBe(0)
    expect(await news(head)).toEqual([])
    // another one that arrives meanwhile
    await review.beginDeclaration()
    await bringTo(review, 20)
    expect(await check()).toBe(1)
    expect((await news(head))[0]?.text).toContain(review.projectName())
    await setRole(stand, roles)
  })

  test.each([
    ['another region', sql`region = '320100'`, sql`region = '320500'`],
    ['no account any more', sql`status = 2`, sql`status = 1`],
  ])('has %s', async (_, change, back) => {
    await deputise(stand)
    await sql`update "user" set ${change} where id = ${stand.id}`.execute(platform.db)
    expect(await check()).toBeGreaterThan(0)
    expect((await news(head)).length).toBe(1)
    await sql`update "user" set ${back} where id = ${stand.id}`.execute(platform.db)
  })

  test('is told to nobody before and after the deputation, nor during a leave that was announced', async () => {
    const roles = await roleOf(stand)
    await setRole(stand, '{}')
    await deputise(stand, '1 hour', '1 day')
    await deputise(stand, '- 2 days', '- 1 day')
    expect(await check()).toBe(0)
    await endAll()
    await deputise(stand)
    await sql`insert into leave (create_user, start_time, end_time, reason, task_user, days, apply_time, leave_state)
      values (${stand.id}, now() - interval '1 hour', now() + interval '2 days', '年假', ${stand.id}, 2, now(), 'approved')`.execute(
      platform.db,
    )
    expect(await check()).toBe(0)
    await setRole(stand, roles)
  })

  test('has to stay out of one matter only', async () => {
    await deputise(stand)
    await sql`update flow_task set excluded_users = array[${stand.id}::bigint] where instance_id in
      (select id from flow_instance where business_id = ${review.id()})`.execute(platform.db)
    expect(await check()).toBe(1)
    expect((await news(head))[0]?.text).toContain(review.projectName())
    expect((await principal.get(declaration.calls.getStatus, { id: review.id() })).status).toBe(20)
  })
})
