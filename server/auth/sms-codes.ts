import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { auth, SmsCodeReceipt } from '#contract/auth.ts'
import type { InOf } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import { networkOf } from '../base/http/client-network.ts'
import { decryptSecret } from '../engine/cipher.ts'
import type { Ctx } from '../engine/context.ts'
import { type Allowance, spendAllowances } from './allowance.ts'
import { verifyCaptcha } from './captcha.ts'

/** Sends a message to a phone, or throws. `params` fill a template of the provider. */
export type SmsSender = (
  ctx: Pick<Ctx, 'app'>,
  message: {
    readonly phone: string
    readonly purpose: 'login' | 'password' | 'message'
    readonly params: Readonly<Record<string, string>>
    /** The tenant whose provider sends the message. */
    readonly tenantId: string
    /** The provider's template, if it is not the one of the configuration, which is for login codes. */
    readonly template?: string
  },
) => Promise<void>

declare module '../engine/context.ts' {
  interface App {
    readonly sendSms: SmsSender
    /** Whether a provider sends the messages of a tenant, or of any tenant. */
    readonly hasSms: (tenantId: string | null) => Promise<boolean>
  }
}

const resendSeconds = 60
const codeSeconds = 300
const maxTries = 5
const hour = 3600
const day = 24 * hour
/** All messages of the platform; every one costs money. */
const allMessages: Allowance = { key: 'sms:all', limit: 2000, seconds: day }

/** What a code is for; a code for one purpose is wrong for the other. */
export type CodePurpose = NonNullable<InOf<typeof auth.sendValidate>>['purpose'] & string

const hashOf = (purpose: CodePurpose, id: string, code: string) =>
  createHash('sha256').update(`${purpose}:${id}:${code}`).digest()

/** BladeX and Saber clients send the phone number encrypted; our own and older clients send it in plain text. */
export const readPhone = (ctx: Ctx, input: unknown): string => {
  const text = String(input ?? '').trim()
  // an encrypted value is longer than any phone number, in every encoding
  return normalizeByRule('phone', text.length > 40 ? decryptSecret(ctx, text) : text)
}

interface CodeRequest {
  readonly phone: string
  readonly purpose: CodePurpose
}

/** Limits of messages in total and for each phone number; codes have their own, so that neither uses up the other's. */
export const messageAllowances = (...phones: readonly string[]): Allowance[] => [
  ...phones.flatMap((phone) => [
    { key: `sms:minute:${phone}`, limit: 1, seconds: resendSeconds },
    { key: `sms:day:${phone}`, limit: 5, seconds: day },
  ]),
  ...phones.map(() => allMessages),
]

/** Whether somebody with this phone number has logged in from this network, while the login log remembers it. */
const isKnownNetwork = async (ctx: Ctx, phone: string, network: string): Promise<boolean> => {
  const { rows } = await sql<{ address: string }>`
    select distinct l.address from login l join "user" u on u.id = l.user_id
    where u.phone = ${phone} and u.tenant_id = ${ctx.actor.tenantId} and u.is_deleted = 0 and l.outcome = 1`.execute(
    ctx.app.db,
  )
  return rows.some(({ address }) => networkOf(address) === network)
}

/**
 * Limits of codes: one a minute and five a day for a phone number at a network, ten a day for it from all networks where its owner
 * has not logged in, and twenty an hour for a network. So a stranger who asks for codes does not use up those of the owner.
 */
const codeAllowances = async (ctx: Ctx, phone: string): Promise<Allowance[]> => {
  const network = networkOf(ctx.request.address)
  const strangers = { key: `sms:strangers:${phone}`, limit: 10, seconds: day }
  return [
    { key: `sms:minute:${phone}:${network}`, limit: 1, seconds: resendSeconds },
    { key: `sms:day:${phone}:${network}`, limit: 5, seconds: day },
    ...((await isKnownNetwork(ctx, phone, network)) ? [] : [strangers]),
    { key: `sms:from:${network}`, limit: 20, seconds: hour },
  ]
}

/**
 * Sends the code if an account has this phone number. The request does not wait for it, so that neither the answer nor the
 * response time reveals whether there is such an account. Only what is sent counts for the total.
 */
const sendLater = async (ctx: Ctx, { phone, purpose }: CodeRequest, code: string): Promise<void> => {
  const owner = await ctx.app.db
    .selectFrom('user')
    .select('tenantId')
    .where('phone', '=', phone)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!owner) return
  await spendAllowances(ctx, allMessages)
  await ctx.app.sendSms(ctx, { phone, purpose, params: { code }, tenantId: owner.tenantId })
}

const noProvider: Record<CodePurpose, Text> = {
  login: ['平台未开通短信服务，请使用账号密码登录', 'SMS is not available; please log in with account and password'],
  password: [
    '平台未开通短信服务，请联系管理员重置密码',
    'SMS is not available; please ask an administrator to reset your password',
  ],
}

/** Throws a fault of the number, the lack of a provider, or of the captcha, which is required as for a login by password. */
const checkRequest = async (ctx: Ctx, { phone, purpose }: CodeRequest): Promise<void> => {
  const wrong = rules.phone(phone)
  if (wrong) throw new Fail(wrong, 400, { faults: [{ at: 'phone', text: wrong }] })
  if (!(await ctx.app.hasSms(ctx.actor.tenantId))) throw new Fail(noProvider[purpose])
  const { headers } = ctx.request
  if (ctx.app.env.captcha && !(await verifyCaptcha(ctx, headers['captcha-key'], headers['captcha-code'])))
    throw new Fail(['验证码不正确', 'The captcha is wrong'])
}

/** Sends a code of six digits, valid for five minutes and five tries; it replaces those that this network requested earlier. */
export const sendCode = async (ctx: Ctx, input: unknown, purpose: CodePurpose): Promise<SmsCodeReceipt> => {
  const request = { phone: readPhone(ctx, input), purpose }
  await checkRequest(ctx, request)
  const { phone } = request
  await spendAllowances(ctx, ...(await codeAllowances(ctx, phone)))
  const id = randomBytes(16).toString('hex')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const network = networkOf(ctx.request.address)
  await sql`delete from sms_code where ends_at < now() or (phone = ${phone} and network = ${network})`.execute(
    ctx.app.db,
  )
  const ends = sql`now() + make_interval(secs => ${codeSeconds})`
  await sql`insert into sms_code (id, phone, network, hash, ends_at)
    values (${id}, ${phone}, ${network}, ${hashOf(purpose, id, code)}, ${ends})`.execute(ctx.app.db)
  sendLater(ctx, request, code).catch((error: unknown) => ctx.app.log.error({ err: error }, 'an SMS was not sent'))
  return { success: true, id, again: resendSeconds, lasts: codeSeconds }
}

/** A code as it was entered; `id` comes from the receipt of the request. */
interface EnteredCode extends CodeRequest {
  readonly id: string
  readonly value: string
}

/** Uses up a code. Of two concurrent requests with a correct code, only one succeeds. */
export const spendCode = async ({ db }: Pick<Ctx, 'db'>, id: string): Promise<boolean> => {
  const deletion = await db.deleteFrom('smsCode').where('id', '=', id).executeTakeFirst()
  return deletion.numDeletedRows === 1n
}

/** Whether this code was sent to this phone number for this purpose. Each call is one of five tries, also a correct one. */
export const isCodeCorrect = async (ctx: Ctx, { phone, purpose, id, value }: EnteredCode): Promise<boolean> => {
  const { rows } = await sql<{ hash: Buffer; tries: number }>`
    update sms_code set tries = tries + 1 where id = ${id} and phone = ${phone} and ends_at > now()
    returning hash, tries`.execute(ctx.app.db)
  const [row] = rows
  if (!row) return false
  const isCorrect = row.tries <= maxTries && timingSafeEqual(row.hash, hashOf(purpose, id, value))
  if (!isCorrect && row.tries >= maxTries) await spendCode(ctx.app, id)
  return isCorrect
}
