import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { administratorsOf, idsOf } from './people-who.ts'

const maxDepth = 20

/**
 * The heads of the offices of these people: of each department the nearest active head upwards who is none of them, nor of `others`; the
 * administrators where there is none.
 */
export const headsOf = async (
  ctx: Ctx,
  people: readonly string[],
  others: readonly string[] = [],
): Promise<string[]> => {
  const heads = await run<{ head: string }>(
    ctx.db,
    sql`with recursive above as (
        select d.id as origin, d.parent_id, d.head, 0 as depth from dept d
          where d.is_deleted = 0 and d.tenant_id = ${ctx.actor.tenantId}
            and d.id in (select unnest(u.dept_id) from "user" u where u.id = any(${people}::bigint[]))
        union all
        select a.origin, d.parent_id, d.head, a.depth + 1 from above a
          join dept d on d.id = a.parent_id and d.is_deleted = 0 where a.depth < ${sql.lit(maxDepth)})
      select distinct head::text from (
        select distinct on (a.origin) a.head from above a
          join "user" u on u.id = a.head and u.status = 1 and u.is_deleted = 0 and u.tenant_id = ${ctx.actor.tenantId}
        where a.head <> all(${[...people, ...others]}::bigint[]) order by a.origin, a.depth) nearest`,
  )
  return heads.length ? heads.map(({ head }) => head) : idsOf(await administratorsOf(ctx))
}
