import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/portal/dashboard.ts'
import { declarationRowsAt, inMonth, projectRowsAt, type Selection } from '#contract/portal/figure-rows.ts'
import { daysOfPeriod, monthAfter, type Period } from '#contract/portal/periods.ts'
import { portal } from '#contract/portal/portal.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { listInputOf, readState } from '#web/admin/entity/list-state.ts'
import { readFilters, toQueryParams } from '#web/portal/projects/filters.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, createUserWithoutRights } from '../support/scenario.ts'

let platform: Platform
let admin: Caller
const today = wireTime()
const month = today.slice(0, 7)
const lastYear = Number(today.slice(0, 4)) - 1

/** Listed projects: operator, province, month of listing (null: unknown), section of industry. */
const projects = [
  [1, '320000', month, 'C'],
  [1, '320000', monthAfter(month, -11), 'C'],
  [2, '320000', monthAfter(month, -12), 'D'],
  [2, '330000', month, 'B'],
  [3, '330000', `${lastYear}-01`, 'C'],
  [4, '440000', '2020-05', 'C'],
  [1, '440000', null, 'C'],
] as const

/** Declarations: province, stage, the furthest stage, month of submission. */
const declarations = [
  ['320000', 20, 20, month],
  ['320000', 70, 30, month],
  ['320000', 60, 60, monthAfter(month, -11)],
  ['330000', 80, 40, month],
  ['330000', 10, 10, `${lastYear}-02`],
  ['330000', 0, null, null],
] as const

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await platform.db
    .insertInto('library')
    .values(
      projects.map(([operator, province, listed, section], i) => ({
        projectName: `第${i}号项目`,
        commpanyName: '苏州澄川测试有限公司',
        organizationCode: `91320500TTT${i}`,
        categorize: section,
        nationalEconomy1: section,
        province,
        city: `${province.slice(0, 2)}0100`,
        operator,
        networkMode: (i % 3) + 1,
        isBenchmark: i % 2,
        investment: 10_000 * (i + 1),
        terminals: i,
        listedAt: listed ? `${listed}-15 10:00:00` : null,
      })),
    )
    .execute()
  await platform.db
    .insertInto('declaration')
    .values(
      declarations.map(([province, declareStatus, furthestStage, submitted], i) => ({
        projectName: `第${i}号申报`,
        province,
        city: `${province.slice(0, 2)}0100`,
        declareStatus,
        furthestStage,
        applyTime: submitted ? `${submitted}-01 00:00:00` : null,
      })),
    )
    .execute()
})

/** The number of rows in the list that an address opens, read from the address as the pages do. */
const countRows = async (caller: Caller, address: string): Promise<number> => {
  const { pathname, searchParams } = new URL(address, 'http://x')
  if (pathname === '/projects')
    return (await caller.get(publicProjects.list, toQueryParams(readFilters(searchParams)))).total
  expect(pathname).toBe('/project/declaration')
  return (await caller.get(declaration.calls.page, listInputOf(readState(searchParams, declaration.fields)))).total
}

const periods: readonly Period[] = ['months', 'year', 'lastYear', 'all']
const selections = periods.flatMap((period) =>
  [null, '320000', '330000'].map((province) => [period, province] as const),
)

describe.each(selections)('the dashboard of the period %s in %s', (period, province) => {
  const selection: Selection = { days: daysOfPeriod(period, today), province }
  const read = (caller: Caller) => caller.get(dashboard.read, { period, province })

  test('counts the projects that its links open', async () => {
    const { totals, operators, industries, provinces, trend, selection: answered } = await read(admin)
    expect(answered).toEqual(selection)
    const count = (address: string) => countRows(platform.visitor, address)
    expect(totals.projects).toBe(await count(projectRowsAt(selection)))
    expect(totals.networks).toBe(await count(projectRowsAt(selection, { hasNetwork: '1' })))
    expect(totals.benchmarks).toBe(await count(projectRowsAt(selection, { isBenchmark: '1' })))
    for (const { key, value } of operators)
      expect([key, await count(projectRowsAt(selection, { operator: String(key) }))]).toEqual([key, value])
    for (const { code, value } of industries)
      expect([code, await count(projectRowsAt(selection, { nationalEconomy1: code }))]).toEqual([code, value])
    for (const { code, value } of provinces.filter((one) => one.value > 0))
      expect([code, await count(projectRowsAt({ ...selection, province: code }))]).toEqual([code, value])
    expect(provinces).toHaveLength(34)
    for (const { month, listed } of trend)
      expect([month, await count(projectRowsAt(inMonth(selection, month)))]).toEqual([month, listed])
  })

  test('counts the declarations that its links open', async () => {
    const { declarations, trend } = await read(admin)
    for (const { stage, value } of declarations?.funnel ?? [])
      expect([stage, await countRows(admin, declarationRowsAt(selection, stage))]).toEqual([stage, value])
    expect(declarations?.submitted).toBe(declarations?.funnel[0]?.value)
    for (const { month, submitted } of trend)
      expect([month, await countRows(admin, declarationRowsAt(inMonth(selection, month), 10))]).toEqual([
        month,
        submitted,
      ])
  })
})

describe('the dashboard', () => {
  test('has the figures of the home page if the period is all', async () => {
    const { totals, operators, undated } = await admin.get(dashboard.read, { period: 'all' })
    const { Item, Operator, StandNumber } = await platform.visitor.get(portal.statistics)
    const item = (key: string) => Item.find((one) => one.key === key)?.value
    // projects with a private network; the home page counts the networks
    const { networks: _, ...others } = totals
    expect(others).toEqual({
      projects: item('projects'),
      investment: item('investment'),
      terminals: item('terminals'),
      benchmarks: StandNumber,
    })
    expect(operators).toEqual(Operator)
    expect([totals.projects, undated]).toEqual([projects.length, 1])
  })

  test('counts an empty selection as 0, and rejects a province that does not exist', async () => {
    const empty = await admin.get(dashboard.read, { period: 'year', province: '810000' })
    expect(empty).toMatchObject({ totals: { projects: 0, investment: 0 }, industries: [] })
    expect(empty.declarations).toMatchObject({ submitted: 0 })
    expect((await admin.ask(dashboard.read, { province: '999999' })).status).toBe(404)
  })

  test('shows everybody the projects of the country, but each reviewer only their own declarations', async () => {
    const officer = await createStaff(platform, 'province_miit', '330000')
    const [officerView, adminView] = [
      await officer.get(dashboard.read, { period: 'all' }),
      await admin.get(dashboard.read, { period: 'all' }),
    ]
    expect(officerView.totals).toEqual(adminView.totals)
    expect([officerView.declarations?.submitted, adminView.declarations?.submitted]).toEqual([2, 5])
    const selection = { days: { from: null, to: null }, province: null }
    for (const { stage, value } of officerView.declarations?.funnel ?? [])
      expect([stage, await countRows(officer, declarationRowsAt(selection, stage))]).toEqual([stage, value])
  })

  test('has no declarations for people who may not see any', async () => {
    const nobody = await createUserWithoutRights(platform)
    const { declarations, trend } = await nobody.get(dashboard.read)
    expect([declarations, trend[0]?.submitted]).toEqual([null, null])
    expect((await platform.visitor.ask(dashboard.read)).status).toBe(401)
  })

  test('takes the days in a stage from the steps that led into it and out of it', async () => {
    const { id: pid } = await platform.db
      .insertInto('declaration')
      .values({ declareStatus: 30, furthestStage: 30, province: '650000', applyTime: '2024-01-01 00:00:00' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const step = (move: string, fromStage: number, toStage: number, day: number) => ({
      ...{ pid, move, fromStage, toStage, loop: 0, remarks: '[]' },
      createTime: `2024-01-${String(day).padStart(2, '0')} 00:00:00`,
    })
    await platform.db
      .insertInto('declarationMove')
      .values([
        step('submit', 0, 10, 1),
        step('claim', 10, 20, 3),
        step('cityReturn', 20, 70, 7),
        step('submit', 70, 20, 10),
        step('cityApprove', 20, 30, 20),
        step('provinceApprove', 30, 30, 25),
      ])
      .execute()
    const { declarations } = await admin.get(dashboard.read, { period: 'all', province: '650000' })
    expect(declarations?.funnel.map(({ stage, value, medianDays }) => [stage, value, medianDays])).toEqual([
      [10, 1, 2],
      [20, 1, 7],
      [30, 1, null],
      [40, 0, null],
      [50, 0, null],
      [60, 0, null],
    ])
  })
})
