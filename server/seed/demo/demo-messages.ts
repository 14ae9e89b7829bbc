import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { sendDigestOnce } from '../../project/matters/digest.ts'

/**
 * Sends the reviewers the digest of today, of the declarations that really wait for them, and queues its e-mails even if no mail
 * server is set up: the sending queue then shows why they could not be sent.
 */
export const sendDemoDigest = async (app: App): Promise<void> => {
  const morning = new Date(`${wireTime().slice(0, 10)}T09:00:00+08:00`)
  const smtpUrl = app.env.smtpUrl ?? 'smtp://mail.invalid'
  await sendDigestOnce({ ...app, env: { ...app.env, smtpUrl } }, morning)
}
