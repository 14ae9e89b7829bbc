import { sql } from 'kysely'
import { notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import {
  type PublicProject,
  projectDetailFields,
  projectFields,
  type publicProjects,
} from '#contract/portal/public-projects.ts'
import { library } from '#contract/project/library.ts'
import { type Fragment, likePattern, run } from '../base/database/db.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { cachedCount, maxTotal } from '../engine/row-counts.ts'
import { liveRows } from './counts.ts'

const columnsOf = (fields: Fields) =>
  sql.join([sql`id::text`, ...Object.keys(fields).map((name) => sql`${identifier(name)} as ${sql.id(name)}`)])
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

/** Selects the same rows as the library list and the figures of the home page, each of which opens the projects it counts. */
const filterOf = (input: Parameters<List>[1]): Fragment => {
  const equal = equalityFields.flatMap((name): Fragment[] =>
    input[name] === null || input[name] === undefined ? [] : [sql`${identifier(name)} = ${input[name]}`],
  )
  const { keyword, hasNetwork, scene, listedFrom, listedTo } = input
  const pattern = likePattern(keyword)
  const keywordFilter = keyword ? [sql`(project_name ilike ${pattern} or commpany_name ilike ${pattern})`] : []
  const network = hasNetwork === 1 ? [sql`network_mode > 1`] : []
  const since = listedFrom ? [sql`listed_at >= ${listedFrom}::date`] : []
  const until = listedTo ? [sql`listed_at < ${listedTo}::date + 1`] : []
  const scenes = scene ? [sql`${scene} = any(scenes)`] : []
  return sql.join([liveRows, ...equal, ...keywordFilter, ...network, ...since, ...until, ...scenes], sql` and `)
}

/** Public list of projects, latest year first; 50 per page at most. */
export const listProjects: List = async (ctx, input) => {
  const size = Math.min(input.size || 10, 50)
  const current = Math.max(input.current || 1, 1)
  const where = filterOf(input)
  const [records, count] = await Promise.all([
    run<Awaited<ReturnType<List>>['records'][number]>(
      ctx.db,
      sql`select ${listColumns} from ${table} where ${where}
        order by ${yearOf} desc, id desc limit ${size} offset ${(current - 1) * size}`,
    ),
    cachedCount(ctx, table, where),
  ])
  const total = Math.min(count, maxTotal)
  await addDisplayNames(ctx, projectFields as Fields, records)
  return { records, total, size, current, pages: Math.ceil(total / size), ...(count > total ? { capped: true } : {}) }
}

type Neighbour = NonNullable<PublicProject['next']>

/** The projects directly before and after a project in the unfiltered list. */
const neighboursOf = async (ctx: Ctx, { id, year }: Pick<PublicProject, 'id' | 'year'>) => {
  const nearest = async (sign: Fragment, order: Fragment) => {
    const [row] = await run<Neighbour>(
      ctx.db,
      sql`select id::text, project_name as title from ${table} where ${liveRows} and (${yearOf}, id) ${sign} (${year ?? ''}, ${id})
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
