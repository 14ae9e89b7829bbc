import type { RawBuilder } from 'kysely'
import type { Fragment } from '../base/database/db.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import type { FlowBusiness } from './business.ts'

/** Whether the caller's data scopes include the business row of an instance: `table` and `id` are columns of the query. */
export const isBusinessVisible = (ctx: Ctx, table: Fragment, id: Fragment): RawBuilder<boolean> => {
  const tests = Object.entries(ctx.app.flowBusinesses).flatMap(([name, { isVisible }]) =>
    isVisible ? [sql`when ${name} then ${isVisible(ctx, id)}`] : [],
  )
  return tests.length ? sql`case ${table} ${sql.join(tests, sql` `)} else true end` : sql`true`
}

/** Whether the caller reads the business row of an instance, and its history, although they take no part in it. */
export const isReader = (ctx: Ctx, table: Fragment, id: Fragment): RawBuilder<boolean> => {
  const tests = Object.entries(ctx.app.flowBusinesses).flatMap(([name, business]) =>
    business.isReader ? [sql`when ${name} then ${business.isReader(ctx, id)}`] : [],
  )
  return tests.length ? sql`case ${table} ${sql.join(tests, sql` `)} else false end` : sql`false`
}

export type TaskObstacle = ReturnType<NonNullable<FlowBusiness['obstacle']>>

/** What a task waits for before anybody can handle it: `table`, `id` and `moves` are columns of the query. */
export const obstacleOf = ({ app }: Ctx, table: Fragment, id: Fragment, moves: Fragment): TaskObstacle => {
  const obstacles = Object.entries(app.flowBusinesses).flatMap(([name, { obstacle }]) =>
    obstacle ? [{ name, ...obstacle(id, moves) }] : [],
  )
  const byTable = (part: keyof TaskObstacle) => {
    const cases = obstacles.map((one) => sql`when ${one.name} then ${one[part]}`)
    return cases.length ? sql`case ${table} ${sql.join(cases, sql` `)} end` : sql`null`
  }
  return { kind: byTable('kind'), until: byTable('until'), isDecidedTogether: byTable('isDecidedTogether') }
}

/** The conditions on a row of candidates, named `of`, one of which holds for the caller: they themselves, or a role of theirs. */
export const candidateTests = ({ actor }: Ctx, of: Fragment): Fragment[] => [
  sql`${of}.kind = 'user' and ${of}.value = ${actor.id}`,
  ...[...new Set(actor.rights.aliases)].map((alias) => sql`${of}.kind = 'group' and ${of}.value = ${alias}`),
]

/** Whether the caller is among the people who may not take a task. */
export const isExcluded = ({ actor }: Ctx, excludedUsers: Fragment): Fragment =>
  sql`${excludedUsers} @> array[${actor.id}::bigint]`

/** Whether the caller is a candidate of the task with this id, and not excluded from it. */
export const isCandidate = (ctx: Ctx, taskId: Fragment): RawBuilder<boolean> =>
  sql`(exists (select 1 from flow_task_candidate c where c.task_id = ${taskId}
    and (${sql.join(candidateTests(ctx, sql`c`), sql` or `)}))
    and not exists (select 1 from flow_task x where x.id = ${taskId} and ${isExcluded(ctx, sql`x.excluded_users`)}))`

/** Whether a task with these moves is taken by one of them, such as the acceptance of a declaration, and not by a claim. */
export const isTakenByMove = ({ app }: Ctx, moves: Fragment): RawBuilder<boolean> =>
  sql`coalesce(${app.stageRules.acceptance ?? null} = any(${moves}), false)`

/**
 * Whether somebody who administers processes administers an instance: of matters that their data scopes show, and their own. `table`,
 * `id` and `starter` are columns of the query. Administrators of a tenant administer all, also what is about no row any more.
 */
export const isAdministered = (ctx: Ctx, table: Fragment, id: Fragment, starter: Fragment): RawBuilder<boolean> =>
  ctx.actor.rights.administrator
    ? sql`true`
    : sql`(${starter} is not distinct from ${ctx.actor.id} or ${isBusinessVisible(ctx, table, id)})`

/** Whether the caller's data scopes include the business row of an instance. */
export const seesBusiness = async (
  ctx: Ctx,
  { businessTable, businessId }: { readonly businessTable: string; readonly businessId: string },
): Promise<boolean> => {
  const isVisible = isBusinessVisible(ctx, sql`${businessTable}::text`, sql`${businessId}::bigint`)
  return (await run(ctx.db, sql`select 1 where ${isVisible}`)).length > 0
}

/**
 * Whether the caller's permissions allow them to handle a task with these moves; one without moves needs that of 待办. The function
 * may_handle of the database says the same for the list of running processes.
 */
export const mayHandle = (ctx: Ctx, moves: readonly string[]): boolean =>
  moves.length
    ? moves.some((move) => {
        const perm = ctx.app.stageRules.permOf?.(move)
        return Boolean(perm) && hasPermission(ctx, String(perm))
      })
    : hasPermission(ctx, 'work_todo_handle')

/** Whether the caller has an open task of an instance. */
export const hasOpenTask = async ({ db, actor }: Ctx, instanceId: string | null): Promise<boolean> => {
  const [task] = await run(
    db,
    sql`select 1 from flow_task where instance_id = ${instanceId} and end_time is null and assignee = ${actor.id}`,
  )
  return task !== undefined
}
