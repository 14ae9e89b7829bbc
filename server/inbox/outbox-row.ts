import type { Channel } from '#contract/inbox/message-kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/** A message that this server is sending now. */
export interface ClaimedMessage {
  readonly id: string
  readonly messageId: string
  readonly channel: Channel
  readonly attempts: number
  readonly title: Text
  readonly link: string
  readonly isRequired: boolean
  /** Whether its recipient has read it here, or the task is done. */
  readonly isSettled: boolean
  readonly userId: string
  readonly isActive: boolean
  /** The address fixed by the event, else the current e-mail address or phone number; '' if there is none any more. */
  readonly address: string
  readonly tenantId: string
  /** The act of many rows that it belongs to. */
  readonly actId: string | null
}

export interface OutboxTimings {
  /** Seconds from the event to the first attempt, so that further events of the same minute come with the same e-mail. */
  readonly holdSeconds: number
  /** Seconds after which a message counts as interrupted: its server has ended while sending it. */
  readonly leaseSeconds: number
  /** Seconds to wait after each failed attempt; after the last one, the message has failed. */
  readonly backoffSeconds: readonly number[]
}

const interrupted: Text = [
  '服务中断，不能确定对方是否已收到',
  'The service was interrupted; it is unknown whether the recipient has it',
]

/** Its act still handles rows in the background: what it sends to this person is not complete. */
const isOfRunningAct = sql`exists (select 1 from message m join job_run r on r.id = m.act_id
  where m.id = outbox.message_id and r.status in (1, 2, 3))`

/**
 * Claims the next due message in its own transaction: nobody else sends it, whatever happens to this server. In the same statement it
 * ends messages whose server has stopped while sending them. They are not sent again by themselves, since the recipient may have them
 * already; an administrator decides.
 */
export const claimNext = async (
  db: Db,
  { holdSeconds, leaseSeconds }: OutboxTimings,
): Promise<ClaimedMessage | null> => {
  const [row] = await run<ClaimedMessage>(
    db,
    sql`with interrupted as (
        update outbox set state = 'failed', reason = ${interrupted[0]}, reason_en = ${interrupted[1]}, update_time = now()
        where state = 'sending' and next_at < now()),
      due as (
        select id from outbox where state = 'waiting' and next_at <= now()
          and create_time <= now() - make_interval(secs => ${holdSeconds}) and not ${isOfRunningAct}
        order by next_at, id limit 1 for update skip locked),
      claimed as (
        update outbox o set state = 'sending', attempts = o.attempts + 1, update_time = now(),
          next_at = now() + make_interval(secs => ${leaseSeconds})
        from due where o.id = due.id returning o.*)
      select c.id::text, m.id::text as "messageId", c.channel, c.attempts, array[m.title, m.title_en] as title, m.link,
        m.is_required as "isRequired", m.read_at is not null or m.done_at is not null as "isSettled", u.id::text as "userId",
        u.status = 1 and u.is_deleted = 0 as "isActive", u.tenant_id as "tenantId", m.act_id::text as "actId",
        coalesce(c.address, case c.channel when 'email' then u.email else u.phone end, '') as address
      from claimed c join message m on m.id = c.message_id join "user" u on u.id = c.to_user`,
  )
  return row ?? null
}

type Ending = 'sent' | 'skipped' | 'unsent' | 'failed'

/** Ends the attempt, unless it counts as interrupted meanwhile. */
export const endAttempt = async (
  db: Db,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  state: Ending,
  reason: Text | null = null,
): Promise<void> => {
  await run(
    db,
    sql`update outbox set state = ${state}, reason = ${reason?.[0] ?? null}, reason_en = ${reason?.[1] ?? null}, update_time = now(),
        sent_at = case when ${state}::text = 'sent' then now() end
      where id = ${id} and state = 'sending' and attempts = ${attempts}`,
  )
}

/** Queues the message again for a later attempt. */
export const postpone = async (
  db: Db,
  { id, attempts }: ClaimedMessage,
  seconds: number,
  reason: Text,
): Promise<void> => {
  await run(
    db,
    sql`update outbox set state = 'waiting', reason = ${reason[0]}, reason_en = ${reason[1]},
        next_at = now() + make_interval(secs => ${seconds}), update_time = now() where id = ${id} and state = 'sending' and attempts = ${attempts}`,
  )
}
