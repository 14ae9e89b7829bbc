import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { perms } from '#contract/project/transition-perms.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { setNoticeDays, setWindow, someDeclarations, stepArb, writeSteps } from '../../../tests/support/random-steps.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App, Ctx, User } from '../../engine/context.ts'
import { rowsNaming } from '../figures/of-operator.ts'
import { isAmongFirst, nextFirst, ownFilter } from './first-declarations.ts'
import { readMyMatters } from './my-matters.ts'

let app: App
let db: Db
let ids: string[]

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ids = await someDeclarations(db)
})

const named = { type: 5, column: 'operators,city', value: 'declareStatus_ge=5' }
const operator = (id: string, region: string, organizationCode: string | null) =>
  person({
    id,
    accountType: 2,
    operator: 1,
    region,
    organizationCode,
    rights: rightsOf({
      codes: ['declaration', ...perms.map((perm) => `declaration_${perm}`)],
      scopes: { declaration: [named, { type: 5, column: 'organizationCode' }] },
    }),
  })
const people: Readonly<Record<string, User>> = {
  'of the country': operator('7', '00', null),
  'of a province': operator('21', '320000', 'A'),
  'of a city': operator('22', '320500', 'B'),
}
const contexts = () =>
  Promise.all(Object.entries(people).map(async ([name, one]) => [name, await contextFor(app, one)] as const))

const firstBy = async (ctx: Ctx, condition: Fragment, limit: number): Promise<string[]> =>
  (
    await run<{ id: string }>(
      db,
      sql`select id from declaration where ${condition} order by ${nextFirst(ctx)} limit ${sql.lit(limit)}`,
    )
  ).map(({ id }) => id)

const rows = () => run(db, sql`select * from declaration_of_operator order by id, operator`)

test('the first declarations of an operator by the kept rows are those of all that it sees, after any writes at the same time', async () => {
  const seen = new Set<string>()
  const expectSame = async () => {
    for (const [name, ctx] of await contexts())
      for (const limit of [2, 10]) {
        const live = await firstBy(ctx, ownFilter(ctx), limit)
        expect([name, await firstBy(ctx, isAmongFirst(ctx, limit), limit)]).toEqual([name, live])
        if (live.length > 1) seen.add(name)
      }
    const before = await rows()
    await sql`select recount_operators()`.execute(db)
    expect(await rows()).toEqual(before)
  }
  const writersArb = fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  const windowArb = fc.constantFrom('2026-02-01 00:00:00', '2125-01-01 00:00:00')
  await fc.assert(
    fc.asyncProperty(writersArb, fc.constantFrom(0, 5, 30_000), windowArb, async (writers, days, closeAt) => {
      await Promise.all(writers.map((steps) => writeSteps(db, ids, steps)))
      await expectSame()
      await setNoticeDays(db, days)
      await setWindow(db, closeAt)
      await expectSame()
    }),
    // the writers meet in another way each time: a smaller case of the same failure is not found
    { numRuns: 20, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual(Object.keys(people).sort())
})

test('the end of a public notice that no step has stored follows its template', async () => {
  await sql`update declaration set is_deleted = 0, declare_status = 50, operators = array[1], template_id = 500, stage_until = null,
    notice_until = null, stage_since = '2026-01-01 00:00:00'`.execute(db)
  for (const [days, end] of [
    [7, '2026-01-08 00:00:00'],
    [30, '2026-01-31 00:00:00'],
  ] as const) {
    await setNoticeDays(db, days)
    expect(await run(db, sql`select distinct stage_end as "end" from declaration_of_operator`)).toEqual([{ end }])
  }
})

/** Steps of others in declarations of another organisation that name the operator, newest first. */
const newestSteps = async (userId: string): Promise<string[]> =>
  (
    await run<{ id: string }>(
      db,
      sql`select m.id from declaration_move m join declaration d on d.id = m.pid
        where d.operators @> array[1] and d.is_deleted = 0 and m.user_id is distinct from ${userId} order by m.id desc limit 10`,
    )
  ).map(({ id }) => id)

const step = (pids: Fragment, userId: string) =>
  sql`insert into declaration_move (pid, move, from_stage, to_stage, loop, remarks, user_id)
    select id, 'claim', 10, 20, 0, '[]', ${userId} from declaration where ${pids} order by id`.execute(db)

test('the messages of an operator are the newest steps of others, also if its own ones come after them', async () => {
  await sql`update declaration set is_deleted = 1`.execute(db)
  await sql`insert into declaration (project_name, tenant_id, city, province, declare_status, operators)
    select '申报' || n, '000000', '320500', '320000', 20, array[1] from generate_series(1, 60) n`.execute(db)
  const [[, ctx] = [null, null]] = await contexts()
  if (!ctx) throw new Error('There is no operator.')
  const messages = async () => (await readMyMatters(ctx, {} as never)).messages.map(({ id }) => id)
  expect(await messages()).toEqual([])
  await step(sql`is_deleted = 0`, '9')
  expect(await messages()).toEqual(await newestSteps('7'))
  // of the declarations with the newest last steps, most have only one of the operator after an old one of others
  await step(sql`is_deleted = 0 and id % 2 = 0`, '9')
  await step(sql`is_deleted = 0 and id % 2 = 1`, '7')
  const newest = await newestSteps('7')
  expect(newest).toHaveLength(10)
  expect(await messages()).toEqual(newest)
  expect(await run(db, sql`select 1 from ${rowsNaming(ctx)} where last_step is null`)).toEqual([])
})
