import { smsMessage } from '#contract/storage/sms-message.ts'
import type { Handlers } from '../engine/context.ts'
import { findRow, pageOf } from '../engine/crud.ts'
import { withEnglishColumn } from '../inbox/english-column.ts'

export const smsMessageHandlers: Handlers<'smsMessage'> = {
  list: async (ctx, input) => {
    const page = await pageOf(ctx, smsMessage, input)
    return { ...page, records: await withEnglishColumn(ctx, 'smsMessage', 'fault', page.records) }
  },
  detail: async (ctx, { id }) => {
    const row = await findRow(ctx, smsMessage, id)
    const [read = row] = await withEnglishColumn(ctx, 'smsMessage', 'fault', [row])
    return read
  },
}
