import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import { type Ctx, hasPermission, type User, type UserCtx } from '../engine/context.ts'
import { readPeople } from '../engine/session.ts'

/** The request as if this person had sent it, to ask what they may see. */
export const ctxOf = (ctx: Ctx, actor: User): UserCtx => ({ ...ctx, actor })

/** Active accounts of the caller's tenant whose roles contain one of these permissions. */
const holderCondition = ({ actor }: Ctx, perms: readonly string[]) => sql`u.tenant_id = ${actor.tenantId}
  and u.role_id && array(select g.role_id from role_menu g join menu m on m.id = g.menu_id
    where m.code = any(${perms}::text[]) and m.is_deleted = 0)`

/**
 * People of the caller's tenant who hold one of these permissions. Administrators hold all of them: they belong to the result
 * only if nobody else does, so that nothing waits unseen. One or two statements.
 */
export const peopleWith = async (ctx: Ctx, perms: readonly string[]): Promise<User[]> => {
  const holds = (person: User) => perms.some((perm) => hasPermission(ctxOf(ctx, person), perm))
  const people = (await readPeople(ctx, holderCondition(ctx, perms))).filter(holds)
  const officers = people.filter(({ rights }) => !rights.administrator)
  if (officers.length) return officers
  return administratorsOf(ctx)
}

/** The administrators of the caller's tenant. */
export const administratorsOf = async (ctx: Ctx): Promise<User[]> => {
  const administrators = sql`u.tenant_id = ${ctx.actor.tenantId}
    and u.role_id && array(select id from role where role_alias = 'administrator' and is_deleted = 0)`
  return (await readPeople(ctx, administrators)).filter(({ rights }) => rights.administrator)
}

const peoplePerStatement = 50

/** Those of the people for whom the row with this id fulfils a condition, which may depend on each of them. */
export const peopleFor = async (
  ctx: Ctx,
  people: readonly User[],
  entity: AnyEntity,
  id: string,
  condition: (ctx: UserCtx) => Fragment,
): Promise<User[]> => {
  const result: User[] = []
  for (let from = 0; from < people.length; from += peoplePerStatement) {
    const part = people.slice(from, from + peoplePerStatement)
    const flags = sql.join(part.map((person) => sql`coalesce(${condition(ctxOf(ctx, person))}, false)`))
    const [row] = await run<{ flags: boolean[] }>(
      ctx.db,
      sql`select array[${flags}] as flags from ${identifier(entity.name)} where id = ${id}`,
    )
    result.push(...part.filter((_, i) => row?.flags[i]))
  }
  return result
}

export const idsOf = (people: readonly User[]): string[] => people.map(({ id }) => id)
