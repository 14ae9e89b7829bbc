import { registerFields } from '#contract/auth.ts'
import { check } from '#contract/kit/check.ts'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { paramOf } from '../base/database/params.ts'
import { networkOf } from '../base/http/client-network.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import { notifyApprovers, notifyColleagues } from '../inbox/account-messages.ts'
import { spendAllowances } from './allowance.ts'
import { storeConsents } from './consents.ts'
import { decryptPasswordField } from './password-field.ts'
import { checkNewPassword, hashPassword } from './password-hash.ts'
import { issueRegistrationKey } from './registration-key.ts'
import { spendCiphers } from './spent-ciphers.ts'
import { inTenantToJoin } from './tenancy.ts'

const operatorWords: readonly [word: RegExp, key: number][] = [
  [/移动/, 1],
  [/电信/, 2],
  [/联通/, 3],
  [/广电/, 4],
]

/** The operator that a unit's name suggests, as a hint for the administrator who approves the account. */
export const operatorOf = (unitName: string): number | null =>
  operatorWords.find(([word]) => word.test(unitName))?.[1] ?? null

/** Whether registration is open (parameter `account.registerUser`). */
export const isRegistrationOpen = async (ctx: Ctx): Promise<boolean> =>
  (await paramOf(ctx.db, 'account.registerUser')) === 'true'

/** Limits for complete registrations per address and in total, because an administrator reviews each one. */
export const registrationAllowances = (ctx: Ctx) => [
  { key: `register:from:${networkOf(ctx.request.address)}`, limit: 60, seconds: 3600 },
  { key: 'register:all', limit: 5000, seconds: 24 * 3600 },
]

const mismatch: Text = ['两次密码输入不一致', 'The two passwords differ']

const { name, account, phone, email, password } = registerFields

/**
 * The required fields: all of them for the wizard; only the person's for a BladeX or Saber client, which sends no organisation.
 * An administrator adds the organisation or assigns a role before approval.
 */
const fieldsFor = (input: Record<string, unknown>): Fields => {
  const isFromWizard = ['unitName', 'code', 'type', 'password2'].some((at) => input[at] !== undefined)
  const isBrief = !isFromWizard && Boolean(input.account ?? input.username)
  return isBrief ? { name, account, phone, email, password } : registerFields
}

/**
 * Stores a registration; the account cannot log in until an administrator approves it. Resolves to the key with which its applicant
 * may hand in a proof (contract/registration.ts).
 */
export const register = async (requestCtx: Ctx, input: Record<string, unknown>): Promise<string> => {
  // without tenant mode the wizard does not ask for a tenant
  const ctx = await inTenantToJoin(requestCtx, requestCtx.app.env.tenantMode ? input.tenantId : null)
  if (!(await isRegistrationOpen(ctx))) throw new Fail(['注册已关闭', 'Registration is closed'], 403)
  const fields = fieldsFor(input)
  const { value, faults } = check(fields, { ...input, account: input.account ?? input.username }, { mode: 'new' })
  const plain = decryptPasswordField(ctx, input.password, 'password')
  const differs = fields.password2 && plain !== decryptPasswordField(ctx, input.password2, 'password2')
  const mismatchFaults: Fault[] =
    differs && !faults.some(({ at }) => at.startsWith('password')) ? [{ at: 'password2', text: mismatch }] : []
  if (faults.length + mismatchFaults.length) throw faulty([...faults, ...mismatchFaults])
  const account = value.account as string
  checkNewPassword(plain, { account, unitName: value.unitName as string | undefined })
  await spendAllowances(ctx, ...registrationAllowances(ctx))
  const hash = await hashPassword(plain)
  return tx(ctx, async (inside) => {
    await spendCiphers(inside, input.password, input.password2)
    const { id } = await insertRow(inside, user, {
      account,
      name: value.name,
      realName: value.name,
      accountType: value.type,
      unitName: value.unitName,
      organizationCode: value.code,
      phone: value.phone,
      email: value.email,
      userType: 1,
      status: 0,
      operator: value.type === 2 ? operatorOf(value.unitName as string) : null,
    })
    await inside.db.insertInto('credential').values({ userId: id, hash, isInitial: false }).execute()
    await inside.db.insertInto('registration').values({ userId: id }).execute()
    await storeConsents(inside, id, String(input.consents ?? ''))
    await notifyApprovers(inside, id, String(value.unitName || account))
    await notifyColleagues(inside, id)
    return (await issueRegistrationKey(inside, id)) ?? ''
  })
}
