import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { endSessions } from '../../auth/tokens.ts'
import { tx, type UserCtx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { closeApproval, notifyAccounts } from '../../inbox/account-messages.ts'
import { isTop, seesAll } from '../access/grants.ts'
import { assertCanManageAccounts } from './managed-accounts.ts'
import { assertAdministratorsRemain, assertNotSelf, lockPeople, type Person } from './people.ts'
import { isWithinOwn } from './person-facts.ts'
import { checkQuota } from './quota.ts'
import { recordChecks } from './registration-checks.ts'

declare module '../../engine/context.ts' {
  interface App {
    /** Adds the organisation of an approved account to the register of companies; resolves to the id of its department. */
    readonly enrolCompany: (
      ctx: Ctx,
      person: {
        readonly id: string
        readonly unitName: string | null
        readonly organizationCode: string | null
        readonly accountType: number | null
        readonly operator: number | null
      },
    ) => Promise<string>
  }
}

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

const missingTexts = {
  operator: ['请先在账号“{0}”中选择所属运营商', 'Please select the operator of the account “{0}” first'],
  region: [
    '请先在账号“{0}”中选择所辖地区，总部请选择全国',
    'Please select the region of the account “{0}” first; for a head office select the whole country',
  ],
} as const satisfies Record<string, Text>

const outsideOwn: Text = [
  '账号“{0}”的所辖地区或运营商不在您的职责范围内，请由上级办理',
  'The region or the operator of the account “{0}” is outside of your responsibilities; a superior must approve it',
]

/**
 * The account of an operator sees declarations of its region only, so approval needs one: nothing is open because nothing was said
 * (docs/decisions/0128). Region and operator lie within those of the caller.
 */
const assertHasRegion = (ctx: UserCtx, person: Person): void => {
  if (person.accountType !== 2) return
  const faults = (['operator', 'region'] as const).flatMap((at): Fault[] =>
    person[at] ? [] : [{ at, text: fill(missingTexts[at], person.account) }],
  )
  if (faults.length) throw faulty(faults)
  if (isTop(ctx) || seesAll(ctx.actor.rights, 'declaration') || isWithinOwn(ctx.actor, person)) return
  throw new Fail(fill(outsideOwn, person.account), 403)
}

/** Activates an account. Approval grants the role of its type; the caller must be allowed to grant any other role it has. */
const pass = async (ctx: UserCtx, person: Person, verb: string): Promise<void> => {
  const typeRoleId = await findTypeRole(ctx, person)
  const currentRoleIds = person.roleId ?? []
  await assertCanManageAccounts(ctx, [{ ...person, roleId: currentRoleIds.filter((id) => id !== typeRoleId) }])
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
  await ctx.db
    .updateTable('registration')
    .set({ approvedAt: new Date().toISOString(), keyHash: null })
    .where('userId', '=', person.id)
    .execute()
  await closeApproval(ctx, person.id)
  await notifyAccounts(ctx, verb === 'enable' ? 'enabled' : 'approved', [person.id])
}

/**
 * Approval is for accounts that wait, enabling for rejected or disabled ones, so that a bulk approval cannot reactivate an
 * account by accident. Active accounts are skipped. `check` records how the officer has checked who the applicants are.
 */
const passFrom =
  (from: 0 | -1, verb: string, other: Text) =>
  (ctx: UserCtx, ids: readonly string[], check: string | null): Promise<null> =>
    tx(ctx, async (inside) => {
      const people = (await lockPeople(inside, ids)).filter(({ status }) => status !== 1)
      for (const { status, account } of people) if (status !== from) throw new Fail(fill(other, account))
      for (const person of people) assertHasRegion(inside, person)
      await recordChecks(
        inside,
        people.map(({ id }) => id),
        check,
      )
      for (const person of people) await pass(inside, person, verb)
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
