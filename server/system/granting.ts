import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { run } from '../base/db.ts'
import { writeAudit } from '../engine/audit.ts'
import type { Ctx, Scope } from '../engine/context.ts'
import { loadRoleGrants, type RoleGrants, scopeAsJson } from '../engine/rights.ts'
import { withAncestors } from '../engine/tree.ts'
import { givesAddress, givesScope, isPower, mayTouchRoles, mayWiden, rolesFor, tooMuch } from './grants.ts'
import { heldMenus } from './held-menus.ts'

/** What roles are to hold: menus with their buttons, data scopes, API scopes; ids joined by commas. */
export interface Asked {
  readonly roleIds?: string | null
  readonly menuIds?: string | null
  readonly dataScopeIds?: string | null
  readonly apiScopeIds?: string | null
}
type Chosen = Pick<RoleGrants, 'menus' | 'scopes' | 'addresses'>

/** Roles before a grant and after it, those below the granted ones too. */
export interface Plan {
  readonly before: readonly RoleGrants[]
  readonly after: readonly RoleGrants[]
}

const notThere = () => new Fail(['所选权限不存在或已删除', 'Something that was selected does not exist'])

/** The live rows of these ids; one that is not there is refused. */
const found = async <R extends { readonly id: string }>(
  ctx: Ctx,
  table: string,
  columns: string,
  joined: string | null | undefined,
): Promise<R[]> => {
  const ids = [...new Set(split(joined))]
  const rows = await run<R>(ctx.db, {
    text: `select ${columns} from ${table} s where s.id = any(?::bigint[]) and s.is_deleted = 0`,
    values: [ids],
  })
  const there = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !there.has(id))
  // the trees of scopes have menus for headings, and clients send those that are ticked along
  const headings = missing.length
    ? await ctx.db.selectFrom('menu').select('id').where('id', 'in', missing).execute()
    : []
  if (missing.length > (table === 'menu' ? 0 : headings.length)) throw notThere()
  return rows
}

const chosen = async (ctx: Ctx, asked: Asked): Promise<Chosen> => ({
  menus: await found(ctx, 'menu', 's.id::text, s.code', asked.menuIds),
  scopes: (
    await found<{ id: string; scope: Scope }>(
      ctx,
      'data_scope',
      `s.id::text, ${scopeAsJson} as scope`,
      asked.dataScopeIds,
    )
  ).map(({ scope }) => scope),
  addresses: await found(ctx, 'api_scope', 's.id::text, s.scope_name as name, s.scope_path as path', asked.apiScopeIds),
})

/** What the caller may give: what he holds himself, and the groups of the menu above it. */
const givableBy = async (ctx: Ctx) => {
  const { rights } = ctx.actor
  const { all, held } = await heldMenus(ctx)
  const above = withAncestors(all, new Set(held.map(({ id }) => id))).filter(({ code }) => !isPower(code))
  const menuIds = new Set([...held, ...above].map(({ id }) => id))
  return {
    menu: ({ id }: { readonly id: string }) => menuIds.has(id),
    scope: (one: Scope) => givesScope(rights, one),
    address: ({ path }: { readonly path: string }) => givesAddress(rights, path),
  }
}

/** What is asked for takes the place of what the caller could see of it; what is not his to give stays as it is. */
const replaced = <T extends { readonly id: string }>(
  before: readonly T[],
  asked: readonly T[],
  givable: (one: T) => boolean,
): T[] => {
  const stays = before.filter((one) => !givable(one))
  const kept = new Set(stays.map(({ id }) => id))
  if (asked.some((one) => !givable(one) && !kept.has(one.id))) throw tooMuch()
  return [...stays, ...asked.filter(({ id }) => !kept.has(id))]
}

const rolesBelow = (ctx: Ctx, roleIds: readonly string[]): Promise<{ id: string; above: string }[]> =>
  run(ctx.db, {
    text: `with recursive below as (
        select id, parent_id as above from role where parent_id = any(?::bigint[]) and is_deleted = 0
        union select r.id, b.above from role r join below b on r.parent_id = b.id where r.is_deleted = 0)
      select id::text, above::text from below where not id = any(?::bigint[])`,
    values: [roleIds, roleIds],
  })

/** Works out a grant without making it, and refuses what the caller may not give (security rule 10). */
export const planGrant = async (ctx: Ctx, asked: Asked): Promise<Plan> => {
  const roleIds = split(asked.roleIds)
  const [roles, wanted, givable] = [await rolesFor(ctx, roleIds), await chosen(ctx, asked), await givableBy(ctx)]
  await mayTouchRoles(ctx, roleIds)
  const granted = roles.map((one) => ({
    ...one,
    menus: replaced(one.menus, wanted.menus, givable.menu),
    scopes: replaced(one.scopes, wanted.scopes, givable.scope),
    addresses: replaced(one.addresses, wanted.addresses, givable.address),
  }))
  const lost = new Map(
    roles.map(({ id, menus }, i) => [
      id,
      menus.filter((one) => !granted[i]?.menus.some((kept) => kept.id === one.id)).map((one) => one.id),
    ]),
  )
  const places = await rolesBelow(ctx, roleIds)
  const lower = await loadRoleGrants(ctx, [...new Set(places.map(({ id }) => id))])
  const lowered = lower.map((one) => {
    const gone = new Set(places.filter(({ id }) => id === one.id).flatMap(({ above }) => lost.get(above) ?? []))
    return { ...one, menus: one.menus.filter(({ id }) => !gone.has(id)) }
  })
  const plan = { before: [...roles, ...lower], after: [...granted, ...lowered] }
  for (const [i, before] of plan.before.entries()) mayWiden(ctx, [before], [plan.after[i] as RoleGrants])
  return plan
}

/** What a role may do and which rows it shows, by name: what the audit keeps of a grant. */
const namesIn = (one: RoleGrants | undefined) => ({
  menus: one?.menus.map(({ code }) => code).sort(),
  dataScopes: one?.scopes.map(({ name }) => name).sort(),
  apiScopes: one?.addresses.map(({ name }) => name).sort(),
})

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/** Writes a plan down: each role that changes is emptied and filled anew, with its audit line. Inside a transaction. */
export const carryOut = async (ctx: Ctx, { before, after }: Plan, roleIds: readonly string[]): Promise<void> => {
  const changed = after.filter((one, i) => roleIds.includes(one.id) || one.menus.length !== before[i]?.menus.length)
  const ids = idsOf(changed)
  if (ids.length === 0) return
  await ctx.db.deleteFrom('roleMenu').where('roleId', 'in', ids).execute()
  await ctx.db.deleteFrom('roleScope').where('roleId', 'in', ids).execute()
  const menus = changed.flatMap(({ id: roleId, menus }) => idsOf(menus).map((menuId) => ({ roleId, menuId })))
  if (menus.length) await ctx.db.insertInto('roleMenu').values(menus).execute()
  const scopes = changed.flatMap(({ id: roleId, scopes, addresses }) => [
    ...idsOf(scopes).map((scopeId) => ({ roleId, scopeId, scopeCategory: 1 })),
    ...idsOf(addresses).map((scopeId) => ({ roleId, scopeId, scopeCategory: 2 })),
  ])
  if (scopes.length) await ctx.db.insertInto('roleScope').values(scopes).execute()
  for (const one of changed) {
    await writeAudit(ctx, 'role', one.id, 'grant', namesIn(before.find(({ id }) => id === one.id)), namesIn(one))
  }
}
