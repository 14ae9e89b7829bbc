import type { Db } from '../base/database/db.ts'
import { inOwnSession } from '../base/database/own-session.ts'
import { paramOf } from '../base/database/params.ts'
import { sql } from '../base/database/sql.ts'

const lock = 502_102
const batchSize = 5000
/** Days for which messages stay that have been read or whose task is done, and those that nobody has read. */
const [messageDays, unreadMessageDays] = [180, 365]

/** Deletes rows of a table that match `when` (SQL), oldest first by column `key`. */
interface DeletionRule {
  readonly table: string
  readonly key: string
  readonly when: string
  /** The rows that the rule is about (SQL), if others of the same age stay: they must not fill a batch. */
  readonly among?: string
}

const logRule = (table: string, days: number, extraCondition = 'true'): DeletionRule => ({
  table,
  key: 'id',
  when: `create_time < now() - interval '${days} days' and ${extraCondition}`,
})

/** Tables that would grow without limit. The audit and its chain are never deleted. */
const deletionRules = (days: number): readonly DeletionRule[] => [
  logRule('log_api', days),
  logRule('log_error', days),
  logRule('log_usual', days, "log_id not in ('audit.anchored', 'audit.verified')"),
  { table: 'login', key: 'id', when: `at < now() - interval '${days} days'` },
  {
    table: 'session',
    key: 'id',
    when: `least(coalesce(ended_at, refresh_ends), refresh_ends) < now() - interval '${days} days'`,
  },
  logRule('sms_message', days),
  {
    table: 'message',
    key: 'id',
    among: `read_at is not null or done_at is not null or create_time < now() - interval '${unreadMessageDays} days'`,
    when: `create_time < now() - interval '${messageDays} days'`,
  },
  // a deleted message takes its rows along; these are of messages that nobody has read yet
  {
    table: 'outbox',
    key: 'id',
    among: "state in ('sent', 'skipped', 'unsent', 'failed')",
    when: `create_time < now() - interval '${messageDays} days'`,
  },
  { table: 'webhook_event', key: 'id', when: `at < now() - interval '30 days'` },
  // a write is repeated within a day at most
  { table: 'request_key', key: 'create_time', when: `create_time < now() - interval '2 days'` },
  { table: 'captcha', key: 'ends_at', when: 'ends_at < now()' },
  { table: 'spent_cipher', key: 'ends_at', when: 'ends_at < now()' },
  { table: 'sms_code', key: 'ends_at', when: 'ends_at < now()' },
  { table: 'allowance', key: 'ends_at', when: `ends_at < now() - interval '1 day'` },
  { table: 'login_failure', key: 'last_at', when: `last_at < now() - interval '1 day'` },
  { table: 'authorization_code', key: 'ends_at', when: `ends_at < now() - interval '1 day'` },
  { table: 'sign_on', key: 'ends_at', when: `ends_at < now() - interval '1 day'` },
  { table: 'identity', key: 'id', when: `user_id is null and pending_ends < now() - interval '1 day'` },
]

/** Deletes in batches. The key orders rows by age, so the loop ends with the first batch that is not deleted completely. */
const deleteBatches = async (db: Db, { table, key, when, among = 'true' }: DeletionRule): Promise<number> => {
  for (let deletedCount = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.raw(among)} order by ${sql.ref(key)} limit ${batchSize}))
        and ${sql.raw(when)}`.execute(db)
    deletedCount += Number(numAffectedRows)
    if (numAffectedRows < BigInt(batchSize)) return deletedCount
  }
}

/**
 * Deletes rows older than `log.keepDays` (at least 180 days, docs/decisions/0022) and expired rows. Only one server
 * does it at a time. Resolves to the number of deleted rows by table; null if another server is deleting them.
 */
export const deleteOldRows = async (db: Db): Promise<Readonly<Record<string, number>> | null> =>
  // the lock is one of a session: it is held between the batches, and ends with the connection
  inOwnSession(db, {}, async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}) as got`.execute(connection)
    if (!rows[0]?.got) return null
    const days = Number(await paramOf(connection, 'log.keepDays'))
    const deletedCounts: Record<string, number> = {}
    for (const rule of deletionRules(days)) {
      const count = await deleteBatches(connection, rule)
      if (count) deletedCounts[rule.table] = count
    }
    return deletedCounts
  })
