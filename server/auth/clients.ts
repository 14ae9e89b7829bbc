import { createHash, timingSafeEqual } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { decryptAtRest } from '../base/encryption-at-rest.ts'
import type { Ctx } from '../engine/context.ts'

/** What the sessions of a client may be (wire-and-fields.md 1.9). */
export interface ClientRow {
  clientId: string
  authorizedGrantTypes: string[]
  /** Seconds. */
  accessTokenValidity: number
  refreshTokenValidity: number
}

/** A refusal of the token endpoint, with its number of wire-and-fields.md 1.9. */
export const oauthError = (text: Text, error: number, code = 400): Fail => new Fail(text, code, { error })

/** Both are SHA-256 in hexadecimal by the time they are compared (server/system/client.ts). */
const isSecret = (ctx: Ctx, secret: string, encryptedHash: string): boolean => {
  const storedHash = decryptAtRest(ctx.app.secrets, encryptedHash, 'client.clientSecret') ?? ''
  const hash = createHash('sha256').update(secret).digest('hex')
  return hash.length === storedHash.length && timingSafeEqual(Buffer.from(hash), Buffer.from(storedHash))
}

/** The addresses a client may be returned to, as its row holds them: separated by commas or blanks. */
export const redirectUrisIn = (registered: string | null | undefined): string[] =>
  (registered ?? '').split(/[\s,]+/).filter(Boolean)

/** Whole, of the web, and never one a browser would run. */
export const isRedirectUri = (address: string): boolean => /^https?:\/\/[^\s#]+$/.test(address) && URL.canParse(address)

export const findClient = (ctx: Ctx, clientId: string) =>
  ctx.db.selectFrom('client').selectAll().where('clientId', '=', clientId).where('isDeleted', '=', 0).executeTakeFirst()

/** The client of the Basic header, or of `client_id`. One without a secret, as every page in a browser is, need not show any. */
const clientOf = async (ctx: Ctx, requestedId: string): Promise<ClientRow> => {
  const header = ctx.request.headers.authorization
  const coded = typeof header === 'string' ? header.replace(/^Basic(\s|%20)+/i, '') : ''
  const [clientId = '', ...secret] = coded ? Buffer.from(coded, 'base64').toString('utf8').split(':') : [requestedId]
  const row = await findClient(ctx, clientId)
  if (!row) throw oauthError(['客户端不存在', 'Unknown client'], 3000, 401)
  if (row.clientSecret && !isSecret(ctx, secret.join(':'), row.clientSecret))
    throw oauthError(['客户端密钥不正确', 'The secret of the client is wrong'], 3000, 401)
  return row
}

export const unsupported = (): Fail => oauthError(['不支持的授权类型', 'Unsupported grant'], 4000)

/** The client that asks, if this grant is among those it may use. */
export const clientFor = async (ctx: Ctx, grant: string, requestedId = ''): Promise<ClientRow> => {
  const client = await clientOf(ctx, requestedId)
  if (!client.authorizedGrantTypes.includes(grant)) throw unsupported()
  return client
}
