import type { FailDetail } from '#contract/kit/fail.ts'
import { languageHeader } from '#contract/language-header.ts'
import type { Log } from '../process/log.ts'
import { type Db, run } from './db.ts'
import { sql } from './sql.ts'

export interface ActiveSession {
  readonly sessionId: string | null
  /** The stored time of its last request is more than a minute old. */
  readonly isIdle: boolean
}

/** Stores the time of the last request of idle sessions, without delaying the request; skips those that another one is changing. */
export const recordActivity = (db: Db, log: Log, sessions: readonly ActiveSession[]): void => {
  const ids = sessions.flatMap(({ sessionId, isIdle }) => (isIdle && sessionId ? [sessionId] : []))
  if (ids.length === 0) return
  sql`update session set active_at = now() where id in (select id from session
    where id = any(${ids}::bigint[]) and active_at < now() - interval '1 minute' for update skip locked)`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'the time of a request was not stored'))
}

/**
 * For our own pages, which name their language: why an administrator ended the session with this access or refresh token. Clients of
 * the family get the error alone.
 */
export const logoutReasonFor = async (db: Db, headers: object, tokenHash: Buffer): Promise<FailDetail> => {
  if (!(languageHeader in headers)) return {}
  const [data] = await run<{ logoutReason: string }>(
    db,
    sql`select logout_reason as "logoutReason" from session
      where (access_hash = ${tokenHash} or refresh_hash = ${tokenHash}) and logout_reason is not null`,
  )
  return data ? { data } : {}
}
