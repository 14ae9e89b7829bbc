import { faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { isTop, seesAll } from '../access/grants.ts'

const opensRows: Text = [
  '移动后，新上级的人员将看到该机构的数据，其中有您不能查看的；请由超级管理员移动',
  'People above the new place would see data of the department that you do not see; a super administrator must move it',
]

/** Data scopes that roles have and that include the departments below one's own, by entity. */
const scopesBelow = (ctx: Ctx) =>
  run<{ id: string; resource: string }>(
    ctx.db,
    sql`select distinct s.id::text, s.resource_code as resource from data_scope s
      join role_scope g on g.scope_id = s.id and g.scope_category = 1
      join role r on r.id = g.role_id and r.is_deleted = 0 and r.tenant_id = ${ctx.actor.tenantId}
      where s.scope_type = 4 and s.is_deleted = 0`,
  )

/**
 * People above a department may see its rows, so a move can show rows to people who did not see them: a grant. It needs that the
 * caller sees these rows already. Moves within the same superiors show nothing new.
 */
export const assertMoveOpensNoRows = async (
  ctx: Ctx,
  id: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> => {
  const { deptIds, rights } = ctx.actor
  if (isTop(ctx) || after.every((above) => before.includes(above))) return
  const isBelowOwn = deptIds.some((own) => own === id || before.includes(own))
  for (const { id: scopeId, resource } of await scopesBelow(ctx)) {
    const hasScope = (rights.scopes.get(resource) ?? []).some((one) => one.id === scopeId)
    if (!seesAll(rights, resource) && !(hasScope && isBelowOwn)) throw faulty([{ at: 'parentId', text: opensRows }])
  }
}
