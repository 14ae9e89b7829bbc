import { say } from '#contract/kit/text.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import type { App, SmsSender } from '../engine/context.ts'

/**
 * The way out for messages by SMS. No provider is configured: they stay in the development outbox, where an administrator reads
 * them. In both languages, since nobody knows which one the reader of a phone has chosen.
 */
export const outbox =
  (app: Pick<App, 'db'>): SmsSender =>
  async ({ phone, purpose, text }) => {
    await app.db
      .insertInto(smsMessage.name)
      .values({ phone, purpose, content: `${say(text, 'zh')}\n${say(text, 'en')}`, channel: 'outbox' })
      .execute()
  }
