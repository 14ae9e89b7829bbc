import { sql } from 'kysely'
import { snake } from '#contract/kit/text.ts'
import type { App } from '../engine/context.ts'
import { storeOf } from './stores.ts'

/** A column that may hold links of put-file: table and column by their names in the declarations. */
export type LinkColumn = readonly [table: string, column: string]

interface FileRow {
  readonly id: string
  readonly name: string
  readonly storageId: string | null
}

const cutoff = sql.raw(`now() - interval '1 day'`)
const batchSize = 200

/** Does it for each and goes on: what cannot be reached today is swept another day. */
const forEach = async <T>(app: App, all: readonly T[], act: (one: T) => Promise<unknown>) => {
  for (const one of all)
    await act(one).catch((error: unknown) => app.log.warn({ err: error }, 'a file that nobody needs was not swept'))
}

/** Files that were on their way when their server ended. */
const sweepArriving = async (app: App) => {
  const { rows } = await sql<Omit<FileRow, 'id'>>`
    select name, storage_id as "storageId" from arriving_file where since < ${cutoff} limit ${batchSize}`.execute(
    app.db,
  )
  await forEach(app, rows, async ({ name, storageId }) => {
    await (await storeOf(app, storageId)).clear(name)
    await app.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
  })
}

/** A picture is shown where its stored name, the key of its link, stands in a text; removed rows count, they may come back. */
const isUnreferenced = (columns: readonly LinkColumn[]) =>
  sql.join(
    columns.map(
      ([table, column]) => sql`not exists (
        select 1 from ${sql.table(snake(table))} t where position(a.name in t.${sql.ref(snake(column))}) > 0)`,
    ),
    sql` and `,
  )

/** Pictures of put-file that were sent and then never saved in anything; the audit keeps that they were here. */
const sweepPictures = async (app: App, columns: readonly LinkColumn[]) => {
  const { rows } = await sql<FileRow>`
    select a.id, a.name, a.storage_id as "storageId" from attach a
    where a.link like '%&key=%' and a.create_time < ${cutoff} and a.is_deleted = 0 and ${isUnreferenced(columns)}
    order by a.id limit ${batchSize}`.execute(app.db)
  await forEach(app, rows, async ({ id, name, storageId }) => {
    await (await storeOf(app, storageId)).remove(name)
    await sql`with gone as (delete from attach where id = ${id} returning *)
      insert into audit (request_id, entity, row_id, verb, before)
      select 'sweep', 'attach', id, 'sweep', to_jsonb(gone) from gone`.execute(app.db)
  })
}

/** Takes away what was left of uploads for more than a day: cut-off files, and pictures that nothing shows. */
export const sweepFiles = async (app: App, columns: readonly LinkColumn[]): Promise<void> => {
  await sweepArriving(app)
  await sweepPictures(app, columns)
}

const intervalMs = 6 * 3_600_000

/** Sweeps now and four times a day until it is told to stop; resolves once it has. */
export const startSweeping = (app: App, columns: readonly LinkColumn[]): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  const sweep = () => {
    running = sweepFiles(app, columns).catch((error: unknown) => app.log.warn({ err: error }, 'nothing was swept'))
  }
  sweep()
  const timer = setInterval(sweep, intervalMs).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
