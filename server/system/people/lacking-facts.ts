import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { dataScopesFor } from '../../engine/scope.ts'
import { allEntities } from '../access/grants.ts'
import { type FactName, factsIn } from './person-facts.ts'

/** SQL over the table of accounts: the fact is not set. */
const unset: Readonly<Record<FactName, Fragment>> = {
  dept: sql`coalesce(cardinality(dept_id), 0) = 0`,
  organization: sql`coalesce(organization_code, '') = ''`,
  operator: sql`operator is null`,
  region: sql`coalesce(region, '') = ''`,
}
const factNames = Object.keys(unset) as FactName[]

/** The facts that the data scopes of a role compare. */
const comparedBy = (role: RoleGrants): ReadonlySet<FactName> => {
  const rights = rightsFrom([role], [])
  return new Set(
    allEntities.flatMap((entity) =>
      (dataScopesFor({ rights }, entity) ?? []).flatMap((scope) => factsIn(entity, scope)),
    ),
  )
}

/**
 * Condition on accounts: a role compares a fact that the account does not have, so that it sees no rows by it. An attribute that is
 * not set matches no row (docs/decisions/0128).
 */
export const lacksScopeFact = async (ctx: Ctx): Promise<Fragment> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select id::text from role where tenant_id = ${ctx.actor.tenantId} and is_deleted = 0`,
  )
  const grants = await loadRoleGrants(
    ctx,
    rows.map(({ id }) => id),
  )
  const compared = grants.map((role) => ({ id: role.id, facts: comparedBy(role) }))
  const conditions = factNames.map((name) => {
    const roleIds = compared.filter(({ facts }) => facts.has(name)).map(({ id }) => id)
    return sql`(role_id && ${roleIds}::bigint[] and ${unset[name]})`
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}
