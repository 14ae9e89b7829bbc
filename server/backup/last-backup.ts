import { join } from 'node:path'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

export interface LastBackup {
  /** The file with its directory. */
  readonly path: string
  readonly hours: number
  readonly seconds: number
  readonly bytes: number
  readonly missingFiles: number
  /** What was compared in the restored copy; null: it was not proved, for the reason in `doubt`. */
  readonly proof: { readonly rows: number; readonly files: number; readonly entries: number } | null
  readonly doubt: Text | null
  /** Whether the bucket has a copy; null: there is no bucket. */
  readonly isCopied: boolean | null
}

interface Row extends Omit<LastBackup, 'path' | 'proof' | 'doubt'> {
  readonly name: string
  readonly directory: string
  readonly provedRows: number | null
  readonly provedFiles: number | null
  readonly provedEntries: number | null
  readonly doubt: string | null
  readonly doubtEn: string | null
}

/** The last backup that was made, proved or not; null if there is none. */
export const readLastBackup = async (db: Db): Promise<LastBackup | null> => {
  const [row] = await run<Row>(
    db,
    sql`select name, directory, floor(extract(epoch from now() - ended_at) / 3600)::int as hours,
        ceil(extract(epoch from ended_at - started_at))::int as seconds, bytes::float, missing_files as "missingFiles",
        proved_rows::float as "provedRows", proved_files as "provedFiles", proved_entries::float as "provedEntries",
        doubt, doubt_en as "doubtEn", is_copied as "isCopied"
      from backup order by ended_at desc limit 1`,
  )
  if (!row) return null
  const { name, directory, provedRows, provedFiles, provedEntries, doubt, doubtEn, ...rest } = row
  const isProved = provedRows !== null
  return {
    ...rest,
    path: join(directory, name),
    proof: isProved ? { rows: provedRows, files: provedFiles ?? 0, entries: provedEntries ?? 0 } : null,
    doubt: doubt === null ? null : [doubt, doubtEn ?? doubt],
  }
}
