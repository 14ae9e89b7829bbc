import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { someDeclarations, stepArb, writeSteps } from '../../../tests/support/random-steps.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App, Ctx, User } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { applyStayChanges, type Months, maxDeclarationsRead, staysToCount } from './stays.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const scoped = (region: string, scope: object) =>
  person({
    region,
    organizationCode: 'A',
    rights: rightsOf({ codes: ['declaration'], scopes: { declaration: [scope] } }),
  })
const inRegion = { type: 5, column: 'city', value: 'declareStatus_ge=30' }
const named = { type: 5, column: 'operators,city', value: 'declareStatus_ge=5' }
const own = { type: 5, column: 'organizationCode' }
const operator = (number: number, region: string, organizationCode: string | null, ...scopes: object[]) =>
  person({
    accountType: 2,
    ...{ operator: number, region, organizationCode },
    rights: rightsOf({ codes: ['declaration'], scopes: { declaration: scopes } }),
  })
const people: Readonly<Record<string, User>> = {
  'an administrator': person({ rights: rightsOf({ administrator: true }) }),
  'an officer of the country': scoped('00', inRegion),
  'an officer of the country for one city': scoped('00', { type: 5, column: 'city', value: 'city_equal=320500' }),
  'an officer of a province': scoped('320000', inRegion),
  'an officer of a city': scoped('320500', inRegion),
  'an expert': person({ ...scoped('320500', { type: 5, column: 'experts' }), id: '21' }),
  'an operator of the country': operator(1, '00', null, named, own),
  'an operator of a province': operator(1, '320000', 'A', named, own),
  'an operator of a city': operator(2, '320500', 'B', own, named),
  'an operator that sees some stages of one operator': operator(1, '320000', 'A', own, {
    ...named,
    value: 'declareStatus_ge=5&operators_equal=1',
  }),
}

const allMonths: Months = { from: null, to: null }
const periods: readonly Months[] = [allMonths, { from: '2025-02', to: null }, { from: null, to: '2025-01' }]

/** The number of stays that somebody sees of declarations submitted in these months, by month, stage and length. */
const countIn = (ctx: Ctx, province: string | null, { from, to }: Months, source: Fragment) =>
  run(
    db,
    sql`select month, stage, tenths, sum(stays)::int as n from ${source}
      where ${rowFilter(ctx, declaration)} and furthest_stage >= 0 and ${province ? sql`province = ${province}` : sql`true`}
        and ${from ? sql`month >= ${from}` : sql`true`} and ${to ? sql`month between '0' and ${to}` : sql`true`}
      group by 1, 2, 3 having sum(stays) > 0 order by 1, 2, 3`,
  )

const selections = [null, '320000'].flatMap((province) => periods.map((months) => [province, months] as const))

/** Counted from each step: a second implementation of the rule. */
const steps = sql`(select d.*, coalesce(to_char(apply_time, 'YYYY-MM'), '') as month, m.to_stage as stage, 1 as stays,
    round(extract(epoch from n.create_time - m.create_time) / 8640)::int as tenths
  from declaration d join declaration_move m on m.pid = d.id and m.from_stage <> m.to_stage
    join lateral (select create_time from declaration_move n where n.pid = d.id and n.from_stage <> n.to_stage and n.id > m.id
      order by n.id limit 1) n on true
  where m.to_stage = any(array[10, 20, 30, 40, 50, 60])) declaration`

test('kept stays are those of the steps that somebody sees, after any writes at the same time, applied or not', async () => {
  const ids = await someDeclarations(db)
  const contexts = await Promise.all(
    Object.entries(people).map(async ([name, one]) => [name, await contextFor(app, one)] as const),
  )
  const seen = new Set<string>()
  const expectSame = async () => {
    for (const [name, ctx] of contexts)
      for (const [province, months] of selections) {
        const counted = await countIn(ctx, province, months, steps)
        const read = await countIn(ctx, province, months, staysToCount(ctx, province, months))
        expect([name, province, months, read]).toEqual([name, province, months, counted])
        if (counted.length > 0) seen.add(name)
      }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (writers) => {
        await Promise.all(writers.map((some) => writeSteps(db, ids, some)))
        await expectSame()
        await applyStayChanges(db)
        await expectSame()
      },
    ),
    { numRuns: 20 },
  )
  expect([...seen].sort()).toEqual(Object.keys(people).sort())
  await sql`update declaration set is_deleted = 0, tenant_id = '000000', city = '320500', province = '320000', declare_status = 60,
    furthest_stage = 20, operators = array[2]`.execute(db)
  await sql`update declaration set operators = array[3, 1]`.execute(db)
  await expectSame()
  await sql`select recount_stays()`.execute(db)
  await expectSame()
  await sql`delete from declaration`.execute(db)
  await expectSame()
})

test('without kept figures, the declarations that were submitted last are read', async () => {
  const row = (day: string, extra: number) =>
    sql`insert into declaration (project_name, tenant_id, city, province, declare_status, furthest_stage, apply_time, experts)
      select '申报', '000000', '320500', '320000', 60, 20, ${day}::timestamp + n * interval '1 second', array[21]
      from generate_series(1, ${extra}) n returning id`.execute(db)
  const first = async (day: string, hours: number) => {
    const { rows } = await row(day, 1)
    const [{ id }] = rows as [{ id: string }]
    await sql`insert into declaration_move (pid, move, from_stage, to_stage, loop, remarks, create_time) values
      (${id}, 'submit', 0, 10, 0, '[]', '2025-01-01 00:00:00'),
      (${id}, 'claim', 10, 20, 0, '[]', '2025-01-01 00:00:00'::timestamp + ${hours} * interval '1 hour')`.execute(db)
  }
  await first('2025-01-01 00:00:00', 24)
  await row('2025-02-01 00:00:00', maxDeclarationsRead - 1)
  await first('2025-03-01 00:00:00', 48)
  const expert = await contextFor(app, people['an expert'] as User)
  const read = await countIn(expert, null, allMonths, staysToCount(expert, null))
  expect(read).toEqual([{ month: '2025-03', stage: 10, tenths: 20, n: 1 }])
})
