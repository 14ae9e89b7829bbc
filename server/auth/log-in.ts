import type { Tokens } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { LoginFailure, LoginMethod } from '#contract/login-sessions.ts'
import type { RefusedLogin } from '#contract/registration.ts'
import type { Ctx } from '../engine/context.ts'
import { type ClientRow, oauthError } from './clients.ts'
import { recordLogin, recordRefusal } from './logins.ts'
import { checkTenant } from './tenancy.ts'
import { openSession } from './tokens.ts'

/** A user who has just authenticated, by any grant. */
export interface AuthenticatedUser {
  readonly id: string
  readonly tenantId: string
  readonly status: number | null
  readonly roleId: readonly string[] | null
  readonly reason: string | null
  /** Sent with a refusal because of the status of the account. */
  readonly refusedLogin?: RefusedLogin | undefined
}

const disabled = (reason: string | null): Text =>
  reason
    ? fill(['账号未通过审核或已停用：{0}', 'The account was rejected or disabled: {0}'], reason)
    : ['账号未通过审核或已停用', 'The account was rejected or disabled']

type Refusal = readonly [reason: LoginFailure, error: Fail]

/** Why an account may not log in although its owner has authenticated; null if it may. */
const refusalOf = ({ status, reason, roleId, refusedLogin }: AuthenticatedUser): Refusal | null => {
  if (status === 0)
    return [
      'waiting',
      oauthError(
        [
          '账号正在等待管理员审核，审核通过后即可登录',
          'The account is awaiting approval; you can log in once an administrator has approved it',
        ],
        2005,
        400,
        refusedLogin,
      ),
    ]
  if (status !== 1) return ['disabled', oauthError(disabled(reason), 2005, 400, refusedLogin)]
  if (!roleId?.length)
    return [
      'noRole',
      oauthError(
        ['账号尚未分配角色，请联系管理员', 'The account has no role yet; please contact an administrator'],
        2005,
      ),
    ]
  return null
}

/**
 * Throws 2005 or 2006 for an account that may not log in, and records the refusal. Only after its owner has authenticated, so that
 * nobody else learns its status.
 */
export const assertMayLogIn = async (ctx: Ctx, method: LoginMethod, person: AuthenticatedUser): Promise<void> => {
  await checkTenant(ctx, person.tenantId).catch(async (error: unknown) => {
    if (error instanceof Fail) await recordRefusal(ctx, person.id, method, 'tenant')
    throw error
  })
  const refusal = refusalOf(person)
  if (!refusal) return
  await recordRefusal(ctx, person.id, method, refusal[0])
  throw refusal[1]
}

/** Opens a session for an account that may log in; every grant calls this after authentication. Throws 2005, 2006. */
export const logIn = async (
  ctx: Ctx,
  client: ClientRow,
  method: LoginMethod,
  person: AuthenticatedUser,
  mustChange = false,
): Promise<Tokens> => {
  await assertMayLogIn(ctx, method, person)
  const tokens = await openSession(ctx, client, person.id, mustChange)
  await recordLogin(ctx, person.id, method)
  return tokens
}
