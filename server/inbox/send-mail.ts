import { bilingual, localize } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { paramsOf } from '../base/database/params.ts'
import { perApp } from '../engine/cache.ts'
import { type ChannelSender, NotDelivered, NotSetUp } from './outbox-sender.ts'

/** Milliseconds for each step of a connection; together less than the lease of a message. */
const timeoutMs = 15_000

/** The mail client, loaded with the first e-mail. */
const transportOf = perApp(async ({ env }) => {
  if (env.smtpUrl === null) return null
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: env.smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
})

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

/** The server rejected the recipient for good: a further attempt would be rejected too. */
const isFinal = ({ code, responseCode = 0 }: SmtpError) => code === 'EENVELOPE' && responseCode >= 500

/** The account of the mail server, if it is an address; else an address of the platform's host. */
const defaultSender = (smtpUrl: string, host: string): string => {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return user.includes('@') ? user : `notice@${host}`
}

/**
 * Sends an e-mail with the title and the link, but nothing of the matter itself. Its Message-ID belongs to the row of the
 * outbox, so that a mail system can recognize an e-mail that an administrator sends again.
 */
export const sendMail: ChannelSender = async (app, { id, title, link, address }) => {
  const transport = await transportOf(app)
  const { smtpUrl, publicUrl } = app.env
  if (!transport || smtpUrl === null)
    throw new NotSetUp(['未配置邮件服务（SMTP_URL）', 'No mail server is set up (SMTP_URL)'])
  const params = await paramsOf(app.db, ['message.mailSender', 'message.mailText'])
  const host = publicUrl ? new URL(publicUrl).hostname : new URL(smtpUrl).hostname
  const values: Record<string, string> = { title: bilingual(title), link: publicUrl ? `${publicUrl}${link}` : '' }
  const mail = {
    from: params['message.mailSender'] || defaultSender(smtpUrl, host),
    to: { name: '', address },
    subject: `【${localize(words.product, 'zh')}】${localize(title, 'zh')}`,
    text: params['message.mailText']
      .replaceAll('\\n', '\n')
      .replace(/\{(title|link)\}/g, (_, name) => values[name] ?? ''),
    messageId: `<outbox-${id}@${host}>`,
    headers: { 'auto-submitted': 'auto-generated' },
  }
  await transport.sendMail(mail).catch((error: SmtpError) => {
    throw new NotDelivered(error.message, isFinal(error))
  })
}
