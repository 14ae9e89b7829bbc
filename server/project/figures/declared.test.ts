import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { stepArbOf, writeAtOnce } from '../../../tests/support/random-writes.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { applyDeclarationChanges, declarationsToCount } from './declared.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const valuesArb = fc.record(
  {
    stageName: fc.constantFrom(null, '复核', '会签'),
    declareStatus: fc.constantFrom(0, 10, 20, 25, 60),
    furthestStage: fc.constantFrom(null, 10, 20),
    applyTime: fc.constantFrom(null, '2025-01-31 23:59:59', '2025-02-01 00:00:00'),
    city: fc.constantFrom(null, '320500', '320100', '330100'),
    province: fc.constantFrom(null, '320000', '330000'),
    organizationCode: fc.constantFrom(null, 'A', 'B'),
    tenantId: fc.constantFrom('000000', '000000', '111111'),
  },
  { requiredKeys: [] },
)
const stepArb = stepArbOf(valuesArb)
const table = {
  name: 'declaration',
  required: { declareStatus: 0 },
  emptied: { city: null },
  apply: applyDeclarationChanges,
} as const

const scoped = (region: string, scope: object) =>
  person({
    region,
    organizationCode: 'A',
    rights: rightsOf({ codes: ['declaration'], scopes: { declaration: [scope] } }),
  })
const submitted = { type: 5, column: 'city', value: 'declareStatus_ge=10' }
const actors = {
  'an administrator': person({ rights: rightsOf({ administrator: true }) }),
  'an officer of the country': scoped('00', submitted),
  'an officer of a province': scoped('320000', submitted),
  'an officer of a city': scoped('320500', submitted),
  'an officer of a province whose scope names a city': scoped('320000', {
    type: 5,
    column: 'city',
    value: 'city_equal=320500',
  }),
  'an enterprise': scoped('320500', { type: 5, column: 'organizationCode' }),
}

/** The number of declarations of each month, stage and title that somebody sees. */
const countIn = (ctx: Ctx, source: Fragment) =>
  run(
    db,
    sql`select month, declare_status, coalesce(furthest_stage, -1) as furthest, coalesce(stage_name, '') as name, sum(declarations)::int as n
      from ${source} where ${rowFilter(ctx, declaration)} group by 1, 2, 3, 4 having sum(declarations) > 0 order by 1, 2, 3, 4`,
  )
const rows = sql`(select *, coalesce(to_char(apply_time, 'YYYY-MM'), '') as month, 1 as declarations from declaration) declaration`

test('kept figures are those of the rows that somebody sees, after any writes at the same time, applied or not', async () => {
  const contexts = await Promise.all(
    Object.entries(actors).map(async ([name, actor]) => [name, await contextFor(app, actor)] as const),
  )
  const isEqual = async () => {
    for (const [name, ctx] of contexts)
      expect([name, await countIn(ctx, declarationsToCount(ctx))]).toEqual([name, await countIn(ctx, rows)])
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (writers) => {
        await writeAtOnce(db, table, writers)
        await isEqual()
        await applyDeclarationChanges(db)
        await isEqual()
      },
    ),
    { numRuns: 20 },
  )
  const visible = { city: '320500', province: '320000', organizationCode: 'A', declareStatus: 10 }
  await db
    .insertInto('declaration')
    .values(visible as never)
    .execute()
  await sql`select recount_declarations()`.execute(db)
  await isEqual()
  const seen = await Promise.all(contexts.map(async ([, ctx]) => (await countIn(ctx, declarationsToCount(ctx))).length))
  expect(Math.min(...seen)).toBeGreaterThan(0)
})
