import { builtInRoles } from '#contract/system/built-in-roles.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

/**
 * Aliases of roles that are rights by themselves: those on which the code depends, and those to which a deployed process of the
 * caller's tenant gives tasks. Whoever gives somebody such a role, or a role such an alias, must be able to act under it.
 */
export const actingAliases = async ({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<ReadonlySet<string>> => {
  const rows = await run<{ alias: string }>(
    db,
    sql`select role_alias as alias from acting_alias where tenant_id in ('', ${actor.tenantId})`,
  )
  return new Set([...builtInRoles(actor.tenantId), ...rows.map(({ alias }) => alias)])
}

/** Those of these aliases that are rights which the caller does not have. */
export const aliasesBeyond = async (
  ctx: Pick<Ctx, 'db' | 'actor'>,
  aliases: readonly string[],
): Promise<readonly string[]> => {
  const others = aliases.filter((alias) => !ctx.actor.rights.aliases.includes(alias))
  if (others.length === 0 || ctx.actor.rights.administrator) return []
  const acting = await actingAliases(ctx)
  return others.filter((alias) => acting.has(alias))
}
