import type { RawBuilder } from 'kysely'
import { declaration } from '#contract/project/declaration.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx, UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readDeclaration } from '../record/declaration-row.ts'

/** Notes that the caller has opened a declaration on its page; reading ahead is none. */
export const noteOpening = async (ctx: UserCtx, id: string): Promise<null> => {
  await readDeclaration(ctx, id)
  await run(
    ctx.db,
    sql`insert into declaration_opening (declaration_id, user_id) values (${id}, ${ctx.actor.id})
      on conflict (declaration_id, user_id) do update set opened_at = now()`,
  )
  return null
}

/** Whether nobody of the caller's departments has opened a declaration since it was last submitted: what they would read is new. */
export const isUnopened = ({ actor }: Ctx, id: string): RawBuilder<boolean> =>
  sql`not exists (select 1 from declaration_opening o join "user" u on u.id = o.user_id
    where o.declaration_id = ${id} and (u.id = ${actor.id} or u.dept_id && ${actor.deptIds}::bigint[])
      and o.opened_at >= coalesce((select max(m.create_time) from declaration_move m where m.pid = ${id} and m.move = 'submit'), '-infinity'))`

interface Act {
  readonly count: number
  readonly unopened: number
}

/** How many declarations acts of many have handled, and how many of them nobody in the office had opened: of those that the caller sees. */
export const actsWith = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Act>> => {
  if (ids.length === 0) return new Map()
  const rows = await run<Act & { id: string }>(
    ctx.db,
    sql`select act_id::text as id, count(*)::integer as count, count(*) filter (where is_unopened)::integer as unopened
      from declaration_move where act_id = any(${ids}::bigint[])
        and pid in (select id from declaration where ${rowFilter(ctx, declaration)}) group by act_id`,
  )
  return new Map(rows.map(({ id, count, unopened }) => [id, { count, unopened }]))
}
