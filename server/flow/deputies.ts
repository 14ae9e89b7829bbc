import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import { readPeople } from '../engine/session.ts'
import { ctxOf, idsOf } from '../inbox/people-who.ts'
import { isPersonal, isTaker, takerRefusal } from './task-takers.ts'

/** The people whose deputy the caller is now. Read for each request, since a deputation that ends has no effect from then on. */
export const principalsOf = async ({ db, actor }: Ctx): Promise<readonly string[]> => {
  const [row] = await run<{ ids: string[] }>(db, sql`select principals_of(${actor.id}::bigint)::text[] as ids`)
  return row?.ids ?? []
}

/** SQL: the ids of the caller, their deputies and their principals, who count as one person; computed once for a statement. */
export const onePerson = ({ actor }: Ctx): Fragment => sql`(select one_person(${actor.id}::bigint))`

/** SQL: the caller's principals, if the statement does not know them yet; computed once for a statement. */
const ownPrincipals = ({ actor }: Ctx): Fragment => sql`array(select unnest(principals_of(${actor.id}::bigint)))`

/**
 * SQL: whether the caller may handle the open task `t` of the instance `i` as the deputy of the person who has it: one whom they could
 * have handled themselves. Tasks that are personal have no deputies.
 */
export const isDeputised = (ctx: UserCtx, principals: Fragment = ownPrincipals(ctx)): Fragment =>
  sql`(t.end_time is null and t.assignee = any(${principals}) and not ${isPersonal(ctx)} and ${isTaker(ctx)})`

/** Those who may handle a task now as deputies of the person who has it. */
export const deputiesFor = async (ctx: Ctx, taskId: string, assignee: string): Promise<string[]> => {
  const people = await readPeople(ctx, sql`u.id = any(deputies_of(${assignee}::bigint))`)
  if (people.length === 0) return []
  const [personal] = await run(
    ctx.db,
    sql`select 1 from flow_task t join flow_instance i on i.id = t.instance_id where t.id = ${taskId} and ${isPersonal(ctx)}`,
  )
  if (personal) return []
  const refusals = await Promise.all(people.map((person) => takerRefusal(ctxOf(ctx, person), taskId)))
  return idsOf(people.filter((_, i) => refusals[i] === null))
}

/** The active deputies of a person. */
export const deputiesOf = async (ctx: Ctx, person: string): Promise<string[]> =>
  idsOf(await readPeople(ctx, sql`u.id = any(deputies_of(${person}::bigint))`))
