import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { SmsCodeReceipt } from '#contract/auth.ts'
import { Fail } from '#contract/kit/fail.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { rules } from '#contract/kit/rules.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { networkOf } from '../base/http/client-network.ts'
import { decryptSecret } from '../engine/cipher.ts'
import type { Ctx } from '../engine/context.ts'
import { type Allowance, spendAllowances } from './allowance.ts'

const resendSeconds = 60
const codeSeconds = 300
const maxTries = 5
const hour = 3600
const day = 24 * hour

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest()

/** BladeX and Saber clients send the phone number encrypted; our own and older clients send it in plain text. */
export const readPhone = (ctx: Ctx, input: unknown): string => {
  const text = String(input ?? '').trim()
  // an encrypted value is longer than any phone number, in every encoding
  return normalizeByRule('phone', text.length > 40 ? decryptSecret(ctx, text) : text)
}

const messageText: Text = [
  '您的登录验证码是{0}，5分钟内有效。如非本人操作，请忽略本短信。',
  'Your login code is {0}, valid for 5 minutes. If you did not request it, please ignore this message.',
]

/**
 * Sends the code if an account has this phone number. The request does not wait for it, so that neither the answer nor the
 * response time reveals whether there is such an account.
 */
const sendLater = async (ctx: Ctx, phone: string, code: string): Promise<void> => {
  const owner = await ctx.app.db
    .selectFrom('user')
    .select('tenantId')
    .where('phone', '=', phone)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!owner) return
  const { tenantId } = owner
  await ctx.app.sendSms(ctx, { phone, purpose: 'login', text: fill(messageText, code), params: { code }, tenantId })
}

/** Message limits per phone number and in total. */
export const messageAllowances = (...phones: readonly string[]): Allowance[] => [
  ...phones.flatMap((phone) => [
    { key: `sms:minute:${phone}`, limit: 1, seconds: resendSeconds },
    { key: `sms:day:${phone}`, limit: 5, seconds: day },
  ]),
  ...phones.map(() => ({ key: 'sms:all', limit: 2000, seconds: day })),
]

/**
 * Sends a login code of six digits, valid for five minutes and five tries. Limits: one a minute and five a day per phone number,
 * twenty an hour per address, two thousand a day in total.
 */
export const sendCode = async (ctx: Ctx, input: unknown): Promise<SmsCodeReceipt> => {
  const phone = readPhone(ctx, input)
  const wrong = rules.phone(phone)
  if (wrong) throw new Fail(wrong, 400, { faults: [{ at: 'phone', text: wrong }] })
  const from = { key: `sms:from:${networkOf(ctx.request.address)}`, limit: 20, seconds: hour }
  await spendAllowances(ctx, ...messageAllowances(phone), from)
  const id = randomBytes(16).toString('hex')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql`delete from sms_code where ends_at < now() or phone = ${phone}`.execute(ctx.app.db)
  await sql`insert into sms_code (id, phone, hash, ends_at)
    values (${id}, ${phone}, ${hashOf(id, code)}, now() + make_interval(secs => ${codeSeconds}))`.execute(ctx.app.db)
  sendLater(ctx, phone, code).catch((error: unknown) => ctx.app.log.error({ err: error }, 'an SMS was not sent'))
  return { success: true, id, again: resendSeconds, lasts: codeSeconds }
}

/** Whether this code was sent to this phone number. A correct code is deleted, and so is any code after five tries. */
export const verifyCode = async (ctx: Ctx, phone: string, id: string, value: string): Promise<boolean> => {
  const { rows } = await sql<{ hash: Buffer; tries: number }>`
    update sms_code set tries = tries + 1 where id = ${id} and phone = ${phone} and ends_at > now()
    returning hash, tries`.execute(ctx.app.db)
  const [row] = rows
  if (!row) return false
  const isCorrect = row.tries <= maxTries && timingSafeEqual(row.hash, hashOf(id, value))
  if (!isCorrect && row.tries < maxTries) return false
  // of two concurrent requests with the correct code, only the one that deletes the row succeeds
  const deletion = await ctx.app.db.deleteFrom('smsCode').where('id', '=', id).executeTakeFirst()
  return isCorrect && deletion.numDeletedRows === 1n
}
