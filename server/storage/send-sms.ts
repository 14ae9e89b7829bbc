import type { Selectable } from 'kysely'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type SmsResult, smsKinds } from '#contract/storage/sms.ts'
import { words } from '#contract/words.ts'
import type { SmsSender } from '../auth/sms-codes.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Tables } from '../base/database/tables.ts'
import { Unreachable } from '../base/http/outgoing.ts'
import type { App } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { connectionErrorText } from './connection-errors.ts'
import { decryptRowSecret } from './decrypt-row-secret.ts'
import { aliyun } from './sms-aliyun.ts'
import { ProviderRefused, type SmsAccount, type SmsProvider } from './sms-provider.ts'
import { tencent } from './sms-tencent.ts'

export type SmsRow = Selectable<Tables['sms']>
type Purpose = NonNullable<Selectable<Tables['smsMessage']>['purpose']>
type Params = Readonly<Record<string, string>>

/** The supported kinds of provider. */
const providers: Readonly<Record<number, readonly [channel: 'aliyun' | 'tencent', send: SmsProvider] | undefined>> = {
  [smsKinds.aliyun]: ['aliyun', aliyun],
  [smsKinds.tencent]: ['tencent', tencent],
}

/** Whether the platform supports this kind of provider. */
export const isConnected = (category: number): boolean => providers[category] !== undefined

const accountOf = (app: App, row: SmsRow): SmsAccount => ({
  accessKey: row.accessKey,
  templateId: row.templateId,
  signName: row.signName,
  regionId: row.regionId ?? '',
  appId: row.appId ?? '',
  trusted: app.env.outgoingHosts,
  secretKey: decryptRowSecret(app, row.secretKey, 'sms.secretKey', row.smsCode),
  endpoint: row.endpoint ? new URL(row.endpoint) : null,
})

/** Why a message was not sent, in the provider's words or ours; null for an internal error. */
const faultOf = (error: unknown): Text | null => {
  if (!(error instanceof ProviderRefused || error instanceof Unreachable)) return null
  return connectionErrorText(error) ?? [error.message, error.message]
}

/** A result whose error may be in words of ours, which have two languages. */
type Sent = Omit<SmsResult, 'fault'> & { readonly fault: Text | null }

/** The result for a reader. */
export const resultIn = (lang: Lang, { fault, ...result }: Sent): SmsResult => ({
  ...result,
  fault: fault && localize(fault, lang),
})

/** No provider is in use, or it did not send the message. */
export class SmsNotSent extends Error {
  constructor(readonly text: Text) {
    super(text[1])
  }
}

const [resultSending, resultSent, resultFailed] = [0, 1, 2] as const

/** Sends by a provider. Every message has a row in `sms_message` before it is sent; the result is added afterwards. */
export const sendMessages = async (
  app: App,
  row: SmsRow,
  purpose: Purpose,
  phones: readonly string[],
  params: Params,
): Promise<Sent[]> => {
  const [channel, send] = providers[row.category] ?? []
  if (!channel || !send) throw new Error(`SMS providers of kind ${row.category} are not supported.`)
  const account = accountOf(app, row)
  const line = { purpose, channel, smsCode: row.smsCode, tenantId: row.tenantId, result: resultSending }
  const lines = await app.db
    .insertInto('smsMessage')
    .values(phones.map((phone) => ({ ...line, phone })))
    .returning(['id', 'phone'])
    .execute()
  const saveResults = async (results: readonly Sent[]) => {
    for (const { phone, done, messageId, fault } of results)
      await run(
        app.db,
        sql`update sms_message set result = ${done ? resultSent : resultFailed}, message_id = ${messageId},
            fault = ${fault?.[0] ?? null}, fault_en = ${fault?.[1] ?? null}
          where id = ${lines.find((sent) => sent.phone === phone)?.id ?? '0'}`,
      )
  }
  const failedResults = (fault: Text): Sent[] => phones.map((phone) => ({ phone, done: false, messageId: null, fault }))
  const sendAll = async () =>
    (await send(account, phones, params)).map(
      ({ fault, ...result }): Sent => ({ ...result, fault: fault === null ? null : [fault, fault] }),
    )
  const results = await sendAll().catch(async (error: unknown): Promise<Sent[]> => {
    app.log.warn({ err: error, smsCode: row.smsCode }, 'the SMS provider refused or did not answer')
    const fault = faultOf(error)
    if (fault) return failedResults(fault)
    await saveResults(failedResults(words.systemError))
    throw error
  })
  await saveResults(results)
  return results
}

/** The provider in use in a tenant, else that of the platform. */
const rowInUse = async (app: App, tenantId: string): Promise<SmsRow | undefined> => {
  const rows = await app.db
    .selectFrom('sms')
    .selectAll()
    .where('tenantId', 'in', [tenantId, platformTenant])
    .where('status', '=', 2)
    .where('isDeleted', '=', 0)
    .execute()
  return rows.find((row) => row.tenantId === tenantId) ?? rows[0]
}

/** Whether a provider is in use in a tenant or for all tenants; with null, in any tenant. */
export const hasSmsProvider = async (db: Db, tenantId: string | null): Promise<boolean> => {
  const inUse = db.selectFrom('sms').select('id').where('status', '=', 2).where('isDeleted', '=', 0).limit(1)
  const rows = tenantId === null ? inUse : inUse.where('tenantId', 'in', [tenantId, platformTenant])
  return (await rows.executeTakeFirst()) !== undefined
}

/** Sends a message with the provider in use. */
export const sendSms: SmsSender = async ({ app }, { phone, purpose, params, tenantId, template }) => {
  const row = await rowInUse(app, tenantId)
  if (!row) throw new SmsNotSent(['没有启用的短信服务商', 'No SMS provider is in use'])
  const account = template ? { ...row, templateId: template } : row
  const [result] = await sendMessages(app, account, purpose, [phone], params)
  if (!result?.done)
    throw new SmsNotSent(fill(['{0}：{1}', '{0}: {1}'], row.smsCode, result?.fault ?? words.systemError))
}
