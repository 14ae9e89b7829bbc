import { Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx, UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { isTop, topAlias } from '../access/grants.ts'
import {
  type Account,
  assertCanChangeAccounts,
  assertCanManageAccounts,
  factsOfAccountBeyond,
} from './managed-accounts.ts'
import { type FactName, factFields } from './person-facts.ts'

export type Person = Awaited<ReturnType<typeof rowsOf>>[number]

const rowsOf = async (ctx: Ctx, ids: readonly string[]) => {
  const rows = await ctx.db
    .selectFrom('user')
    .selectAll()
    .where('id', 'in', ids)
    .where(rowFilter(ctx, user))
    .forUpdate()
    .execute()
  if (rows.length !== new Set(ids).size)
    throw new Fail(['所选账号不存在或已删除', 'A selected account does not exist or was deleted'], 404)
  return rows
}

/** Locks these accounts for a change that only takes something away; only administrators may change administrators. */
export const lockPeople = async (ctx: Ctx, ids: readonly string[]): Promise<Person[]> => {
  const rows = await rowsOf(ctx, ids)
  await assertCanChangeAccounts(ctx, rows)
  return rows
}

/** Locks these accounts for a change by which the caller could gain their rights: allowed only if the caller has those rights. */
export const lockManageablePeople = async (ctx: Ctx, ids: readonly string[]): Promise<Person[]> => {
  const rows = await rowsOf(ctx, ids)
  await assertCanManageAccounts(ctx, rows)
  return rows
}

/** Restored accounts must not belong to a removed department; departments with accounts cannot be removed either. */
export const assertDepartmentsExist = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const removedDept = await ctx.db
    .selectFrom('dept')
    .innerJoin('user', (on) => on.on(sql<boolean>`dept.id = any("user".dept_id)`))
    .select('dept.deptName')
    .where('user.id', 'in', ids)
    .where('dept.isDeleted', '=', 1)
    .executeTakeFirst()
  const text: Text = ['机构“{0}”已被删除，请先恢复', 'The department “{0}” was deleted; please restore it first']
  if (removedDept) throw new Fail(fill(text, removedDept.deptName))
}

export const assertNotSelf = (ctx: UserCtx, ids: readonly string[], text: Text): void => {
  if (ids.includes(ctx.actor.id)) throw new Fail(text)
}

/** Runs one at a time: two administrators who remove each other concurrently would leave none. */
export const assertAdministratorsRemain = async (ctx: Ctx, without: readonly string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(5021)`.execute(ctx.db)
  const remainingAdministrator = await ctx.db
    .selectFrom('user')
    .innerJoin('role', (on) => on.on(sql<boolean>`role.id = any("user".role_id)`))
    .select('user.id')
    .where('role.roleAlias', '=', topAlias(ctx.actor))
    .where('role.tenantId', '=', ctx.actor.tenantId)
    .where('user.tenantId', '=', ctx.actor.tenantId)
    .where('user.status', '=', 1)
    .where('user.isDeleted', '=', 0)
    .where('user.id', 'not in', without)
    .executeTakeFirst()
  if (!remainingAdministrator)
    throw new Fail(['至少保留一名可登录的超级管理员', 'At least one super administrator who can log in must remain'])
}

/** New roles for these accounts must not take the role from the last administrator. */
export const assertAdministratorsUnaffected = async (
  ctx: Ctx,
  ids: readonly string[],
  roleIds: readonly string[],
): Promise<void> => {
  const remainingRole = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('roleAlias', '=', topAlias(ctx.actor))
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('id', 'in', roleIds.length ? roleIds : ['0'])
    .executeTakeFirst()
  if (!remainingRole) await assertAdministratorsRemain(ctx, ids)
}

type Input = Readonly<Record<string, unknown>>

/** The fields that determine which rows a user's roles make visible. */
const duties = ['deptId', 'accountType', 'organizationCode', 'operator', 'region'] as const

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Users must not change their own duties. Administrators see everything anyway; `assertCanGrantRoles` checks roles. */
export const assertCanChangeDuties = (ctx: Ctx, before: Person, input: Input): void => {
  if (isTop(ctx) || before.id !== ctx.actor.id) return
  const changedFields = duties.filter(
    (name) => input[name] !== undefined && asText(input[name]) !== asText(before[name]),
  )
  const text = ['不能修改自己的职责范围', 'You cannot change your own responsibilities'] as const
  if (changedFields.length) throw faulty(changedFields.map((at) => ({ at, text })))
}

const factTexts: Readonly<Record<FactName, Text>> = {
  dept: ['所选机构超出您可查看的范围', 'The department is outside of what you see'],
  organization: ['该单位的数据超出您可查看的范围', 'The data of this organisation are outside of what you see'],
  operator: ['该运营商的数据超出您可查看的范围', 'The data of this operator are outside of what you see'],
  region: ['所辖地区超出您可查看的范围', 'The region is outside of what you see'],
}

/**
 * Facts and roles of an account after a change must not show it rows that the caller does not see; throws a fault at each field
 * that does. A fact that opens more than before through a new role is reported at the roles.
 */
export const assertOpensNoOtherRows = async (ctx: Ctx, account: Account, changed: readonly string[]): Promise<void> => {
  const beyond = await factsOfAccountBeyond(ctx, account)
  if (beyond.length === 0) return
  throw faulty(
    beyond.map((name) => ({
      at: changed.includes(factFields[name]) ? factFields[name] : 'roleId',
      text: factTexts[name],
    })),
  )
}

const minNameLength = 2

/** A real name has 2 to 20 characters. */
export const checkRealName = (realName: string | null | undefined): void => {
  if (!realName || [...realName].length >= minNameLength) return
  const text = fill(['用户姓名不能少于{0}个字', 'Real name must have at least {0} characters'], minNameLength)
  throw faulty([{ at: 'realName', text }])
}
