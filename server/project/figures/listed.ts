import { groupBy } from '#contract/kit/group-by.ts'
import { library } from '#contract/project/library.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor, demandsOwn, platformTenant, rowFilter } from '../../engine/scope.ts'

/** Numbers of projects by the key of a scenario, an operator or a section of industry. Keys without projects are missing. */
export type CountsByKey = Readonly<Record<string, number>>

/** Sums of listed projects; `investment` in 万元. */
export interface Sums {
  readonly projects: number
  readonly networks: number
  readonly investment: number
  readonly terminals: number
  readonly benchmarks: number
}

/** Listed projects of one city and year. `demo` is the number of those that are demonstration data. */
export interface PlaceCell extends Sums {
  readonly year: string | null
  readonly province: string
  readonly city: string
  readonly demo: number
  readonly scenes: CountsByKey
  readonly operators: CountsByKey
}

/** Listed projects of one province and month of their listing. */
export interface MonthCell extends Sums {
  /** yyyy-MM; null if the time of the listing is unknown. */
  readonly month: string | null
  readonly province: string
  readonly operators: CountsByKey
  readonly sections: CountsByKey
}

/** Counts added up by key. */
export const addCounts = (all: readonly CountsByKey[]): CountsByKey => {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [key, n] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + n
  return Object.fromEntries(Object.entries(sums).filter(([, n]) => n !== 0))
}

type Cell = Sums & { readonly demo?: number }
const numbers = ['projects', 'networks', 'investment', 'terminals', 'benchmarks', 'demo'] as const

/** A sum of numbers with up to six decimals, without what the addition of fractions leaves behind, such as 1e-10 or -0. */
const exact = (sum: number): number => Math.round(sum * 1e6) / 1e6 + 0

/**
 * One cell where there are several with the same key: what is kept, and changes that are not applied yet. Cells without projects are
 * left out.
 */
const mergeCells = <T extends Cell>(rows: readonly T[], keyOf: (row: T) => string, counts: readonly (keyof T)[]): T[] =>
  [...groupBy(rows, keyOf).values()]
    .map((same) => {
      const [first] = same
      const sumOf = (name: keyof Cell) => exact(same.reduce((sum, row) => sum + (row[name] ?? 0), 0))
      return {
        ...first,
        ...Object.fromEntries(numbers.filter((name) => name in first).map((name) => [name, sumOf(name)])),
        // a change of a sum only is stored with a count of 0 for its key
        ...Object.fromEntries(counts.map((name) => [name, addCounts(same.map((row) => row[name] as CountsByKey))])),
      }
    })
    .filter(({ projects }) => projects > 0)

const sums: Fragment = sql`projects::float, networks::float, investment::float, terminals::float, benchmarks::float`

/** The listed projects of the platform by place and year. */
export const readPlaceCells = async (db: Db): Promise<PlaceCell[]> =>
  mergeCells(
    await run<PlaceCell>(
      db,
      sql`select nullif(year, '') as year, province, city, ${sums}, demo::float, scenes, operators from library_place_now
        where tenant_id = ${platformTenant}`,
    ),
    ({ year, city, province }) => `${year}|${province}|${city}`,
    ['scenes', 'operators'],
  )

/** The listed projects of the platform by month and province. */
export const readMonthCells = async (db: Db): Promise<MonthCell[]> =>
  mergeCells(
    await run<MonthCell>(
      db,
      sql`select nullif(month, '') as month, province, ${sums}, operators, sections from library_month_now
        where tenant_id = ${platformTenant}`,
    ),
    ({ month, province }) => `${month}|${province}`,
    ['operators', 'sections'],
  )

/** The listed projects of the platform by division of industry. */
export const readDivisions = async (db: Db): Promise<CountsByKey> => {
  const rows = await run<{ division: string; n: number }>(
    db,
    sql`select division, sum(projects)::int as n from library_division_now where tenant_id = ${platformTenant}
      group by division having sum(projects) > 0`,
  )
  return Object.fromEntries(rows.map(({ division, n }) => [division, n]))
}

/** Of which listed projects the number is kept: those of a place and a year, with at most one of the other values. */
export interface CountedPart {
  readonly province?: string | null | undefined
  readonly city?: string | null | undefined
  readonly year?: string | null | undefined
  readonly operator?: number | null | undefined
  readonly scene?: number | null | undefined
  readonly isBenchmark?: number | null | undefined
  readonly hasNetwork?: number | null | undefined
}

const isNamed = (value: unknown): boolean => value !== null && value !== undefined

/** The kept number of listed projects in a part of the platform; null if it is not kept. */
export const countListed = async (db: Db, part: CountedPart): Promise<number | null> => {
  const { operator, scene, isBenchmark, hasNetwork } = part
  const numbersOfRow = [
    isNamed(operator) ? sql`coalesce((operators ->> ${String(operator)})::bigint, 0)` : null,
    isNamed(scene) ? sql`coalesce((scenes ->> ${String(scene)})::bigint, 0)` : null,
    isBenchmark === 1 ? sql`benchmarks` : null,
    hasNetwork === 1 ? sql`networks` : null,
  ].flatMap((one) => one ?? [])
  if (numbersOfRow.length > 1 || isBenchmark === 0) return null
  const places = (['year', 'province', 'city'] as const).flatMap((name) =>
    part[name] ? [sql`${sql.ref(name)} = ${part[name]}`] : [],
  )
  const [row] = await run<{ n: number }>(
    db,
    sql`select coalesce(sum(${numbersOfRow[0] ?? sql`projects`}), 0)::int as n from library_place_now
      where ${sql.join([sql`tenant_id = ${platformTenant}`, ...places], sql` and `)}`,
  )
  return row?.n ?? 0
}

/** The projects of the operator of the caller, who sees no others. */
const ofOperator = (operator: number): Fragment =>
  sql`(select tenant_id, province, city, 0 as is_deleted, ${operator}::integer as operator,
    coalesce((operators ->> ${String(operator)})::bigint, 0) as projects from library_place_now) library`

const comparesPlaces = (actor: Ctx['actor']): boolean => comparesOnly(actor, library, ['city', 'province'])

/** Whether the caller sees the projects of their operator only, by place, so that their number is kept. */
export const seesOwnOperator = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  actor.operator !== null &&
  !comparesPlaces(actor) &&
  comparesOnly(actor, library, ['city', 'province', 'operator']) &&
  (dataScopesFor(actor, library) ?? []).every((scope) => demandsOwn(library, scope, 'operator'))

/**
 * Projects to count, named like their table, so that the row filter of the caller applies to it: the sum of `projects` is their number.
 * The kept figures where the row filter reads no columns but those of a place, and of the operator; else the rows themselves.
 */
export const projectsToCount = ({ actor }: Pick<Ctx, 'actor'>): Fragment => {
  if (comparesPlaces(actor)) return sql`(select *, 0 as is_deleted from library_place_now) library`
  return actor.operator !== null && seesOwnOperator({ actor })
    ? ofOperator(actor.operator)
    : sql`(select *, 1 as projects from library) library`
}

/** The number of listed projects that the caller may see. */
export const countVisible = async (ctx: Ctx): Promise<number> => {
  const [row] = await run<{ n: number | null }>(
    ctx.db,
    sql`select sum(projects)::int as n from ${projectsToCount(ctx)} where ${rowFilter(ctx, library)}`,
  )
  return row?.n ?? 0
}

/** Adds to the kept figures what has changed since the last time; resolves to the number of changes. */
export const applyLibraryChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_library_changes()::int as n`)
  return row?.n ?? 0
}
