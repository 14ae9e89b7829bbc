import { notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import {
  type PublicProject,
  projectDetailFields,
  projectFields,
  type publicProjects,
} from '#contract/portal/public-projects.ts'
import { library } from '#contract/project/library.ts'
import { type Fragment, join, likePattern, run } from '../base/database/db.ts'
import { quoted } from '../engine/column-types.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { cachedCount, maxTotal } from '../engine/row-counts.ts'
import { platformTenant } from '../engine/scope.ts'

const columnsOf = (fields: Fields) =>
  ['id::text', ...Object.keys(fields).map((name) => `${quoted(name)} as "${name}"`)].join(', ')
const table = quoted(library.name)
/** Sort key: the latest year first, projects without a year last. */
const yearOf = "coalesce(year, '')"

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

const live: Fragment = { text: 'is_deleted = 0 and tenant_id = ?', values: [platformTenant] }

/** Selects the same rows as the library list and the figures of the home page (decisions.md 22). */
const filterOf = (input: Parameters<List>[1]): Fragment => {
  const equal = equalityFields.flatMap((name): Fragment[] =>
    input[name] === null || input[name] === undefined ? [] : [{ text: `${quoted(name)} = ?`, values: [input[name]] }],
  )
  const { keyword, hasNetwork, scene } = input
  const keywordFilter = keyword
    ? [
        {
          text: '(project_name ilike ? or commpany_name ilike ?)',
          values: [likePattern(keyword), likePattern(keyword)],
        },
      ]
    : []
  const network = hasNetwork === 1 ? [{ text: 'network_mode > 1', values: [] }] : []
  const scenes = scene ? [{ text: '? = any(scenes)', values: [scene] }] : []
  return join([live, ...equal, ...keywordFilter, ...network, ...scenes], ' and ')
}

/** Public list of projects, latest year first; 50 per page at most. */
export const listProjects: List = async (ctx, input) => {
  const size = Math.min(input.size || 10, 50)
  const current = Math.max(input.current || 1, 1)
  const where = filterOf(input)
  const [records, count] = await Promise.all([
    run<Awaited<ReturnType<List>>['records'][number]>(ctx.db, {
      text: `select ${columnsOf(projectFields)} from ${table} where ${where.text} order by ${yearOf} desc, id desc limit ? offset ?`,
      values: [...where.values, size, (current - 1) * size],
    }),
    cachedCount(ctx, table, where),
  ])
  const total = Math.min(count, maxTotal)
  await addDisplayNames(ctx, projectFields as Fields, records)
  return { records, total, size, current, pages: Math.ceil(total / size), ...(count > total ? { capped: true } : {}) }
}

type Place = NonNullable<PublicProject['next']>

/** The projects directly before and after a project in the unfiltered list. */
const neighboursOf = async (ctx: Ctx, { id, year }: Pick<PublicProject, 'id' | 'year'>) => {
  const nearest = async (sign: '<' | '>', order: 'desc' | 'asc') => {
    const [row] = await run<Place>(ctx.db, {
      text: `select id::text, project_name as title from ${table} where ${live.text} and (${yearOf}, id) ${sign} (?, ?)
        order by ${yearOf} ${order}, id ${order} limit 1`,
      values: [...live.values, year ?? '', id],
    })
    return row ?? null
  }
  const [previous, next] = await Promise.all([nearest('>', 'asc'), nearest('<', 'desc')])
  return { previous, next }
}

/** A listed project with display names; 404 if it does not exist or is no longer listed. */
export const showProject: HandlerOf<typeof publicProjects.detail> = async (ctx, { id }) => {
  const [project] = await run<Omit<PublicProject, 'previous' | 'next'>>(ctx.db, {
    text: `select ${columnsOf(projectDetailFields)} from ${table} where ${live.text} and id = ?`,
    values: [...live.values, id],
  })
  if (!project) throw notFound()
  await addDisplayNames(ctx, projectDetailFields as Fields, [project])
  return { ...project, ...(await neighboursOf(ctx, project)) }
}
