import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { endSessions } from '../auth/tokens.ts'
import { tx, type UserCtx } from '../engine/context.ts'
import { updateRow } from '../engine/crud.ts'
import { closeApproval, notifyAccounts } from '../inbox/account-messages.ts'
import { assertCanManageAccounts } from './grants.ts'
import { assertAdministratorsRemain, assertNotSelf, lockPeople, type Person } from './people.ts'
import { checkQuota } from './quota.ts'

/** The role that accounts of each type get on approval. */
const roleOfType: Readonly<Record<number, string>> = { 1: 'enterprise', 2: 'operator' }

const findTypeRole = async (ctx: UserCtx, { accountType }: Person): Promise<string | undefined> => {
  const alias = accountType ? roleOfType[accountType] : undefined
  if (!alias) return undefined
  const role = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('roleAlias', '=', alias)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return role?.id
}

/** Activates an account. Approval grants the role of its type; the caller must be allowed to grant any other role it has. */
const pass = async (ctx: UserCtx, person: Person, verb: string): Promise<void> => {
  if (person.accountType === 2 && !person.operator)
    throw new Fail(
      fill(
        ['请先在账号“{0}”中选择所属运营商', 'Please select the operator of the account “{0}” first'],
        person.account,
      ),
    )
  const typeRoleId = await findTypeRole(ctx, person)
  const currentRoleIds = person.roleId ?? []
  await assertCanManageAccounts(ctx, [{ roleId: currentRoleIds.filter((id) => id !== typeRoleId) }])
  const roleIds = currentRoleIds.length ? currentRoleIds : typeRoleId ? [typeRoleId] : []
  if (roleIds.length === 0)
    throw new Fail(fill(['请先为账号“{0}”分配角色', 'Please assign a role to the account “{0}” first'], person.account))
  const deptIds =
    person.accountType && person.organizationCode ? [await ctx.app.enrolCompany(ctx, person)] : (person.deptId ?? [])
  await updateRow(
    ctx,
    user,
    person.id,
    { status: 1, reason: null, roleId: roleIds.join(','), deptId: deptIds.join(',') },
    verb,
  )
  await closeApproval(ctx, person.id)
  await notifyAccounts(ctx, verb === 'enable' ? 'enabled' : 'approved', [person.id])
}

/**
 * Approval is for accounts that wait, enabling for rejected or disabled ones, so that a bulk approval cannot reactivate an
 * account by accident. Active accounts are skipped.
 */
const passFrom =
  (from: 0 | -1, verb: string, other: Text) =>
  (ctx: UserCtx, ids: readonly string[]): Promise<null> =>
    tx(ctx, async (inside) => {
      for (const person of await lockPeople(inside, ids)) {
        if (person.status === 1) continue
        if (person.status !== from) throw new Fail(fill(other, person.account))
        await pass(inside, person, verb)
      }
      await checkQuota(inside)
      return null
    })

export const approve = passFrom(0, 'auditPass', [
  '账号“{0}”已停用，不能审核通过；如需使用，请先启用该账号',
  'The account “{0}” is disabled and cannot be approved; enable it first if it is needed',
])
export const enable = passFrom(-1, 'enable', [
  '账号“{0}”尚待审核，请先审核',
  'The account “{0}” is awaiting approval; please approve or reject it first',
])

/** Disables accounts; users see the reason when they log in. */
export const disable = (ctx: UserCtx, ids: readonly string[], reason: string | null, verb: string): Promise<null> =>
  tx(ctx, async (inside) => {
    assertNotSelf(inside, ids, ['不能停用当前登录的账号', 'You cannot disable your own account'])
    const rows = await lockPeople(inside, ids)
    await assertAdministratorsRemain(inside, ids)
    for (const person of rows) await updateRow(inside, user, person.id, { status: -1, reason }, verb)
    for (const id of ids) await closeApproval(inside, id)
    await notifyAccounts(inside, verb === 'auditRefuse' ? 'rejected' : 'disabled', ids, reason)
    await endSessions(inside, ids)
    return null
  })
