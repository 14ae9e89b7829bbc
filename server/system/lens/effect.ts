import { entities } from '#contract/index.ts'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import type { GrantEffect, MenuChange, RowCountChange } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { type Fragment, run, withIds } from '../../base/database/db.ts'
import { compile, sql } from '../../base/database/sql.ts'
import { isDeniedByApiScope } from '../../engine/api-scope-match.ts'
import { identifier } from '../../engine/column-types.ts'
import type { Actor, Ctx } from '../../engine/context.ts'
import { hasAccess } from '../../engine/gates.ts'
import { guardedAddresses, loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { rowFilter, tenantRowFilter } from '../../engine/scope.ts'
import { readPerson } from '../../engine/session.ts'
import { type GrantInput, planGrant } from '../access/grant-plan.ts'
import { assertCanGrantRoles, rolesFor } from '../access/grants.ts'
import { type MenuRow, readUserMenus } from '../access/user-menus.ts'

/** A person with their roles before and after a change. */
interface Change {
  readonly id: string
  readonly before: readonly RoleGrants[]
  readonly after: readonly RoleGrants[]
}

/** Rows are counted in the tables themselves, for at most this many people. */
const maxCountedPeople = 12

const peopleWith = async (ctx: Ctx, where: Fragment): Promise<{ id: string; roleIds: string[] }[]> => {
  const visible = rowFilter(ctx, user)
  return run(
    ctx.db,
    sql`select id, coalesce(role_id, '{}') as "roleIds" from "user" where status = 1 and ${visible} and ${where} order by id`,
  )
}

const menuCodesOf = (roleGrants: readonly RoleGrants[], menus: readonly MenuRow[]): ReadonlySet<string> =>
  rightsFrom(roleGrants, []).administrator
    ? new Set(menus.map(({ code }) => code))
    : new Set(roleGrants.flatMap((one) => one.menus.map(({ code }) => code)))

/** How many people gain or lose each of these menus. */
const shiftsOf = (changes: readonly Change[], menus: readonly MenuRow[], category: number) => {
  const gainedCounts = new Map<string, number>()
  const lostCounts = new Map<string, number>()
  const count = (into: Map<string, number>, code: string) => into.set(code, (into.get(code) ?? 0) + 1)
  for (const { before, after } of changes) {
    const [had, has] = [menuCodesOf(before, menus), menuCodesOf(after, menus)]
    for (const code of has) if (!had.has(code)) count(gainedCounts, code)
    for (const code of had) if (!has.has(code)) count(lostCounts, code)
  }
  const toShifts = (counts: ReadonlyMap<string, number>): MenuChange[] =>
    menus
      .filter((row) => row.category === category && counts.has(row.code))
      .map((row) => ({ title: row.name, people: counts.get(row.code) ?? 0 }))
  return { gained: toShifts(gainedCounts), lost: toShifts(lostCounts) }
}

/** The rows of an entity's list; none if these rights do not allow its address. */
const visibleRows = (actor: Actor, entity: AnyEntity, list: Endpoint): Fragment =>
  hasAccess(actor, list) && !isDeniedByApiScope(actor.rights, list.path) ? rowFilter({ actor }, entity) : sql`false`

interface Counts {
  readonly before: number
  readonly after: number
  readonly gained: number
  readonly lost: number
}

const countShift = async (
  ctx: Ctx,
  entity: AnyEntity,
  before: Fragment,
  after: Fragment,
  all: Fragment,
): Promise<Counts> => {
  const [had, has] = [sql`coalesce((${before}), false)`, sql`coalesce((${after}), false)`]
  const [row] = await run<Counts>(
    ctx.db,
    sql`select count(*) filter (where had)::int as before, count(*) filter (where has)::int as after,
        count(*) filter (where has and not had)::int as gained, count(*) filter (where had and not has)::int as lost
      from (select ${had} as had, ${has} as has from ${identifier(entity.name)} where ${all}) t`,
  )
  return row as Counts
}

const isSameCondition = (one: Fragment, other: Fragment) =>
  JSON.stringify(compile(one)) === JSON.stringify(compile(other))

const listableEntities = (Object.values(entities) as AnyEntity[]).flatMap((entity) => {
  const list: Endpoint | undefined = entity.calls[listVerbOf(entity) ?? '']
  return list && !entity.shared && !entity.isView ? [{ entity, list }] : []
})

/** Rows each person gains and loses, by entity, counted as in that person's own lists. */
const rowShifts = async (ctx: Ctx, changes: readonly Change[]): Promise<GrantEffect['rows']> => {
  const guarded = await guardedAddresses(ctx.db)
  const shiftsByEntity = new Map<AnyEntity, RowCountChange[]>()
  for (const { id, before, after } of changes) {
    const session = await readPerson(ctx.app, id, { deptChoice: null, roleChoice: null })
    if (!session) continue
    const actorWith = (roleGrants: readonly RoleGrants[]): Actor => ({
      ...session.actor,
      rights: rightsFrom(roleGrants, guarded),
    })
    const [actorBefore, actorAfter] = [actorWith(before), actorWith(after)]
    for (const { entity, list } of listableEntities) {
      const [had, has] = [visibleRows(actorBefore, entity, list), visibleRows(actorAfter, entity, list)]
      if (isSameCondition(had, has)) continue
      const counts = await countShift(ctx, entity, had, has, tenantRowFilter(session.actor, entity))
      if (counts.gained + counts.lost === 0) continue
      const { realName, account } = session.actor
      shiftsByEntity.set(entity, [...(shiftsByEntity.get(entity) ?? []), { realName, account, ...counts }])
    }
  }
  const size = ({ gained, lost }: RowCountChange) => gained + lost
  return [...shiftsByEntity].map(([entity, people]) => ({
    label: localize(entity.label, ctx.lang),
    people: people.sort((one, other) => size(other) - size(one)),
  }))
}

const measureEffect = async (ctx: Ctx, changes: readonly Change[]): Promise<GrantEffect> => {
  const { all } = await readUserMenus(ctx)
  const countedChanges = changes.slice(0, maxCountedPeople)
  return {
    people: changes.length,
    screens: shiftsOf(changes, all, 1),
    buttons: shiftsOf(changes, all, 2),
    counted: countedChanges.length,
    rows: await rowShifts(ctx, countedChanges),
  }
}

/** What a grant to roles would change for people with these roles or roles below; throws what the grant itself would throw. */
export const effectOfGrant = async (ctx: Ctx, input: GrantInput): Promise<GrantEffect> => {
  const { before, after } = await planGrant(ctx, input)
  const changedRoleIds = before.map(({ id }) => id)
  const people = await peopleWith(ctx, sql`role_id && ${changedRoleIds}::bigint[]`)
  const otherRoleIds = [...new Set(people.flatMap(({ roleIds }) => roleIds))].filter(
    (id) => !changedRoleIds.includes(id),
  )
  const unchangedRoles = await loadRoleGrants(ctx, otherRoleIds)
  const rolesWithIds = (roleGrants: readonly RoleGrants[], ids: readonly string[]) =>
    roleGrants.filter(({ id }) => ids.includes(id))
  return measureEffect(
    ctx,
    people.map(({ id, roleIds }) => ({
      id,
      before: rolesWithIds([...before, ...unchangedRoles], roleIds),
      after: rolesWithIds([...after, ...unchangedRoles], roleIds),
    })),
  )
}

/** What other roles would change for these people. Throws if the caller may not grant these roles. */
export const effectOfRoles = async (
  ctx: Ctx,
  input: { readonly userIds?: string | null; readonly roleIds?: string | null },
): Promise<GrantEffect> => {
  const roleIds = split(input.roleIds)
  await assertCanGrantRoles(ctx, roleIds)
  const after = await rolesFor(ctx, roleIds)
  const people = await peopleWith(ctx, withIds(split(input.userIds)))
  const changes: Change[] = []
  for (const { id, roleIds: currentRoleIds } of people)
    changes.push({ id, before: await loadRoleGrants(ctx, currentRoleIds), after })
  return measureEffect(ctx, changes)
}
