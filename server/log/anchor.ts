import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Log } from '../base/process/log.ts'
import { algorithm } from './chain.ts'
import { addLines } from './lines.ts'
import { eventLine } from './log-usual.ts'
import type { ServerInfo } from './server-info.ts'

/** A hash of the audit chain, stored outside it: in the event log, and in the process log, which other systems collect. */
export interface Anchor {
  readonly no: number
  readonly hash: string
}

const anchorEvents = ['audit.anchored', 'audit.verified'] as const

/** All anchors in the event log, oldest first. */
export const readAnchors = async (db: Db): Promise<Anchor[]> => {
  const rows = await db
    .selectFrom('logUsual')
    .select('logData')
    .where('logId', 'in', anchorEvents)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ logData }) => {
    const { no, hash } = JSON.parse(logData ?? '{}') as Partial<Anchor>
    return no && hash ? [{ no, hash }] : []
  })
}

/** Saves an anchor at once, without buffering. */
export const saveAnchor = async (
  db: Db,
  log: Log,
  serverInfo: ServerInfo,
  name: (typeof anchorEvents)[number],
  { no, hash, day }: Anchor & { readonly day?: string },
): Promise<void> => {
  const data = { ...(day ? { day } : {}), no, hash, algorithm }
  await addLines(db, 'log_usual', [eventLine(name, data, serverInfo, 'audit')])
  log.info({ event: name, ...data }, 'audit chain')
}

/** Saves the last hash of each past day that has no anchor yet. Safe to repeat. */
export const saveDailyAnchors = async (db: Db, log: Log, serverInfo: ServerInfo): Promise<void> => {
  const { rows } = await sql<{ day: string; no: string; hash: string }>`
    select distinct on (s.sealed_at::date) to_char(s.sealed_at, 'YYYY-MM-DD') as day, s.no::text, encode(s.hash, 'hex') as hash
    from audit_seal s
    where s.sealed_at < current_date
      and s.no > coalesce((select max((log_data::jsonb ->> 'no')::bigint) from log_usual where log_id = 'audit.anchored'), 0)
    order by s.sealed_at::date, s.no desc`.execute(db)
  for (const { day, no, hash } of rows)
    await saveAnchor(db, log, serverInfo, 'audit.anchored', { day, no: Number(no), hash })
}
