import { denied, Fail, faulty } from '#contract/kit/fail.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { rules } from '#contract/kit/rules.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type SmsResult, sms } from '#contract/storage/sms.ts'
import { spendAllowances } from '../auth/allowance.ts'
import { messageAllowances } from '../auth/sms-codes.ts'
import { type Ctx, type Handlers, hasPermission } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { dictName } from '../engine/labels.ts'
import { rowFilter } from '../engine/scope.ts'
import { endpointFault } from './endpoint.ts'
import { activateRow, removeIdle } from './in-use.ts'
import { isConnected, resultIn, type SmsRow, sendMessages } from './send-sms.ts'

const maxPhones = 20
const [maxPerUser, hour] = [100, 3600]

type Input = Parameters<NonNullable<Handlers<'sms'>['submit']>>[1]

const submit = async (ctx: Ctx, input: Input) => {
  if (!hasPermission(ctx, input.id ? 'sms_edit' : 'sms_add')) throw denied()
  const wrong = endpointFault(ctx, input.endpoint)
  if (wrong) throw faulty([{ at: 'endpoint', text: wrong }])
  return input.id ? updateRow(ctx, sms, input.id, input) : insertRow(ctx, sms, { ...input, status: 1 })
}

const notConnected = async (ctx: Ctx, category: number) => {
  const name = (await dictName(ctx, 'sms', category)) ?? (['该', 'this'] as const)
  const message: Text = [
    '平台尚未接入{0}短信，请改用阿里云或腾讯云',
    'The platform does not support SMS from {0} yet; please use Alibaba Cloud or Tencent Cloud',
  ]
  return new Fail(fill(message, name))
}

const enable = async (ctx: Ctx, id: string) => {
  const { category } = await findRow(ctx, sms, id)
  if (!isConnected(category)) throw await notConnected(ctx, category)
  return activateRow(ctx, sms, id)
}

/** Phone numbers separated by commas, semicolons or line breaks; a space may separate two numbers or the digits of one. */
const phonesIn = (text: string): string[] =>
  text.split(/[,，;；、\n]+/).flatMap((part) => {
    const phone = normalizeByRule('phone', part)
    return rules.phone(phone) === null ? [phone] : part.split(/\s+/).map((one) => normalizeByRule('phone', one))
  })

const phonesOf = (text: string): string[] => {
  const phones = [...new Set(phonesIn(text).filter(Boolean))]
  for (const phone of phones) {
    const wrong = rules.phone(phone)
    if (wrong) throw faulty([{ at: 'phones', text: fill(['{0}：{1}', '{0}: {1}'], phone, wrong) }])
  }
  if (phones.length > maxPhones)
    throw faulty([
      {
        at: 'phones',
        text: fill(['一次最多发送给{0}个号码', 'You can send to at most {0} phone numbers at a time'], maxPhones),
      },
    ])
  return phones
}

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'

const paramsOf = (json: string | null | undefined): Record<string, string> => {
  const message: Text = [
    '模板参数应为 JSON 对象，例如 {"code":"1234"}',
    'The template variables must be a JSON object, for example {"code":"1234"}',
  ]
  try {
    const parsed: unknown = JSON.parse(json || '{}')
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && Object.values(parsed).every(isText))
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    // invalid JSON: the same error as below
  }
  throw faulty([{ at: 'params', text: message }])
}

const rowOf = async (ctx: Ctx, code: string): Promise<SmsRow> => {
  const row = await ctx.db
    .selectFrom('sms')
    .selectAll()
    .where('smsCode', '=', code)
    .where(rowFilter(ctx, sms))
    .executeTakeFirst()
  if (!row)
    throw new Fail(fill(['没有资源编号为“{0}”的短信配置', 'There is no SMS provider with the code “{0}”'], code))
  return row
}

const send = async (ctx: Ctx, input: { code: string; phones: string; params: string | null }): Promise<SmsResult[]> => {
  const row = await rowOf(ctx, input.code)
  if (!isConnected(row.category)) throw await notConnected(ctx, row.category)
  const [phones, params] = [phonesOf(input.phones), paramsOf(input.params)]
  const userAllowance = { key: `sms:by:${ctx.actor.id}`, limit: maxPerUser, seconds: hour }
  await spendAllowances(ctx, userAllowance, ...messageAllowances(...phones))
  const results = await sendMessages(ctx.app, row, 'manual', phones, params)
  if (!results.some(({ done }) => done))
    throw new Fail(fill(['发送失败：{0}', 'Sending failed: {0}'], results[0]?.fault ?? ''), 400, {
      data: results.map((result) => resultIn(ctx.lang, result)),
    })
  return results.map((result) => resultIn(ctx.lang, result))
}

export const smsHandlers: Handlers<'sms'> = {
  submit,
  remove: (ctx, { ids }) => removeIdle(ctx, sms, ids ?? ''),
  enable: (ctx, { id }) => enable(ctx, String(id)),
  send: (ctx, { code, phones, params }) =>
    send(ctx, { code: String(code), phones: String(phones), params: params ?? null }),
}
