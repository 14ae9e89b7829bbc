import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { administrator, contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { creditCode } from '../../tests/support/scenario.ts'
import { pageOf } from '../engine/crud.ts'
import { countListedProjects, placesOf } from './counts.ts'
import { readFigures } from './figures-cache.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const rowArb = fc.record({
  province: fc.constantFrom('320000', '330000', '110000', '540000'),
  operator: fc.constantFrom(1, 2, 3, 4),
  networkMode: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  investment: fc.option(
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 100),
    { nil: null },
  ),
  terminals: fc.option(fc.nat(5000), { nil: null }),
  scenes: fc.option(fc.subarray([1, 2, 3, 4, 5, 6]), { nil: null }),
  nationalEconomy2: fc.option(fc.constantFrom('39', '34', '26'), { nil: null }),
  isBenchmark: fc.option(fc.constantFrom(0, 1), { nil: null }),
  demo: fc.option(fc.constantFrom(0, 1), { nil: null }),
  isDeleted: fc.constantFrom(0, 0, 0, 1),
  tenantId: fc.constantFrom('000000', '000000', '000000', '111111'),
})
type Row = typeof rowArb extends fc.Arbitrary<infer T> ? T : never
const liveValues = { isDeleted: 0, tenantId: '000000' } as const

const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
const countDistinct = (values: unknown[]) => new Set(values.filter((value) => value !== null)).size

const byCode = <T extends { readonly code: string }>(all: readonly T[]) =>
  [...all].sort((a, b) => (a.code < b.code ? -1 : 1))
const countsOf = (codes: readonly string[]) =>
  byCode([...new Set(codes)].map((code) => ({ code, value: codes.filter((one) => one === code).length })))

/** The expected counts: a second implementation of the rule. */
const expectedCounts = (all: readonly Row[]) => {
  const rows = all.filter(({ isDeleted, tenantId }) => isDeleted === 0 && tenantId === '000000')
  const codes = [...new Set(rows.map(({ province }) => province))].sort()
  return {
    provinces: codes.map((code) => {
      const provinceRows = rows.filter(({ province }) => province === code)
      return {
        code,
        projects: provinceRows.length,
        investment: sum(provinceRows.map(({ investment }) => investment)),
        terminals: sum(provinceRows.map(({ terminals }) => terminals)),
        scenes: countDistinct(provinceRows.flatMap(({ scenes }) => scenes ?? [])),
      }
    }),
    divisions: countsOf(rows.flatMap(({ nationalEconomy2 }) => nationalEconomy2 ?? [])),
    scenes: countsOf(rows.flatMap(({ scenes }) => scenes ?? []).map(String)),
    operators: [1, 2, 3, 4].map((key) => ({ key, value: rows.filter(({ operator }) => operator === key).length })),
    totals: {
      projects: rows.length,
      networks: 0,
      investment: sum(rows.map(({ investment }) => investment)),
      divisions: countDistinct(rows.map(({ nationalEconomy2 }) => nationalEconomy2)),
      scenes: sum(rows.map(({ scenes }) => scenes?.length ?? 0)),
      terminals: sum(rows.map(({ terminals }) => terminals)),
      benchmarks: rows.filter(({ isBenchmark }) => isBenchmark === 1).length,
      demo: rows.some(({ demo }) => demo === 1) ? 1 : 0,
    },
  }
}

const fill = async (rows: readonly Row[]) => {
  await db.deleteFrom('library').execute()
  const rest = {
    projectName: '项目',
    commpanyName: '单位',
    organizationCode: creditCode(1),
    categorize: 'C',
    city: '320500',
  }
  if (rows.length)
    await db
      .insertInto('library')
      .values(rows.map((row) => ({ ...rest, ...row })))
      .execute()
}
const cents = (value: number) => Math.round(value * 100)

describe('the figures of the home page', () => {
  test('are counts of the library, for any rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowArb, { maxLength: 40 }), async (rows) => {
        await fill(rows)
        const { cells, operators, divisions, scenes, totals } = await countListedProjects(db)
        const provinces = placesOf(cells, 'province')
        const expected = expectedCounts(rows)
        const inCents = <T extends { investment: number }>(one: T) => ({ ...one, investment: cents(one.investment) })
        expect(provinces.map(inCents).sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual(
          expected.provinces.map(inCents),
        )
        expect(operators.map(({ key, value }) => ({ key, value }))).toEqual(expected.operators)
        expect([byCode(divisions), byCode(scenes)]).toEqual([expected.divisions, expected.scenes])
        expect(inCents(totals)).toEqual(inCents(expected.totals))
      }),
      { numRuns: 40 },
    )
  })

  test('add up: provinces and operators to the total, which is that of the list', async () => {
    await fill(fc.sample(rowArb, { numRuns: 120, seed: 3 }))
    const { cells, operators, operatorCells, divisions, scenes, totals } = await countListedProjects(db)
    const provinces = placesOf(cells, 'province')
    expect(sum(provinces.map(({ projects }) => projects))).toBe(totals.projects)
    expect(sum(operators.map(({ value }) => value))).toBe(totals.projects)
    expect(sum(operatorCells.map(({ value }) => value))).toBe(totals.projects)
    expect(cents(sum(provinces.map(({ investment }) => investment)))).toBe(cents(totals.investment))
    expect(sum(cells.map(({ terminals }) => terminals))).toBe(totals.terminals)
    expect([divisions.length, sum(scenes.map(({ value }) => value))]).toEqual([totals.divisions, totals.scenes])
    const ctx = await contextFor(app, administrator)
    expect((await pageOf(ctx, library, {})).total).toBe(totals.projects)
  })

  test('are 0 for an empty library, with all operators', async () => {
    await fill([])
    const { cells, operators, totals } = await countListedProjects(db)
    const provinces = placesOf(cells, 'province')
    expect([provinces, operators.map(({ value }) => value)]).toEqual([[], [0, 0, 0, 0]])
    expect(Object.values(totals)).toEqual(Object.values(totals).map(() => 0))
  })

  test('include an operator removed from the dictionary as long as it has projects', async () => {
    const removal = db
      .updateTable('dict')
      .set({ isDeleted: 1 })
      .where('code', '=', 'project_facilities_operator')
      .where('dictKey', '=', '4')
    await fill(
      fc.sample(rowArb, { numRuns: 1, seed: 1 }).map((row) => ({ ...row, ...liveValues, operator: 4 as const })),
    )
    await removal.execute()
    expect((await countListedProjects(db)).operators.at(-1)).toMatchObject({ key: 4, value: 1 })
    await fill([])
    expect((await countListedProjects(db)).operators.map(({ key }) => key)).toEqual([1, 2, 3])
  })
})

describe('the cached figures', () => {
  const projects = async () => (await readFigures(await contextFor(app))).zh.statistics.Item[0]?.value
  const one = fc.sample(rowArb, { numRuns: 1, seed: 9 }).map((row) => ({ ...row, ...liveValues }))

  test('are counted once for requests at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, async () => readFigures(await contextFor(app))))
    expect(new Set(all).size).toBe(1)
    expect(await readFigures(await contextFor(app))).toBe(all[0])
  })

  test('change at the next request after a write', async () => {
    await fill([])
    expect(await projects()).toBe(0)
    await fill(one)
    expect(await projects()).toBe(1)
  })

  test('change when an operator is renamed', async () => {
    const operatorNames = async () =>
      (await readFigures(await contextFor(app))).zh.operators(null, null).map(({ name }) => name)
    const before = await operatorNames()
    const setName = (dictValue: string) =>
      db
        .updateTable('dict')
        .set({ dictValue })
        .where('code', '=', 'project_facilities_operator')
        .where('dictKey', '=', '1')
        .execute()
    await setName('新名称')
    expect(await operatorNames()).toContain('新名称')
    await setName(before[0] as string)
    expect(await operatorNames()).toEqual(before)
  })
})
