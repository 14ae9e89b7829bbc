import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'

/** Categories of the grants in `role_scope`. */
export const grantCategories = { dataScope: 1, apiScope: 2 } as const

/** Throws if a role has one of these scopes: without it the role would show other rows, or close its addresses. */
export const assertNotGranted = async (
  ctx: Ctx,
  kind: keyof typeof grantCategories,
  ids: readonly string[],
): Promise<void> => {
  const rows = await run<{ name: string }>(
    ctx.db,
    sql`select r.role_name as name from role_scope g join role r on r.id = g.role_id and r.is_deleted = 0
      where g.scope_category = ${grantCategories[kind]} and g.scope_id = any(${ids}::bigint[]) order by r.sort, r.id`,
  )
  const [first] = rows
  if (first)
    throw new Fail(
      fill(
        [
          '角色“{0}”等 {1} 个角色正在使用，请先在角色权限中取消，再删除',
          'Used by {1} roles, such as “{0}”; take it from the roles first',
        ],
        first.name,
        rows.length,
      ),
    )
}
