import { createHash, timingSafeEqual } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'

/** What the sessions of a client may be (wire-and-fields.md 1.9). */
export interface ClientRow {
  clientId: string
  authorizedGrantTypes: string
  /** Seconds. */
  accessTokenValidity: number
  refreshTokenValidity: number
}

/** A refusal of the token endpoint, with its number of wire-and-fields.md 1.9. */
export const refuse = (text: Text, error: number, code = 400): Fail => new Fail(text, code, { error })

/** Both are SHA-256 in hexadecimal by the time they are compared (server/system/client.ts). */
const isSecret = (given: string, kept: string): boolean => {
  const hash = createHash('sha256').update(given).digest('hex')
  return hash.length === kept.length && timingSafeEqual(Buffer.from(hash), Buffer.from(kept))
}

/** The client of the Basic header. One without a secret, as every page in a browser is, need not show any. */
const clientOf = async (ctx: Ctx): Promise<ClientRow> => {
  const header = ctx.request.headers.authorization
  const coded = typeof header === 'string' ? header.replace(/^Basic(\s|%20)+/i, '') : ''
  const [clientId = '', ...secret] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  const row = await ctx.db
    .selectFrom('client')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row) throw refuse(['客户端不存在', 'Unknown client'], 3000, 401)
  if (row.clientSecret && !isSecret(secret.join(':'), row.clientSecret))
    throw refuse(['客户端密钥不正确', 'The secret of the client is wrong'], 3000, 401)
  return row
}

export const unsupported = (): Fail => refuse(['不支持的授权类型', 'Unsupported grant'], 4000)

/** The client that asks, if this grant is among those it may use. */
export const clientFor = async (ctx: Ctx, grant: string): Promise<ClientRow> => {
  const client = await clientOf(ctx)
  if (!client.authorizedGrantTypes.split(',').includes(grant)) throw unsupported()
  return client
}
