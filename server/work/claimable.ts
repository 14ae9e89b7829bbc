import { sql } from 'kysely'
import type { ListInput } from '#contract/kit/verbs.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { type Fragment, run, withIds } from '../base/database/db.ts'
import type { UserCtx } from '../engine/context.ts'
import type { KnownRows } from '../engine/known-rows.ts'
import { isPlain, positionOf } from '../engine/page.ts'
import { maxTotal } from '../engine/row-counts.ts'
import type { FlowBusiness } from '../flow/business.ts'
import { candidateTests, isExcluded, obstacleOf } from '../flow/task-access.ts'
import { byReadiness, maxSorted } from './readiness.ts'
import { mostUrgentFirst } from './urgency.ts'

/** Of the most urgent tasks, so many are looked at for a filter, a keyword or another order. */
const maxFiltered = 5000

/** Open tasks that the caller may take, of the most urgent ones. */
interface Claimable {
  /** At most 10,001. */
  readonly count: number
  /** The first of them, in the order of urgency. */
  readonly ids: readonly string[]
}

/**
 * The tasks about rows of one table that the caller may take, in person and by each of their roles: at most 10,001 of each, from an
 * index that has their order.
 */
const tasksOf = (ctx: UserCtx, table: string, { isVisible, isCopyVisible }: FlowBusiness): Fragment[] => {
  const copyVisible = isCopyVisible?.(ctx) ?? null
  // named like the table where its data scopes read the copies of its columns
  const source = copyVisible ? sql.table(table) : sql`claimable`
  const visible = copyVisible ?? isVisible?.(ctx, sql`${source}.business_id`) ?? sql`true`
  const active = sql`not is_suspended and definition_id <> all(array(select d.id from flow_definition d where d.suspension_state <> 1))`
  return candidateTests(ctx, source).map(
    (isCandidate) => sql`(select id, due_time, create_time from flow_claimable ${source}
      where ${source}.tenant_id = ${ctx.actor.tenantId} and business_table = ${sql.lit(table)} and ${isCandidate}
        and not ${isExcluded(ctx, sql`excluded_users`)} and ${active} and ${visible}
      order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})`,
  )
}

/** The tasks that the caller may claim: how many, and the ids of `limit` of them after `offset`. */
const claimableTasks = async (ctx: UserCtx, limit: number, offset = 0): Promise<Claimable> => {
  const parts = Object.entries(ctx.app.flowBusinesses).flatMap(([table, business]) => tasksOf(ctx, table, business))
  // a task may have several of the caller's roles among its candidates
  const [row] = await run<Claimable>(
    ctx.db,
    sql`with found as materialized (select * from (${sql.join(parts, sql` union `)}) t order by ${mostUrgentFirst} limit ${sql.lit(maxTotal + 1)})
      select (select count(*)::int from found) as count,
        array(select id from found order by ${mostUrgentFirst} limit ${limit} offset ${offset})::text[] as ids`,
  )
  return row ?? { count: 0, ids: [] }
}

/** These tasks, those first that can be handled already. */
const readyFirstOf = async (ctx: UserCtx, tasks: readonly string[]): Promise<readonly string[]> => {
  const { kind } = obstacleOf(ctx, sql`t.business_table`, sql`t.business_id`, sql`t.moves`)
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select t.id from (select distinct on (id) * from flow_claimable where ${withIds(tasks)}) t
      order by ${kind} is not null, array_position(${tasks}::bigint[], t.id)`,
  )
  return rows.map(({ id }) => id)
}

/** The most urgent of the tasks that the caller may claim, which filters and other orders look at. */
export const mostUrgentClaimable = async (ctx: UserCtx): Promise<KnownRows> => {
  const { count, ids } = await claimableTasks(ctx, maxFiltered)
  return { ids, capped: count > maxFiltered }
}

/** The rows of a page of 待签, and their order. */
export const claimablePage = async (ctx: UserCtx, input: ListInput): Promise<{ among: KnownRows; order: Fragment }> => {
  if (!isPlain(input)) {
    const among = await mostUrgentClaimable(ctx)
    return { among, order: among.ids.length <= maxSorted ? byReadiness(ctx, workClaim) : mostUrgentFirst }
  }
  const [first, { size, offset }] = [await claimableTasks(ctx, maxSorted + 1), positionOf(input)]
  const isKnown = first.count <= maxSorted || offset + size <= first.ids.length
  const inOrder = first.count <= maxSorted ? await readyFirstOf(ctx, first.ids) : first.ids
  const ids = isKnown ? inOrder.slice(offset, offset + size) : (await claimableTasks(ctx, size, offset)).ids
  return { among: { ids, count: first.count }, order: sql`array_position(${ids}::bigint[], id)` }
}
