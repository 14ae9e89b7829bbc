import { sql } from 'kysely'
import type { Text } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'
import { platformTenant } from '../engine/scope.ts'

/** Listed projects of one place; `investment` in 万元, `scenes` the number of different scenarios in use. */
export interface PlaceCount {
  code: string
  projects: number
  investment: number
  terminals: number
  scenes: number
}

/** Listed projects of one city in one year: the smallest unit counted, from which all places are summed. */
export interface Cell {
  year: string | null
  province: string
  city: string
  projects: number
  investment: number
  terminals: number
  /** The scenarios in use, by their keys. */
  scenes: readonly number[]
}

/** An operator of the dictionary with its number of listed projects, of all places and years. */
export interface OperatorCount {
  key: number
  name: Text
  value: number
}

/** Listed projects of one operator in one province and year. */
export interface OperatorCell {
  year: string | null
  province: string
  key: number
  value: number
}

/** Totals of all listed projects; `investment` in 万元, `demo` 1 if any project is demonstration data. */
export interface Totals {
  projects: number
  networks: number
  investment: number
  divisions: number
  scenes: number
  terminals: number
  benchmarks: number
  demo: number
}

/** Number of projects of one division or scenario, by its code. */
export interface PartCount {
  code: string
  value: number
}

/** All counts of the home page, without texts. */
export interface Counts {
  cells: Cell[]
  operators: OperatorCount[]
  operatorCells: OperatorCell[]
  /** By division of industry, and by scenario. */
  divisions: PartCount[]
  scenes: PartCount[]
  totals: Totals
}

/** The rows that count: the same as in the library list. */
export const liveRows = sql`is_deleted = 0 and tenant_id = ${platformTenant}`
const fromLibrary = sql`from library where ${liveRows}`
/** One row per project and scenario. */
const fromLibraryByScene = sql`from library, unnest(scenes) scene where ${liveRows}`

const countByCell = async (db: Db): Promise<Cell[]> => {
  const [cellResult, sceneResult] = await Promise.all([
    sql<Omit<Cell, 'scenes'>>`
      select year, province, city, count(*)::int as projects, coalesce(sum(investment), 0)::float as investment,
        coalesce(sum(terminals), 0)::float as terminals
      ${fromLibrary} group by year, province, city`.execute(db),
    sql<{ key: string; scenes: number[] }>`
      select concat_ws('|', coalesce(year, ''), province, city) as key, array_agg(distinct scene) as scenes
      ${fromLibraryByScene} group by year, province, city`.execute(db),
  ])
  const scenes = new Map(sceneResult.rows.map((row) => [row.key, row.scenes]))
  return cellResult.rows.map((row) => ({
    ...row,
    scenes: scenes.get([row.year ?? '', row.province, row.city].join('|')) ?? [],
  }))
}

/** Sums cells by province or city. */
export const placesOf = (cells: readonly Cell[], place: 'province' | 'city'): PlaceCount[] => {
  const byPlace = new Map<string, Omit<PlaceCount, 'code' | 'scenes'> & { scenes: Set<number> }>()
  for (const cell of cells) {
    const sums = byPlace.get(cell[place]) ?? { projects: 0, investment: 0, terminals: 0, scenes: new Set<number>() }
    sums.projects += cell.projects
    sums.investment += cell.investment
    sums.terminals += cell.terminals
    for (const scene of cell.scenes) sums.scenes.add(scene)
    byPlace.set(cell[place], sums)
  }
  return [...byPlace].map(([code, { scenes, ...sums }]) => ({ code, ...sums, scenes: scenes.size }))
}

/** The operators of the dictionary, 0 without projects; a removed operator stays while it has projects. */
const countByOperator = async (db: Db): Promise<Pick<Counts, 'operators' | 'operatorCells'>> => {
  const [cellResult, names] = await Promise.all([
    sql<OperatorCell>`
      select year, province, operator as key, count(*)::int as value ${fromLibrary} and operator is not null
      group by year, province, operator`.execute(db),
    db
      .selectFrom('dict')
      .select(['dictKey', 'dictValue', 'dictValueEn', 'isDeleted'])
      .where('code', '=', 'project_facilities_operator')
      .where('parentId', '<>', '0')
      .orderBy('sort')
      .execute(),
  ])
  const operatorCells = cellResult.rows
  const values = new Map<number, number>()
  for (const { key, value } of operatorCells) values.set(key, (values.get(key) ?? 0) + value)
  const operators = names
    .filter(({ dictKey, isDeleted }) => isDeleted === 0 || values.has(Number(dictKey)))
    .map(({ dictKey, dictValue, dictValueEn }) => ({
      key: Number(dictKey),
      name: [dictValue, dictValueEn || dictValue] as const,
      value: values.get(Number(dictKey)) ?? 0,
    }))
  return { operators, operatorCells }
}

const countByDivision = async (db: Db): Promise<PartCount[]> =>
  (
    await sql<PartCount>`
      select national_economy2 as code, count(*)::int as value ${fromLibrary} and national_economy2 is not null
      group by national_economy2`.execute(db)
  ).rows

const countByScene = async (db: Db): Promise<PartCount[]> =>
  (
    await sql<PartCount>`
      select scene::text as code, count(*)::int as value ${fromLibraryByScene} group by scene`.execute(db)
  ).rows

const countTotals = async (db: Db) =>
  (
    await sql<Totals>`
      select count(*)::int as projects, count(*) filter (where network_mode > 1)::int as networks,
        coalesce(sum(investment), 0)::float as investment, count(distinct national_economy2)::int as divisions,
        coalesce(sum(cardinality(scenes)), 0)::int as scenes, coalesce(sum(terminals), 0)::float as terminals,
        count(*) filter (where is_benchmark = 1)::int as benchmarks, coalesce(max(demo), 0)::int as demo
      ${fromLibrary}`.execute(db)
  ).rows[0] as Totals

export const countListedProjects = async (db: Db): Promise<Counts> => {
  const [cells, operators, divisions, scenes, totals] = await Promise.all([
    countByCell(db),
    countByOperator(db),
    countByDivision(db),
    countByScene(db),
    countTotals(db),
  ])
  return { cells, ...operators, divisions, scenes, totals }
}
