import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { groupBy } from '#contract/kit/group-by.ts'
import { library } from '#contract/project/library.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { person, rightsOf } from '../../../tests/support/context.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { stepArbOf, writeAll, writeAtOnce } from '../../../tests/support/random-writes.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import { type Db, type Fragment, openDatabase, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { rowFilter } from '../../engine/scope.ts'
import {
  addCounts,
  applyLibraryChanges,
  type CountedPart,
  countListed,
  projectsToCount,
  readDivisions,
  readMonthCells,
  readPlaceCells,
} from './listed.ts'

let db: Db

beforeAll(async () => {
  const database = openDatabase(await cloneDatabase(), () => {})
  cleanUp(database.close)
  db = database.db
})

const valuesArb = fc.record(
  {
    networkMode: fc.constantFrom(null, 1, 2),
    investment: fc.constantFrom(null, '0.000001', '12.5', '7000000'),
    terminals: fc.constantFrom(null, 3, 2_000_000_000),
    province: fc.constantFrom('320000', '330000'),
    city: fc.constantFrom('320500', '320100', '330100'),
    year: fc.constantFrom(null, '2024', '2025'),
    operator: fc.constantFrom(1, 2, 3),
    scenes: fc.constantFrom(null, [], [1], [1, 2, 2], [12]),
    nationalEconomy1: fc.constantFrom(null, 'C', 'D'),
    nationalEconomy2: fc.constantFrom(null, '26', '39'),
    isBenchmark: fc.constantFrom(null, 0, 1),
    demo: fc.constantFrom(null, 0, 1),
    listedAt: fc.constantFrom(null, '2025-01-31 23:59:59', '2025-02-01 00:00:00'),
    tenantId: fc.constantFrom('000000', '000000', '000000', '111111'),
  },
  { requiredKeys: [] },
)

const stepArb = stepArbOf(valuesArb)

const required = {
  projectName: '项目',
  commpanyName: '单位',
  organizationCode: creditCode(1),
  categorize: 'C',
  province: '320000',
  city: '320500',
  operator: 1,
} as const

const table = { name: 'library', required, emptied: { year: null }, apply: applyLibraryChanges } as const

/** The rows that count. */
const readRows = () =>
  db.selectFrom('library').selectAll().where('isDeleted', '=', 0).where('tenantId', '=', '000000').execute()

/** All figures counted row by row: a second implementation of the rule. */
const countRows = async () => {
  const rows = await readRows()
  type Row = (typeof rows)[number]
  const keys = (all: readonly (number | string | null)[]) =>
    addCounts(all.flatMap((key) => (key === null ? [] : [{ [key]: 1 }])))
  const sumsOf = (same: readonly Row[]) => ({
    projects: same.length,
    networks: same.filter(({ networkMode }) => (networkMode ?? 0) > 1).length,
    // exact in millionths
    investment: same.reduce((sum, { investment }) => sum + Math.round(Number(investment ?? 0) * 1e6), 0),
    terminals: same.reduce((sum, { terminals }) => sum + (terminals ?? 0), 0),
    benchmarks: same.filter(({ isBenchmark }) => isBenchmark === 1).length,
    operators: keys(same.map(({ operator }) => operator)),
  })
  const monthOf = ({ listedAt }: Row) => listedAt?.slice(0, 7) ?? null
  const places = groupBy(rows, ({ year, province, city }) => `${year}|${province}|${city}`)
  const months = groupBy(rows, (row) => `${monthOf(row)}|${row.province}`)
  return {
    places: [...places.values()].map((same) => ({
      year: same[0].year,
      province: same[0].province,
      city: same[0].city,
      ...sumsOf(same),
      demo: same.filter(({ demo }) => demo === 1).length,
      scenes: keys(same.flatMap(({ scenes }) => scenes ?? [])),
    })),
    months: [...months.values()].map((same) => ({
      month: monthOf(same[0]),
      province: same[0].province,
      ...sumsOf(same),
      sections: keys(same.map(({ nationalEconomy1 }) => nationalEconomy1)),
    })),
    divisions: keys(rows.map(({ nationalEconomy2 }) => nationalEconomy2)),
  }
}

const inMillionths = <T extends { readonly investment: number }>(cells: readonly T[]) =>
  cells.map((cell) => ({ ...cell, investment: Math.round(cell.investment * 1e6) }))

const readKept = async () => ({
  places: inMillionths(await readPlaceCells(db)),
  months: inMillionths(await readMonthCells(db)),
  divisions: await readDivisions(db),
})

/** The same text for the same cells, in whatever order they and their counts are. */
const textOf = (cell: object): string =>
  JSON.stringify(cell, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )

const sorted = <T extends { readonly places: readonly object[]; readonly months: readonly object[] }>(all: T) => ({
  ...all,
  places: all.places.map(textOf).sort(),
  months: all.months.map(textOf).sort(),
})

test('kept figures are those of the rows after any writes of writers at the same time, applied or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (writers) => {
        await writeAtOnce(db, table, writers)
        const counted = sorted(await countRows())
        expect(sorted(await readKept())).toEqual(counted)
        await applyLibraryChanges(db)
        expect(sorted(await readKept())).toEqual(counted)
      },
    ),
    { numRuns: 25 },
  )
})

const partArb: fc.Arbitrary<CountedPart> = fc.record(
  {
    year: fc.constantFrom('2024', '2025'),
    province: fc.constantFrom('320000', '330000'),
    city: fc.constantFrom('320500', '330100'),
    operator: fc.constantFrom(1, 2),
    scene: fc.constantFrom(1, 2),
    isBenchmark: fc.constantFrom(0, 1),
    hasNetwork: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
)

test('the number of a part is that of its rows, or it is not kept', async () => {
  const inserts = fc.sample(stepArb, { numRuns: 150, seed: 7 }).map((step) => ({ ...step, action: 'insert' as const }))
  await writeAll(db, table, inserts)
  await sql`update library set scenes = array(select distinct unnest(scenes))`.execute(db)
  const rows = await readRows()
  const numberOf = ({ scene, hasNetwork, ...same }: CountedPart) =>
    rows.filter(
      (row) =>
        Object.entries(same).every(([name, value]) => row[name as keyof typeof row] === value) &&
        (!scene || row.scenes?.includes(scene)) &&
        (!hasNetwork || (row.networkMode ?? 0) > 1),
    ).length
  const parts = fc.sample(partArb, { numRuns: 200, seed: 1 })
  const figures = await Promise.all(parts.map((part) => countListed(db, part)))
  const hasFigure = (part: CountedPart) =>
    part.isBenchmark !== 0 &&
    [part.operator, part.scene, part.isBenchmark, part.hasNetwork || undefined].filter(Boolean).length < 2
  expect(figures).toEqual(parts.map((part) => (hasFigure(part) ? numberOf(part) : null)))
  expect(new Set(figures).size).toBeGreaterThan(4)
})

test('counting all rows again changes no figure, and an emptied library has none', async () => {
  await writeAll(
    db,
    table,
    fc.sample(stepArb, { numRuns: 30, seed: 5 }).map((step) => ({ ...step, isRolledBack: false })),
  )
  const before = sorted(await readKept())
  expect(before.places.length).toBeGreaterThan(3)
  await sql`select recount_library()`.execute(db)
  expect(sorted(await readKept())).toEqual(before)
  await sql`truncate library`.execute(db)
  expect(await readKept()).toEqual({ places: [], months: [], divisions: {} })
})

const scoped = (region: string, operator: number | null, ...scopes: object[]) =>
  person({ region, operator, rights: rightsOf({ codes: ['library'], scopes: { library: scopes } }) })
const ofOperator = { type: 5, column: 'operator,city' }

test('the number of projects that somebody sees is that of the rows', async () => {
  const people = {
    'an administrator': person({ rights: rightsOf({ administrator: true }) }),
    'an officer of a city': scoped('320500', null, { type: 5, column: 'city' }),
    'an operator in a province': scoped('320000', 1, ofOperator),
    'an operator in the country': scoped('00', 2, ofOperator),
    'an operator without its own value': scoped('320000', null, ofOperator),
    'an operator who sees more': scoped('320500', 1, ofOperator, { type: 5, column: 'city' }),
  }
  const numberIn = async (source: Fragment, where: Fragment) =>
    (await run<{ n: number }>(db, sql`select coalesce(sum(projects), 0)::int as n from ${source} where ${where}`))[0]?.n
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { maxLength: 12 }), async (steps) => {
      await writeAll(db, table, steps)
      for (const [name, actor] of Object.entries(people)) {
        const where = rowFilter({ actor }, library)
        const live = await numberIn(sql`(select *, 1 as projects from library) library`, where)
        expect([name, await numberIn(projectsToCount({ actor }), where)]).toEqual([name, live])
        if (live) seen.add(name)
      }
    }),
    { numRuns: 20 },
  )
  expect(seen.size).toBe(Object.keys(people).length - 1)
})
