import type { RehearsedCandidate, RehearsedTask } from '#contract/flow/rehearsal.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
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
  readonly executionId: string
  readonly alias: string
  readonly name: string
  readonly people: readonly string[] | null
  readonly count: number
}

interface Group {
  readonly executionId: string
  readonly alias: string
  /** People who may not take this task although they have the role. */
  readonly excluded: readonly string[]
}

/** Roles with those of their members who may take a task, by execution and alias. */
const rolesIn = async ({ db }: Ctx, tenantId: string, groups: readonly Group[]): Promise<ReadonlyMap<string, Role>> => {
  if (groups.length === 0) return new Map()
  const rows = await run<Role>(
    db,
    sql`select g."executionId", g.alias, min(r.role_name) as name, count(distinct u.id)::int as count,
        (array_agg(distinct u.real_name collate pinyin order by u.real_name collate pinyin) filter (where u.id is not null))[1:10] as people
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g ("executionId" text, alias text, excluded jsonb)
        join role r on r.role_alias = g.alias and r.tenant_id = ${tenantId} and r.is_deleted = 0
        left join "user" u on u.role_id @> array[r.id] and u.tenant_id = ${tenantId} and ${active}
          and not g.excluded ? u.id::text
      group by g."executionId", g.alias`,
  )
  return new Map(rows.map((role) => [`${role.executionId} ${role.alias}`, role]))
}

type Handlers = Pick<RehearsedTask, 'assignee' | 'candidates'>

/** Who would get tasks in a tenant, by execution: names of the people, or nobody. Who may not take a task is left out. */
export const handlersIn = async (
  ctx: Ctx,
  tenantId: string,
  holders: Readonly<Record<string, Holders>>,
): Promise<Readonly<Record<string, Handlers>>> => {
  const all = Object.entries(holders)
  const people = await peopleIn(
    ctx,
    tenantId,
    all.flatMap(([, { assignee, users }]) => [...(assignee === null ? [] : [assignee]), ...users]),
  )
  const roles = await rolesIn(
    ctx,
    tenantId,
    all.flatMap(([executionId, { groups, excluded = [] }]) =>
      groups.map((alias) => ({ executionId, alias, excluded })),
    ),
  )
  const person = (value: string): RehearsedCandidate => {
    const name = people.get(value) ?? null
    return { kind: 'user', value, name, people: name === null ? [] : [name], count: name === null ? 0 : 1 }
  }
  const group = (executionId: string, value: string): RehearsedCandidate => {
    const { name = null, people: members = null, count = 0 } = roles.get(`${executionId} ${value}`) ?? {}
    return { kind: 'group', value, name, people: members ?? [], count }
  }
  return Object.fromEntries(
    all.map(([executionId, { assignee, users, groups, excluded = [] }]) => [
      executionId,
      {
        assignee: assignee === null ? null : { id: assignee, name: people.get(assignee) ?? null },
        candidates: [
          ...users.filter((id) => !excluded.includes(id)).map(person),
          ...groups.map((alias) => group(executionId, alias)),
        ],
      },
    ]),
  )
}
