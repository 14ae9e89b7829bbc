import { Fail } from '#contract/kit/fail.ts'
import type { Ctx } from '../../engine/context.ts'
import { loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { aliasesBeyond } from '../access/acting-aliases.ts'
import { isAboveAll, isTop, rightsBeyond } from '../access/grants.ts'
import { type FactName, factsBeyond, type PersonFacts } from './person-facts.ts'

const protectedAccount = () =>
  new Fail(['您不能更改超级管理员的账号', 'You cannot change the account of a super administrator'], 403)
const accountExceedsRights = () =>
  new Fail(
    [
      '该账号的权限超出您的权限，请由超级管理员操作',
      'This account has more permissions than you; a super administrator must do this',
    ],
    403,
  )

/** What an account may do and see depends on its roles and on the facts that their data scopes compare. */
export interface Account extends PersonFacts {
  readonly roleId: readonly string[] | null
}

const rolesOf = (ctx: Ctx, rows: readonly Pick<Account, 'roleId'>[]): Promise<RoleGrants[]> =>
  loadRoleGrants(ctx, [...new Set(rows.flatMap(({ roleId }) => roleId ?? []))])

/** Only administrators may change the accounts of administrators. */
export const assertCanChangeAccounts = async (ctx: Ctx, rows: readonly Pick<Account, 'roleId'>[]): Promise<void> => {
  if (isTop(ctx)) return
  if ((await rolesOf(ctx, rows)).some(isAboveAll)) throw protectedAccount()
}

/** Whether roles allow more than the caller may do: permissions, rows of all accounts, tasks of processes. */
const exceedsRights = async (ctx: Ctx, roles: readonly RoleGrants[]): Promise<boolean> =>
  rightsBeyond(rightsFrom(roles, []), ctx.actor.rights).length > 0 ||
  (!isTop(ctx) &&
    (
      await aliasesBeyond(
        ctx,
        roles.map(({ alias }) => alias),
      )
    ).length > 0)

/**
 * The facts with which the account sees rows that the caller does not see. Nobody may give an account such facts, nor act through
 * one that has them (docs/decisions/0128).
 */
export const factsOfAccountBeyond = async (ctx: Ctx, account: Account): Promise<FactName[]> =>
  isTop(ctx) ? [] : factsBeyond(ctx, rightsFrom(await rolesOf(ctx, [account]), []), account)

/**
 * Callers must not gain rights through another account: by its password, phone number, roles or restoration. They need all its
 * permissions and see all its rows. Changes that only take something away, such as disabling, need `assertCanChangeAccounts` only
 * (docs/decisions/0128).
 */
export const assertCanManageAccounts = async (ctx: Ctx, accounts: readonly Account[]): Promise<void> => {
  await assertCanChangeAccounts(ctx, accounts)
  for (const account of accounts) {
    if (await exceedsRights(ctx, await rolesOf(ctx, [account]))) throw accountExceedsRights()
    if ((await factsOfAccountBeyond(ctx, account)).length) throw accountExceedsRights()
  }
}
