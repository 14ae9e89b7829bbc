import type { Channel } from '#contract/inbox/message-kinds.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { App } from '../engine/context.ts'
import { mayStillRead, withOthersOfAct } from './act-messages.ts'
import { type ClaimedMessage, claimNext, endAttempt, type OutboxTimings, postpone } from './outbox-row.ts'

/** Sends one message to its address, or throws: NotDelivered if the reason is of interest to administrators. */
export type ChannelSender = (app: App, message: ClaimedMessage) => Promise<void>
export type ChannelSenders = Readonly<Record<Channel, ChannelSender>>

/**
 * The message was not delivered; `isFinal` if a further attempt is useless. The words of a provider are the same in both
 * languages.
 */
export class NotDelivered extends Error {
  readonly reason: Text
  constructor(
    reason: Text | string,
    readonly isFinal = false,
  ) {
    const text: Text = typeof reason === 'string' ? [reason, reason] : reason
    super(text[1])
    this.reason = text
  }
}

const minute = 60

/** The platform has no service for this channel: no failure, as the message itself is on the platform. */
export class NotSetUp extends NotDelivered {}

export const defaultTimings: OutboxTimings = {
  holdSeconds: minute,
  leaseSeconds: 2 * minute,
  backoffSeconds: [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute],
}

const maxReasonLength = 250
const settled: Text = ['对方已在平台阅读或事项已办结', 'Read on the platform, or completed']
const inactive: Text = ['账号已停用', 'Account disabled']
const noLonger: Text = ['对方已无权查看该事项', 'The recipient may no longer see the matter']
const noAddress: Text = ['对方没有邮箱或手机号码', 'The recipient has no e-mail address or phone number']

/** Why this message need not be sent any more; null if it has to be. Messages that the law requires are always sent. */
const reasonToSkip = async (app: App, message: ClaimedMessage): Promise<Text | null> => {
  if (message.isRequired) return null
  if (message.isSettled) return settled
  if (!message.isActive) return inactive
  return (await mayStillRead(app, message)) ? null : noLonger
}

const reasonOf = (app: App, error: unknown): Text => {
  if (error instanceof NotDelivered) {
    const [zh, en] = error.reason
    return [zh.slice(0, maxReasonLength), en.slice(0, maxReasonLength)]
  }
  if (error instanceof Fail) return error.text
  app.log.error({ err: error }, 'a message could not be sent')
  return words.systemError
}

const send = async (app: App, senders: ChannelSenders, claimed: ClaimedMessage, { backoffSeconds }: OutboxTimings) => {
  let message = claimed
  try {
    message = await withOthersOfAct(app, claimed)
    const skipped = await reasonToSkip(app, message)
    if (skipped) return await endAttempt(app.db, message, 'skipped', skipped)
    if (!message.address) return await endAttempt(app.db, message, 'failed', noAddress)
    await senders[message.channel](app, message)
  } catch (error) {
    if (error instanceof NotSetUp) return endAttempt(app.db, message, 'unsent', error.reason)
    const pause = backoffSeconds[message.attempts - 1]
    const isFinal = pause === undefined || (error instanceof NotDelivered && error.isFinal)
    if (isFinal) return endAttempt(app.db, message, 'failed', reasonOf(app, error))
    return postpone(app.db, message, pause, reasonOf(app, error))
  }
  return endAttempt(app.db, message, 'sent')
}

/**
 * Sends what is due in the outbox, one message at a time, until nothing is left or the signal stops it; resolves to the number of
 * messages that it handled. A message is claimed before it is sent, so no two servers send the same one, and a server that ends in
 * between sends it no second time.
 */
export const sendOutbox = async (
  app: App,
  senders: ChannelSenders,
  { signal, timings = defaultTimings }: { readonly signal?: AbortSignal; readonly timings?: OutboxTimings } = {},
): Promise<number> => {
  let count = 0
  while (!signal?.aborted) {
    const message = await claimNext(app.db, timings)
    if (!message) break
    await send(app, senders, message, timings)
    count++
  }
  return count
}
