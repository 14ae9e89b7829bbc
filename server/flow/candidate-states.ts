import { sql } from 'kysely'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'

/** What a tenant knows of the people and roles that a definition names. */
export interface CandidateStates {
  /** By id; those who do not exist are absent. */
  readonly users: ReadonlyMap<string, { readonly name: string; readonly isActive: boolean }>
  /** The number of members who can log in, by alias; roles that do not exist are absent. */
  readonly roles: ReadonlyMap<string, number>
}

export const candidateStates = async (
  { db }: Ctx,
  tenantId: string,
  { users, aliases }: { readonly users: readonly string[]; readonly aliases: readonly string[] },
): Promise<CandidateStates> => {
  const people = await run<{ id: string; name: string; isActive: boolean }>(
    db,
    sql`select u.id::text, coalesce(u.real_name, u.account) as name, u.status = 1 as "isActive" from "user" u
      where u.id::text = any(${[...new Set(users)]}) and u.tenant_id = ${tenantId} and u.is_deleted = 0`,
  )
  const roles = await run<{ alias: string; count: number }>(
    db,
    sql`select r.role_alias as alias, count(distinct u.id)::int as count
      from role r left join "user" u on u.role_id @> array[r.id] and u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0
      where r.role_alias = any(${[...new Set(aliases)]}) and r.tenant_id = ${tenantId} and r.is_deleted = 0
      group by r.role_alias`,
  )
  return {
    users: new Map(people.map(({ id, ...state }) => [id, state])),
    roles: new Map(roles.map(({ alias, count }) => [alias, count])),
  }
}
