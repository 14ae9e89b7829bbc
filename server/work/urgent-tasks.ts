import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import type { KnownRows } from '../engine/known-rows.ts'
import { isPlain, positionOf } from '../engine/page.ts'
import { maxTotal } from '../engine/row-counts.ts'
import { isConsulted } from '../flow/consultations.ts'
import { obstacleOf } from '../flow/task-access.ts'
import { byReadiness, maxSorted } from './readiness.ts'
import { mostUrgentFirst } from './urgency.ts'

/** Of the most urgent tasks, so many are looked at for a filter, a keyword or another order. */
const maxFiltered = 5000

/** Open tasks that wait for a caller. */
export interface OpenTasks {
  /** Each selects `id`, `due_time` and `create_time` of at most 10,001 tasks from an index in the order of urgency. */
  readonly partsFor: (ctx: UserCtx) => readonly Fragment[]
  /** Rows of some tasks, one for each that the list shows: `id`, `business_table`, `business_id` and `moves`. */
  readonly rowsOf: (tasks: readonly string[]) => Fragment
  /** Whether the list shows fewer rows than tasks. */
  readonly isOnePerMatter?: true
}

interface Found {
  /** At most 10,001. */
  readonly count: number
  /** The first of them, in the order of urgency. */
  readonly ids: readonly string[]
}

/** How many tasks wait, and the ids of `limit` of them after `offset`. */
const findTasks = async (ctx: UserCtx, { partsFor }: OpenTasks, limit: number, offset = 0): Promise<Found> => {
  // a task may have several of the caller's roles among its candidates
  const [row] = await run<Found>(
    ctx.db,
    sql`with found as materialized (select * from (${sql.join(partsFor(ctx), sql` union `)}) t order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})
      select (select count(*)::int from found) as count,
        array(select id from found order by ${mostUrgentFirst} limit ${limit} offset ${offset})::text[] as ids`,
  )
  return row ?? { count: 0, ids: [] }
}

/** These tasks, those first that can be handled already. */
const readyFirstOf = async (ctx: UserCtx, { rowsOf }: OpenTasks, tasks: readonly string[]): Promise<string[]> => {
  const { kind } = obstacleOf(ctx, sql`t.business_table`, sql`t.business_id`, sql`t.moves`)
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select t.id from (${rowsOf(tasks)}) t order by ${kind} is not null and not ${isConsulted(ctx, sql`t.id`)}, array_position(${tasks}::bigint[], t.id)`,
  )
  return rows.map(({ id }) => id)
}

/** The most urgent of the tasks, which filters and other orders look at. */
export const mostUrgentOf = async (ctx: UserCtx, tasks: OpenTasks): Promise<KnownRows> => {
  const { count, ids } = await findTasks(ctx, tasks, maxFiltered)
  const isMerged = tasks.isOnePerMatter && count <= maxSorted
  return { ids: isMerged ? await readyFirstOf(ctx, tasks, ids) : ids, capped: count > maxFiltered }
}

/** The rows of a page of a list of open tasks, and their order. */
export const openTasksPage = async (
  ctx: UserCtx,
  entity: AnyEntity,
  tasks: OpenTasks,
  input: ListInput,
): Promise<{ among: KnownRows; order: Fragment }> => {
  if (!isPlain(input)) {
    const among = await mostUrgentOf(ctx, tasks)
    return { among, order: among.ids.length <= maxSorted ? byReadiness(ctx, entity) : mostUrgentFirst }
  }
  const { size, offset } = positionOf(input)
  const first = await findTasks(ctx, tasks, maxSorted + 1)
  if (first.count <= maxSorted) {
    const ready = await readyFirstOf(ctx, tasks, first.ids)
    return pageOfIds(ready.slice(offset, offset + size), ready.length)
  }
  const isKnown = offset + size <= first.ids.length
  const { ids } = isKnown ? { ids: first.ids.slice(offset, offset + size) } : await findTasks(ctx, tasks, size, offset)
  return pageOfIds(ids, first.count)
}

const pageOfIds = (ids: readonly string[], count: number) => ({
  among: { ids, count },
  order: sql`array_position(${ids}::bigint[], id)`,
})
