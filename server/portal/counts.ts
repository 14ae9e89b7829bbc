import { groupBy } from '#contract/kit/group-by.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { platformTenant } from '../engine/scope.ts'
import {
  addCounts,
  type CountsByKey,
  type PlaceCell,
  readDivisions,
  readPlaceCells,
  type Sums,
} from '../project/figures/listed.ts'
import { countNetworks, type NetworkCount } from '../project/figures/networks.ts'

/** Listed projects of one place; `investment` in 万元, `scenes` the number of different scenarios in use. */
export interface PlaceCount {
  code: string
  projects: number
  investment: number
  terminals: number
  scenes: number
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

/**
 * Totals of all listed projects and of all private networks; `investment` in 万元, `demo` 1 if any project or network is demonstration
 * data.
 */
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
  cells: readonly PlaceCell[]
  operators: OperatorCount[]
  operatorCells: OperatorCell[]
  /** By division of industry, and by scenario. */
  divisions: PartCount[]
  scenes: PartCount[]
  /** By province. */
  networks: readonly NetworkCount[]
  totals: Totals
}

/** The rows that count: the same as in the library list. */
export const liveRows = sql`is_deleted = 0 and tenant_id = ${platformTenant}`
const sum = (cells: readonly Sums[], what: keyof Sums): number => cells.reduce((total, cell) => total + cell[what], 0)

/** Sums cells by province or city. */
export const placesOf = (cells: readonly PlaceCell[], place: 'province' | 'city'): PlaceCount[] =>
  [...groupBy(cells, (cell) => cell[place])].map(([code, ofPlace]) => ({
    code,
    projects: sum(ofPlace, 'projects'),
    investment: sum(ofPlace, 'investment'),
    terminals: sum(ofPlace, 'terminals'),
    scenes: Object.keys(addCounts(ofPlace.map(({ scenes }) => scenes))).length,
  }))

const operatorCellsOf = (cells: readonly PlaceCell[]): OperatorCell[] =>
  [...groupBy(cells, ({ year, province }) => `${year}|${province}`).values()].flatMap((same) => {
    const [{ year, province }] = same
    const counts = addCounts(same.map(({ operators }) => operators))
    return Object.entries(counts).map(([key, value]) => ({ year, province, key: Number(key), value }))
  })

/** The operators of the dictionary, 0 without projects; a removed operator stays while it has projects. */
const countByOperator = async (db: Db, cells: readonly PlaceCell[]): Promise<OperatorCount[]> => {
  const names = await db
    .selectFrom('dict')
    .select(['dictKey', 'dictValue', 'dictValueEn', 'isDeleted'])
    .where('code', '=', 'project_facilities_operator')
    .where('parentId', '<>', '0')
    .orderBy('sort')
    .execute()
  const values = addCounts(cells.map(({ operators }) => operators))
  return names
    .filter(({ dictKey, isDeleted }) => isDeleted === 0 || Object.hasOwn(values, String(dictKey)))
    .map(({ dictKey, dictValue, dictValueEn }) => ({
      key: Number(dictKey),
      name: [dictValue, dictValueEn || dictValue] as const,
      value: values[String(dictKey)] ?? 0,
    }))
}

const partsOf = (counts: CountsByKey): PartCount[] => Object.entries(counts).map(([code, value]) => ({ code, value }))

/** Counts of the listed projects and of the private networks, from the kept figures. */
export const countListedProjects = async (db: Db): Promise<Counts> => {
  const [cells, divisions, networks] = await Promise.all([readPlaceCells(db), readDivisions(db), countNetworks(db)])
  const scenes = partsOf(addCounts(cells.map(({ scenes }) => scenes)))
  return {
    cells,
    operators: await countByOperator(db, cells),
    operatorCells: operatorCellsOf(cells),
    divisions: partsOf(divisions),
    scenes,
    networks,
    totals: {
      projects: sum(cells, 'projects'),
      networks: networks.reduce((total, one) => total + one.networks, 0),
      investment: sum(cells, 'investment'),
      divisions: Object.keys(divisions).length,
      scenes: scenes.reduce((total, { value }) => total + value, 0),
      terminals: sum(cells, 'terminals'),
      benchmarks: sum(cells, 'benchmarks'),
      demo: [...cells, ...networks].some(({ demo }) => demo > 0) ? 1 : 0,
    },
  }
}
