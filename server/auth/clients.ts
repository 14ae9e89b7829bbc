import { createHash, timingSafeEqual } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import type { FailCode } from '#contract/kit/fail-codes.ts'
import type { Text } from '#contract/kit/text.ts'
import type { TokenError } from '#contract/kit/token-errors.ts'
import { decryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import type { Ctx } from '../engine/context.ts'

/** The grants and token lifetimes of a client. */
export interface ClientRow {
  clientId: string
  authorizedGrantTypes: string[]
  /** Seconds. */
  accessTokenValidity: number
  refreshTokenValidity: number
}

/** An error of the token endpoint, with its number (`error_code`) in the clients of the family. */
export const oauthError = (text: Text, error: TokenError, code: FailCode = 400, data?: unknown): Fail =>
  new Fail(text, code, { error, ...(data ? { data } : {}) })

/** Whether this is the client's secret, which is stored as a hexadecimal SHA-256 hash (server/system/tenants/client.ts). */
const isSecret = (ctx: Ctx, secret: string, encryptedHash: string): boolean => {
  const storedHash = decryptAtRest(ctx.app.secrets, encryptedHash, 'client.clientSecret') ?? ''
  const hash = createHash('sha256').update(secret).digest('hex')
  return hash.length === storedHash.length && timingSafeEqual(Buffer.from(hash), Buffer.from(storedHash))
}

/** The redirect URIs in a client's row, separated by commas or whitespace. */
export const redirectUrisIn = (registered: string | null | undefined): string[] =>
  (registered ?? '').split(/[\s,]+/).filter(Boolean)

/** Whether this is an absolute http or https address without a fragment, so never one a browser would execute. */
export const isRedirectUri = (address: string): boolean => /^https?:\/\/[^\s#]+$/.test(address) && URL.canParse(address)

export const findClient = (ctx: Ctx, clientId: string) =>
  ctx.db.selectFrom('client').selectAll().where('clientId', '=', clientId).where('isDeleted', '=', 0).executeTakeFirst()

/**
 * The client of the Basic header, else of `client_id`. A client without a secret, such as a page, sends none. Throws 3000 (401).
 */
const clientOf = async (ctx: Ctx, requestedId: string): Promise<ClientRow> => {
  const header = ctx.request.headers.authorization
  const coded = typeof header === 'string' ? header.replace(/^Basic(\s|%20)+/i, '') : ''
  const [clientId = '', ...secret] = coded ? Buffer.from(coded, 'base64').toString('utf8').split(':') : [requestedId]
  const row = await findClient(ctx, clientId)
  if (!row) throw oauthError(['客户端不存在', 'Unknown client'], 3000, 401)
  if (row.clientSecret && !isSecret(ctx, secret.join(':'), row.clientSecret))
    throw oauthError(['客户端密钥不正确', 'The client secret is wrong'], 3000, 401)
  return row
}

export const unsupported = (): Fail => oauthError(['不支持的授权类型', 'Unsupported grant type'], 4000)

/** The requesting client, if it may use this grant. Throws 3000, 4000. */
export const clientFor = async (ctx: Ctx, grant: string, requestedId = ''): Promise<ClientRow> => {
  const client = await clientOf(ctx, requestedId)
  if (!client.authorizedGrantTypes.includes(grant)) throw unsupported()
  return client
}
