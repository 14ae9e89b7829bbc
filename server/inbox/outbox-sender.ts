import type { Channel } from '#contract/inbox/message-kinds.ts'
import { Fail } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { repeatEvery } from '../base/process/repeat.ts'
import type { App } from '../engine/context.ts'
import {
  type ClaimedMessage,
  claimNext,
  endAttempt,
  failInterrupted,
  mayStillRead,
  type OutboxTimings,
  postpone,
} from './outbox-row.ts'

/** Sends one message to its address, or throws: NotDelivered if the reason is of interest to administrators. */
export type ChannelSender = (app: App, message: ClaimedMessage) => Promise<void>
export type ChannelSenders = Readonly<Record<Channel, ChannelSender>>

/** The message was not delivered, for a reason in the words of the provider; `isFinal` if a further attempt is useless. */
export class NotDelivered extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message)
  }
}

const minute = 60

export const defaultTimings: OutboxTimings = {
  pollMs: 2000,
  holdSeconds: minute,
  leaseSeconds: 2 * minute,
  backoffSeconds: [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute],
}

const maxReasonLength = 250
const settled: Text = ['对方已在平台阅读或事项已办结', 'Read on the platform, or completed']
const inactive: Text = ['账号已停用', 'The account is disabled']
const noLonger: Text = ['对方已无权查看该事项', 'The recipient may no longer see the matter']
const noAddress: Text = ['对方没有邮箱或手机号码', 'The recipient has no e-mail address or phone number']

/** Why this message need not be sent any more; null if it has to be. Messages that the law requires are always sent. */
const reasonToSkip = async (app: App, message: ClaimedMessage): Promise<Text | null> => {
  if (message.isRequired) return null
  if (message.isSettled) return settled
  if (!message.isActive) return inactive
  return (await mayStillRead(app, message)) ? null : noLonger
}

const reasonOf = (app: App, error: unknown): string => {
  if (error instanceof NotDelivered) return error.message.slice(0, maxReasonLength)
  if (error instanceof Fail) return localize(error.text, 'zh')
  app.log.error({ err: error }, 'a message could not be sent')
  return localize(words.systemError, 'zh')
}

const send = async (app: App, senders: ChannelSenders, message: ClaimedMessage, { backoffSeconds }: OutboxTimings) => {
  try {
    const skipped = await reasonToSkip(app, message)
    if (skipped) return await endAttempt(app.db, message, 'skipped', localize(skipped, 'zh'))
    if (!message.address) return await endAttempt(app.db, message, 'failed', localize(noAddress, 'zh'))
    await senders[message.channel](app, message)
  } catch (error) {
    const pause = backoffSeconds[message.attempts - 1]
    const isFinal = pause === undefined || (error instanceof NotDelivered && error.isFinal)
    if (isFinal) return endAttempt(app.db, message, 'failed', reasonOf(app, error))
    return postpone(app.db, message, pause, reasonOf(app, error))
  }
  return endAttempt(app.db, message, 'sent')
}

/**
 * Sends the outbox, one message at a time on each server, until it is stopped. A message is claimed before it is sent, so no
 * two servers send the same one, and a server that ends in between sends it no second time.
 */
export const startOutbox = (
  app: App,
  senders: ChannelSenders,
  timings: OutboxTimings = defaultTimings,
): (() => Promise<void>) => {
  let stopped = false
  const round = async () => {
    await failInterrupted(app.db)
    while (!stopped) {
      const message = await claimNext(app.db, timings)
      if (!message) return
      await send(app, senders, message, timings)
    }
  }
  const stop = repeatEvery(timings.pollMs, round, (error) => app.log.warn({ err: error }, 'messages could not be sent'))
  return () => {
    stopped = true
    return stop()
  }
}
