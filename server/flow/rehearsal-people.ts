import { sql } from 'kysely'
import type { RehearsedCandidate, RehearsedTask } from '#contract/flow/rehearsal.ts'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'
import type { Holders } from './open-tasks.ts'

const active = sql`u.status = 1 and u.is_deleted = 0`

const peopleIn = async (
  { db }: Ctx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await run<{ id: string; name: string }>(
    db,
    sql`select u.id::text, u.real_name as name from "user" u
      where u.id::text = any(${[...ids]}) and u.tenant_id = ${tenantId} and ${active}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Role {
  readonly alias: string
  readonly name: string
  readonly people: readonly string[] | null
  readonly count: number
}

const rolesIn = async (
  { db }: Ctx,
  tenantId: string,
  aliases: readonly string[],
): Promise<ReadonlyMap<string, Role>> => {
  if (aliases.length === 0) return new Map()
  const rows = await run<Role>(
    db,
    sql`select r.role_alias as alias, min(r.role_name) as name, count(distinct u.id)::int as count,
        (array_agg(distinct u.real_name order by u.real_name) filter (where u.id is not null))[1:10] as people
      from role r left join "user" u on u.role_id @> array[r.id] and u.tenant_id = ${tenantId} and ${active}
      where r.role_alias = any(${[...aliases]}) and r.tenant_id = ${tenantId} and r.is_deleted = 0 group by r.role_alias`,
  )
  return new Map(rows.map((role) => [role.alias, role]))
}

type Handlers = Pick<RehearsedTask, 'assignee' | 'candidates'>

/** Who would get tasks in a tenant, by execution: names of the people, or nobody. */
export const handlersIn = async (
  ctx: Ctx,
  tenantId: string,
  holders: Readonly<Record<string, Holders>>,
): Promise<Readonly<Record<string, Handlers>>> => {
  const all = Object.values(holders)
  const people = await peopleIn(
    ctx,
    tenantId,
    all.flatMap(({ assignee, users }) => [...(assignee === null ? [] : [assignee]), ...users]),
  )
  const roles = await rolesIn(
    ctx,
    tenantId,
    all.flatMap(({ groups }) => groups),
  )
  const person = (value: string): RehearsedCandidate => {
    const name = people.get(value) ?? null
    return { kind: 'user', value, name, people: name === null ? [] : [name], count: name === null ? 0 : 1 }
  }
  const group = (value: string): RehearsedCandidate => {
    const { name = null, people: members = null, count = 0 } = roles.get(value) ?? {}
    return { kind: 'group', value, name, people: members ?? [], count }
  }
  return Object.fromEntries(
    Object.entries(holders).map(([executionId, { assignee, users, groups }]) => [
      executionId,
      {
        assignee: assignee === null ? null : { id: assignee, name: people.get(assignee) ?? null },
        candidates: [...users.map(person), ...groups.map(group)],
      },
    ]),
  )
}
