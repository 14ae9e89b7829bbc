import type { Tokens } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { hashToken } from '../engine/session.ts'
import { challengeOf } from './authorize.ts'
import { type ClientRow, oauthError } from './clients.ts'
import { logIn } from './log-in.ts'

interface RedeemInput {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

const invalidCode = () => oauthError(['授权码无效或已过期', 'The authorisation code is invalid or has expired'], 4001)

/** Marks a code as used and returns its row. Reuse ends the session that the code opened, because the code was stolen. */
const takeCode = async (ctx: Ctx, code: string) => {
  const hash = hashToken(code)
  const row = await ctx.db
    .updateTable('authorizationCode')
    .set({ usedAt: sql`now()` })
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .returningAll()
    .returning(sql<boolean>`ends_at > now()`.as('isValid'))
    .executeTakeFirst()
  if (row) return row
  await sql`update session set ended_at = now() where ended_at is null
    and id = (select session_id from authorization_code where code_hash = ${hash})`.execute(ctx.db)
  return null
}

const isVerifierCorrect = (challenge: string | null, verifier: string): boolean =>
  challenge === null ? verifier === '' : /^[\w.~-]{43,128}$/.test(verifier) && challengeOf(verifier) === challenge

const exchange = async (ctx: Ctx, client: ClientRow, { code, redirectUri, verifier }: RedeemInput): Promise<Tokens> => {
  const row = await takeCode(ctx, code)
  if (!row?.isValid || row.clientId !== client.clientId) throw invalidCode()
  if (row.redirectUri !== redirectUri)
    throw oauthError(
      ['回调地址与申请授权码时不一致', 'The redirect address differs from the one used to request the code'],
      3002,
    )
  if (!isVerifierCorrect(row.challenge, verifier)) throw invalidCode()
  const person = await ctx.db
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.tenantId', 'user.status', 'user.roleId', 'user.reason', 'credential.isInitial'])
    .where('user.id', '=', row.userId)
    .where('user.isDeleted', '=', 0)
    .executeTakeFirst()
  if (!person) throw invalidCode()
  const tokens = await logIn(ctx, client, 'authorization_code', person, person.isInitial)
  await sql`update authorization_code set session_id = (select id from session where access_hash = ${hashToken(tokens.access_token)})
    where code_hash = ${row.codeHash}`.execute(ctx.db)
  return tokens
}

/**
 * Exchanges one of our own codes for a session. It is one transaction, so that the second of two concurrent requests finds the
 * session of the first. A Fail is returned from the transaction as a value, because the code must stay used.
 */
export const redeemCode = async (ctx: Ctx, client: ClientRow, input: RedeemInput): Promise<Tokens> => {
  const answer = await tx(ctx, (inside) =>
    exchange(inside, client, input).catch((error: unknown) => {
      if (error instanceof Fail) return error
      throw error
    }),
  )
  if (answer instanceof Fail) throw answer
  return answer
}
