import { runStatus } from '#contract/job/run-status.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'

/** The rows of an act that runs in the background: a fixed list with versions, and what became of each (docs/decisions/0155). */

export interface ActRow {
  readonly position: number
  readonly id: string
  readonly version: number | null
}

/** Stores the rows of an act in the transaction that adds its job. */
export const storeRows = (db: Db, jobId: string, rows: readonly Omit<ActRow, 'position'>[]) =>
  run(
    db,
    sql`insert into job_row (job_id, position, row_id, version)
      select ${jobId}::bigint, r.position, r.id, r.version
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ version }) => version)}::integer[])
        with ordinality as r (id, version, position)`,
  )

/** The next rows that wait, in their order. */
export const waitingRows = (db: Db, jobId: string, limit: number): Promise<ActRow[]> =>
  run<ActRow>(
    db,
    sql`select position, row_id::text as id, version from job_row where job_id = ${jobId} and is_done is null
      order by position limit ${limit}`,
  )

/** Ids of rows whose title is not stored yet. */
export const untitledRows = async (db: Db, jobId: string): Promise<string[]> =>
  (
    await run<{ id: string }>(db, sql`select row_id::text as id from job_row where job_id = ${jobId} and title is null`)
  ).map(({ id }) => id)

export const storeTitles = (db: Db, jobId: string, titles: ReadonlyMap<string, string>) =>
  run(
    db,
    sql`update job_row r set title = t.title from unnest(${[...titles.keys()]}::bigint[], ${[...titles.values()]}::text[]) as t (id, title)
      where r.job_id = ${jobId} and r.row_id = t.id`,
  )

/**
 * Stores what became of a row, in the transaction that handles it if it is done; false if that was stored before, so that nobody
 * handles it twice, or if the act was stopped. Another process that handles the same row waits here.
 */
export const settleRow = async (db: Db, jobId: string, { position }: ActRow, reason: Text | null): Promise<boolean> => {
  const rows = await run(
    db,
    sql`update job_row set is_done = ${reason === null}, reason = ${reason?.[0] ?? null}, reason_en = ${reason?.[1] ?? null}
      where job_id = ${jobId} and position = ${position} and is_done is null
        and exists (select 1 from job_run r where r.id = ${jobId} and r.status = ${sql.lit(runStatus.running)}) returning 1`,
  )
  return rows.length > 0
}
