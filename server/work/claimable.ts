import { type Fragment, withIds } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { maxTotal } from '../engine/row-counts.ts'
import type { FlowBusiness } from '../flow/business.ts'
import { candidateTests, isExcluded } from '../flow/task-access.ts'
import { mostUrgentFirst } from './urgency.ts'
import type { OpenTasks } from './urgent-tasks.ts'

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

/** Open tasks that the caller may take. */
export const claimable: OpenTasks = {
  partsFor: (ctx) =>
    Object.entries(ctx.app.flowBusinesses).flatMap(([table, business]) => tasksOf(ctx, table, business)),
  rowsOf: (tasks) => sql`select distinct on (id) * from flow_claimable where ${withIds(tasks)}`,
}
