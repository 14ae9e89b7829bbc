import { notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { isUnsaid } from '#contract/kit/filter-suffix.ts'
import type { ProjectColumn } from '#contract/portal/project-columns.ts'
import {
  type PublicProject,
  projectDetailFields,
  projectFields,
  type publicProjects,
} from '#contract/portal/public-projects.ts'
import { library } from '#contract/project/library.ts'
import { contains, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { readMatches, type Search } from '../engine/matches.ts'
import { pageAnswer, selectPage } from '../engine/page.ts'
import { mayContain } from '../engine/pairs.ts'
import { cachedCount } from '../engine/row-counts.ts'
import { countListed } from '../project/figures/listed.ts'
import { liveRows } from './counts.ts'

const columnsOf = (fields: Fields) =>
  sql.join([sql`id`, ...Object.keys(fields).map((name) => sql`${identifier(name)} as ${sql.id(name)}`)])
const listColumns = columnsOf(projectFields)
const detailColumns = columnsOf(projectDetailFields)
const table = identifier(library.name)
/** Sort key: the latest year first, projects without a year last. */
const yearOf = sql`coalesce(year, '')`

const equalityFields = [
  'province',
  'city',
  'operator',
  'nationalEconomy1',
  'nationalEconomy2',
  'year',
  'isBenchmark',
] as const

type List = HandlerOf<typeof publicProjects.list>
type ListedRow = Awaited<ReturnType<List>>['records'][number]

/** The division of industry, or the section where there is none. */
const industryOf = sql`coalesce(national_economy2, national_economy1)`
/** The order without a request: the latest year, then the newest row. */
const latestFirst = sql`${yearOf} desc, id desc`

type Order = readonly [ascending: Fragment, descending: Fragment]
const byColumn = (column: Fragment): Order => [
  sql`${column} asc nulls first, id asc`,
  sql`${column} desc nulls last, id desc`,
]
/** The latest year first within each value. */
const byGroup = (column: Fragment): Order => [
  sql`${column} asc, ${latestFirst}`,
  sql`${column} desc, ${yearOf} asc, id asc`,
]

/** Both directions of an order have one index, which is read forwards or backwards: with its last columns. */
const orders: Readonly<Record<ProjectColumn, Order>> = {
  projectName: byColumn(sql`project_name collate pinyin`),
  commpanyName: byColumn(sql`commpany_name collate pinyin`),
  place: byGroup(sql`city`),
  operator: byColumn(sql`operator`),
  industry: byGroup(industryOf),
  year: [sql`${yearOf} asc, id asc`, latestFirst],
}

/** By the requested column, else the latest year first. */
const orderOf = ({ ascs, descs }: Pick<Parameters<List>[1], 'ascs' | 'descs'>): Fragment => {
  if (ascs) return orders[ascs as ProjectColumn][0]
  return descs ? orders[descs as ProjectColumn][1] : latestFirst
}

/** A value as a condition that an index of the list has. */
const equals = (name: (typeof equalityFields)[number], value: unknown): Fragment => {
  if (name === 'year') return sql`${yearOf} = ${value}`
  if (name === 'nationalEconomy2') return sql`national_economy2 = ${value} and ${industryOf} = ${value}`
  // a part of the rows has an index of its own, which a parameter would hide
  if (name === 'isBenchmark') return sql`is_benchmark = ${sql.lit(Number(value))}`
  return sql`${identifier(name)} = ${value}`
}

/** Selects the same rows as the library list and the figures of the home page, each of which opens the projects it counts. */
const searchOf = (input: Omit<Parameters<List>[1], 'current' | 'size'>): Search => {
  const equal = equalityFields.flatMap((name): Fragment[] =>
    input[name] === null || input[name] === undefined ? [] : [equals(name, input[name])],
  )
  const { keyword, hasNetwork, scene, listedFrom, listedTo } = input
  const tests = keyword
    ? [sql`(${contains(sql`project_name`, keyword)} or ${contains(sql`commpany_name`, keyword)})`]
    : []
  const network = hasNetwork === 1 ? [sql`network_mode > 1`] : []
  const since = listedFrom ? [sql`listed_at >= ${listedFrom}::date`] : []
  const until = listedTo ? [sql`listed_at < ${listedTo}::date + 1`] : []
  const scenes = scene ? [sql`${scene} = any(scenes)`] : []
  const others = [liveRows, ...equal, ...network, ...since, ...until, ...scenes]
  return { others, tests, pairs: keyword ? mayContain(library, [keyword]) : [] }
}

const whereOf = ({ others, tests }: Search): Fragment => sql.join([...others, ...tests], sql` and `)

const dayMs = 24 * 60 * 60 * 1000
const maxFewDays = 92

/**
 * Whether only some days are asked for. An index has their projects with what the list is ordered by, so that those of the page are found
 * before they are read; of more days, the list itself soon has enough.
 */
const isOfFewDays = ({ listedFrom, listedTo, ...others }: Omit<Parameters<List>[1], 'current' | 'size'>): boolean => {
  const isAlone = Object.entries(others).every(
    ([name, value]) => name === 'current' || name === 'size' || isUnsaid(value),
  )
  return isAlone && Date.parse(listedTo ?? '') - Date.parse(listedFrom ?? '') < maxFewDays * dayMs
}

/** The projects of some days with the columns of their index. */
const daysOf = (where: Fragment): Fragment =>
  sql`(select id, year, tenant_id, listed_at, 0 as is_deleted from ${table} where ${where} offset 0) ${table}`

/** A page of the list with display names, and what a search has found; without one nothing is counted. */
const readPage = async (ctx: Ctx, input: Parameters<List>[1], size: number, offset = 0) => {
  const search = searchOf(input)
  const query = { ...search, columns: listColumns, table, where: whereOf(search), order: orderOf(input), size, offset }
  const matches = search.pairs.length ? await readMatches<ListedRow>(ctx, query) : null
  const keys = isOfFewDays(input) ? daysOf(query.where) : undefined
  const records = matches?.records ?? (await run<ListedRow>(ctx.db, selectPage({ ...query, keys })))
  await addDisplayNames(ctx, projectFields as Fields, records)
  return { records, matches }
}

/** The first rows of the list, with display names. */
export const firstProjects = async (ctx: Ctx, input: Parameters<List>[1], limit: number): Promise<ListedRow[]> =>
  (await readPage(ctx, input, limit)).records

/** How many projects are in the list: as kept with the figures, which open it, or else counted. */
const countProjects = async (ctx: Ctx, input: Parameters<List>[1]): Promise<number> => {
  const { keyword, nationalEconomy1, nationalEconomy2, listedFrom, listedTo } = input
  const isCounted = keyword || nationalEconomy1 || nationalEconomy2 || listedFrom || listedTo
  return (isCounted ? null : await countListed(ctx.db, input)) ?? cachedCount(ctx, table, whereOf(searchOf(input)))
}

/** Public list of projects, latest year first unless another order is requested; 50 per page at most. */
export const listProjects: List = async (ctx, input) => {
  const size = Math.min(input.size || 10, 50)
  const current = Math.max(input.current || 1, 1)
  const [{ records, matches }, count] = await Promise.all([
    readPage(ctx, input, size, (current - 1) * size),
    // a search counts what it finds
    searchOf(input).pairs.length ? 0 : countProjects(ctx, input),
  ])
  return pageAnswer({ records, size, current }, matches?.count ?? count, matches?.capped)
}

type Neighbour = NonNullable<PublicProject['next']>

/** The projects directly before and after a project in the unfiltered list. */
const neighboursOf = async (ctx: Ctx, { id, year }: Pick<PublicProject, 'id' | 'year'>) => {
  const nearest = async (sign: Fragment, order: Fragment) => {
    const [row] = await run<Neighbour>(
      ctx.db,
      sql`select id, project_name as title from ${table} where ${liveRows} and (${yearOf}, id) ${sign} (${year ?? ''}, ${id})
        order by ${yearOf} ${order}, id ${order} limit 1`,
    )
    return row ?? null
  }
  const [previous, next] = await Promise.all([nearest(sql`>`, sql`asc`), nearest(sql`<`, sql`desc`)])
  return { previous, next }
}

/** A listed project with display names; 404 if it does not exist or is no longer listed. */
export const showProject: HandlerOf<typeof publicProjects.detail> = async (ctx, { id }) => {
  const [project] = await run<Omit<PublicProject, 'previous' | 'next'>>(
    ctx.db,
    sql`select ${detailColumns} from ${table} where ${liveRows} and id = ${id}`,
  )
  if (!project) throw notFound()
  await addDisplayNames(ctx, projectDetailFields as Fields, [project])
  return { ...project, ...(await neighboursOf(ctx, project)) }
}
