import type { RawBuilder } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** The rows from which 待签 is listed, after each change of what they are copied from. */

let platform: Platform
let review: Review
let people: Readonly<Record<string, Caller>>

const claimCodes = ['work', 'work_claim', 'work_claim_sign', 'declaration']

/** Somebody with the role of the candidates of a city, and another data scope. */
const clerkWith = async (admin: Caller, name: string, scopeColumn: string, scopeValue?: string) => {
  const scope = await createScope(admin, {
    ...{ resourceCode: 'declaration', scopeType: 5, scopeColumn, scopeField: '*' },
    ...(scopeValue ? { scopeValue } : {}),
  })
  const clerk = await createClerk(platform, name, { codes: claimCodes, scopes: [scope] })
  await sql`update "user" set operator = 1, role_id = role_id || array(select id from role where role_alias = 'city')
    where id = ${clerk.id}`.execute(platform.db)
  return clerk
}

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  people = {
    city: review.person('city'),
    otherCity: await createStaff(platform, 'city', '320100'),
    province: await createStaff(platform, 'city', '320000'),
    office: review.person('office'),
    miit: review.person('miit'),
    ca: review.person('ca'),
  }
})

/** The subjects of the tasks that an export reads: it tests each task, without the kept rows. */
const exported = async (by: Caller): Promise<string[]> => {
  const answer = await by.raw('GET', `${exportCallsOf(workClaim).direct.path}?format=csv`)
  const lines = (await answer.text()).split('\r\n').slice(1)
  return lines.flatMap((line) => /第\d+号项目/.exec(line)?.[0] ?? [])
}

const listed = async (by: Caller): Promise<string[]> =>
  (await by.get(workClaim.calls.list, { size: 200 })).records.flatMap(({ subject }) => subject ?? [])

const expectSame = async (what: string) => {
  const [difference] = await run<{ missing: number; wrong: number }>(
    platform.db,
    sql`with live as (
        select t.id, c.kind, c.value, i.definition_id, i.suspension_state <> 1, i.tenant_id, i.business_id, d.city, d.declare_status,
          case when i.business_table = 'declaration' then d.is_deleted else 0 end, t.excluded_users, t.moves, t.due_time, t.create_time
        from flow_task t join flow_instance i on i.id = t.instance_id join flow_task_candidate c on c.task_id = t.id
          left join declaration d on i.business_table = 'declaration' and d.id = i.business_id
        where t.end_time is null and t.assignee is null),
      kept as (
        select id, kind, value, definition_id, is_suspended, tenant_id, business_id, city, declare_status, is_deleted, excluded_users,
          moves, due_time, create_time from flow_claimable)
      select (select count(*)::int from (select * from live except select * from kept) t) as missing,
        (select count(*)::int from (select * from kept except select * from live) t) as wrong`,
  )
  expect([what, difference]).toEqual([what, { missing: 0, wrong: 0 }])
  for (const [name, by] of Object.entries(people))
    expect([what, name, (await listed(by)).toSorted()]).toEqual([what, name, (await exported(by)).toSorted()])
}

test('are those of the open tasks, and show everybody what they may claim', async () => {
  const admin = await platform.admin()
  people = {
    ...people,
    byOperator: await clerkWith(admin, 'claims.operator', 'operators', 'declareStatus_ge=10'),
    byStage: await clerkWith(admin, 'claims.stage', 'city', 'declareStatus_ge=30'),
    byOwn: await createStaff(platform, 'city', '440300'),
  }
  await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await expectSame('submitted')
  for (const stage of [20, 30, 40, 50] as const) {
    await review.beginDeclaration()
    await bringTo(review, stage)
    await expectSame(`stage ${stage}`)
  }
  expect((await listed(people.office as Caller)).length).toBeGreaterThan(1)
  const of = (table: 'declaration' | 'flow_instance') =>
    sql`${table === 'declaration' ? sql`id` : sql`business_id`} = ${review.id()}`
  const change = async (what: string, statement: RawBuilder<unknown>) => {
    await statement.execute(platform.db)
    await expectSame(what)
  }
  await change('moved to another city', sql`update declaration set city = '320100' where ${of('declaration')}`)
  await change('removed', sql`update declaration set is_deleted = 1 where ${of('declaration')}`)
  await change('restored', sql`update declaration set is_deleted = 0 where ${of('declaration')}`)
  await change('suspended', sql`update flow_instance set suspension_state = 2 where ${of('flow_instance')}`)
  await change('resumed', sql`update flow_instance set suspension_state = 1 where ${of('flow_instance')}`)
  await change('suspended as a whole', sql`update flow_definition set suspension_state = 2 where key = 'xmsb'`)
  expect(await listed(people.office as Caller)).toEqual([])
  await change('resumed as a whole', sql`update flow_definition set suspension_state = 1 where key = 'xmsb'`)
  await change('due later', sql`update flow_task set due_time = now() + interval '9 days' where end_time is null`)
  const { id: office } = review.person('office')
  const exclude = (ids: readonly string[]) =>
    sql`update flow_task set excluded_users = ${ids}::bigint[] where end_time is null`
  await change('excluded', exclude([office]))
  expect(await listed(people.office as Caller)).toEqual([])
  await change('not excluded', exclude([]))
  await change('given to somebody', sql`update flow_task set assignee = 1 where end_time is null and id % 2 = 0`)
  await change('given back', sql`update flow_task set assignee = null where assignee = 1 and end_time is null`)
  await change('ended', sql`update flow_task set end_time = now(), end_reason = 'ended' where end_time is null`)
})
