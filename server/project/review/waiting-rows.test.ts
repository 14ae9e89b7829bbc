import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { perms } from '#contract/project/transition-perms.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { setNoticeDays, someDeclarations, stepArb, writeSteps } from '../../../tests/support/random-steps.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App, Ctx, User } from '../../engine/context.ts'
import { invalidateCounts } from '../../engine/row-counts.ts'
import { waitingFilter } from './waiting.ts'
import { countWaiting, firstWaiting } from './waiting-rows.ts'

let app: App
let db: Db
let ids: string[]

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ids = await someDeclarations(db)
})

const all = perms.map((perm) => `declaration_${perm}`)
const officer = (id: string, region: string, scope: object, ...aliases: string[]) =>
  person({
    id,
    region,
    rights: rightsOf({ codes: ['declaration', ...all], aliases, scopes: { declaration: [scope] } }),
  })
const inRegion = { type: 5, column: 'city', value: 'declareStatus_ge=10' }
const company = { accountType: 1 as const, organizationCode: 'A', rights: rightsOf({ codes: all }) }

const operator = (region: string, organizationCode: string | null) =>
  person({
    accountType: 2,
    operator: 1,
    region,
    organizationCode,
    rights: rightsOf({
      codes: ['declaration', ...all],
      scopes: {
        declaration: [
          { type: 5, column: 'operators,city', value: 'declareStatus_ge=5' },
          { type: 5, column: 'organizationCode' },
        ],
      },
    }),
  })

const people: Readonly<Record<string, User>> = {
  'an administrator': person({ id: '1', rights: rightsOf({ administrator: true }) }),
  'an administrator who is an expert': person({ id: '21', rights: rightsOf({ administrator: true }) }),
  'an officer of the country': officer('9', '00', inRegion),
  'an office of a province': officer('5', '320000', inRegion, 'province_miit'),
  'an officer of both offices': officer('7', '320000', inRegion, 'province_miit', 'province_ca'),
  'an officer of a city': officer('8', '320500', inRegion),
  'an officer of stages': officer('8', '320500', { type: 5, column: '', value: 'declareStatus_equal=40' }),
  'an expert': officer('22', '320000', { type: 5, column: 'experts' }),
  'a company': person(company),
  'an operator': operator('320000', 'A'),
  'an operator in the country': operator('00', null),
}

const idsOf = async (condition: Fragment): Promise<string[]> =>
  (await run<{ id: string }>(db, sql`select id from declaration where ${condition} order by id`)).map(({ id }) => id)

/** What waits for somebody by the kept rows, and by the steps themselves: at all stages, and at some. */
const waitingFor = async (ctx: Ctx) => {
  invalidateCounts(app)
  const at = async (stages: readonly number[] | null) => {
    const condition = sql`${waitingFilter(ctx)} and ${stages ? sql`declare_status = any(${stages}::integer[])` : sql`true`}`
    const [kept, live] = [await idsOf(sql`id in ${firstWaiting(ctx, 1000, stages)}`), await idsOf(condition)]
    return { kept: { ids: kept, count: await countWaiting(ctx, stages) }, live: { ids: live, count: live.length } }
  }
  const [all, some] = [await at(null), await at([40, 60, 50])]
  return { kept: [all.kept, some.kept], live: [all.live, some.live], count: all.live.count }
}

const rows = () => run(db, sql`select * from declaration_waiting order by id`)

test('what waits for somebody by the kept rows is what waits by the steps, after any writes at the same time', async () => {
  const contexts = await Promise.all(
    Object.entries(people).map(async ([name, one]) => [name, await contextFor(app, one)] as const),
  )
  const seen = new Set<string>()
  const expectSame = async () => {
    for (const [name, ctx] of contexts) {
      const { kept, live, count } = await waitingFor(ctx)
      expect([name, kept]).toEqual([name, live])
      if (count > 0) seen.add(name)
    }
    const before = await rows()
    await sql`select recount_waiting()`.execute(db)
    expect(await rows()).toEqual(before)
  }
  const writersArb = fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(writersArb, fc.constantFrom(0, 5, 30_000), async (writers, days) => {
      await Promise.all(writers.map((steps) => writeSteps(db, ids, steps)))
      await expectSame()
      await setNoticeDays(db, days)
      await expectSame()
    }),
    // the writers meet in another way each time: a smaller case of the same failure is not found
    { numRuns: 30, endOnFailure: true },
  )
  const others = Object.keys(people).filter((name) => name !== 'a company')
  expect([...seen].sort()).toEqual(others.sort())
})

test('the rows of what waits go with their declarations', async () => {
  await sql`update declaration set is_deleted = 0, declare_status = 50`.execute(db)
  expect(await rows()).toHaveLength(ids.length)
  await sql`delete from declaration`.execute(db)
  expect(await rows()).toEqual([])
})
