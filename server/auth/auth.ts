import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { auth, Tokens, Told } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, say, type Text } from '#contract/kit/text.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { isAnswered, makeCaptcha } from './captcha.ts'
import { tryPassword } from './lockout.ts'
import { openPassword, publicKeyOf } from './password.ts'
import { register } from './register.ts'
import { type ClientRow, describeSession, openSession, refreshSession } from './tokens.ts'

type Input = Record<string, unknown>

const refuse = (text: Text, error: number, code = 400) => new Fail(text, code, { error })
const wrongLogin = () => refuse(['用户名或密码错误', 'Wrong user name or password'], 2004)

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

const disabled = (reason: string | null): Text =>
  reason
    ? fill(['账号未通过审核或已停用：{0}', 'The account was refused or disabled: {0}'], reason)
    : ['账号未通过审核或已停用', 'The account was refused or disabled']

const loginByPassword = async (ctx: Ctx, client: ClientRow, input: Input): Promise<Tokens> => {
  const { headers } = ctx.request
  if (ctx.app.env.captcha && !(await isAnswered(ctx, headers['captcha-key'], headers['captcha-code'])))
    throw refuse(['验证码不正确', 'The captcha is wrong'], 2004)
  const account = String(input.username ?? '').trim()
  const plain = openPassword(ctx.app, input.password)
  const person = await ctx.db
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.status', 'user.roleId', 'user.reason', 'credential.hash', 'credential.isInitial'])
    .where(sql`lower("user".account)`, '=', account.toLowerCase())
    .where('user.isDeleted', '=', 0)
    .executeTakeFirst()
  if (!(await tryPassword(ctx, account, person?.hash, plain)) || !person) throw wrongLogin()
  if (person.status === 0)
    throw refuse(
      ['账号正在等待管理员审核，审核通过后即可登录', 'The account awaits approval by an administrator'],
      2005,
    )
  if (person.status === -1) throw refuse(disabled(person.reason), 2005)
  if (!person.roleId?.length)
    throw refuse(['账号尚未分配角色，请联系管理员', 'The account has no role yet, please ask an administrator'], 2005)
  return openSession(ctx, client, person.id, person.isInitial)
}

const registered: Text = [
  '注册申请已提交,请耐心等待管理员通过!',
  'Your registration was submitted; please wait for an administrator to approve it.',
]

const unsupported = () => refuse(['不支持的授权类型', 'Unsupported grant'], 4000)
const clientFor = async (ctx: Ctx, grant: string): Promise<ClientRow> => {
  const client = await clientOf(ctx)
  if (!client.authorizedGrantTypes.split(',').includes(grant)) throw unsupported()
  return client
}

const token = async (ctx: Ctx, input: Input): Promise<Tokens | Told> => {
  const grant = String(input.grant_type)
  const client = await clientFor(ctx, grant)
  if (grant === 'password' || grant === 'captcha') return loginByPassword(ctx, client, input)
  if (grant === 'refresh_token') return refreshSession(ctx, client, String(input.refresh_token ?? ''))
  if (grant === 'register') {
    await register(ctx, input)
    return { success: true, msg: say(registered, ctx.lang) }
  }
  throw unsupported()
}

const out = async (ctx: Ctx) => {
  await ctx.db
    .updateTable('session')
    .set({ endedAt: new Date().toISOString() })
    .where('id', '=', ctx.actor.sessionId as string)
    .execute()
  return { success: true, msg: say(['退出成功', 'Logged out'], ctx.lang) }
}

export const authCalls: CallHandlers<typeof auth> = {
  token: (ctx, input) => token(ctx, input),
  refresh: async (ctx, input) =>
    refreshSession(ctx, await clientFor(ctx, 'refresh_token'), String(input.refresh_token ?? '')),
  captcha: async (ctx) => ({ ...(await makeCaptcha(ctx)), success: true }),
  publicKey: async (ctx) => publicKeyOf(ctx.app),
  userInfo: async (ctx) => describeSession(ctx, ctx.actor.id as string, ctx.actor.mustChange),
  clearCache: async (ctx) => ({ success: true, msg: say(['清除成功', 'Cleared'], ctx.lang) }),
  logout: out,
  logoutPost: out,
}
