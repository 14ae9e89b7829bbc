import { sql } from 'kysely'
import { snake } from '#contract/kit/text.ts'
import type { App } from '../engine/context.ts'
import { storeOf } from './stores.ts'

/** A column that may contain links of put-file: table and column, named as in the declarations. */
export type LinkColumn = readonly [table: string, column: string]

interface FileRow {
  readonly id: string
  readonly name: string
  readonly storageId: string | null
}

const cutoff = sql.raw(`now() - interval '1 day'`)
const batchSize = 200

/** Runs `act` for each row and continues after an error: a row that fails stays for the next cleanup. */
const forEach = async <T>(app: App, rows: readonly T[], act: (row: T) => Promise<unknown>) => {
  for (const row of rows)
    await act(row).catch((error: unknown) => app.log.warn({ err: error }, 'an unused file could not be deleted'))
}

/** Uploads that were interrupted when their server stopped. */
const deleteIncompleteUploads = async (app: App) => {
  const { rows } = await sql<Omit<FileRow, 'id'>>`
    select name, storage_id as "storageId" from arriving_file where since < ${cutoff} limit ${batchSize}`.execute(
    app.db,
  )
  await forEach(app, rows, async ({ name, storageId }) => {
    await (await storeOf(app, storageId)).clear(name)
    await app.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
  })
}

/** A picture is used where a text contains its stored name, the key of its link. Removed rows count, as they may be restored. */
const isUnreferenced = (columns: readonly LinkColumn[]) =>
  sql.join(
    columns.map(
      ([table, column]) => sql`not exists (
        select 1 from ${sql.table(snake(table))} t where position(a.name in t.${sql.ref(snake(column))}) > 0)`,
    ),
    sql` and `,
  )

/** Pictures of put-file that were uploaded but never saved in a row; the audit log records the deletion. */
const deleteUnusedPictures = async (app: App, columns: readonly LinkColumn[]) => {
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

/** Deletes the remains of uploads that are more than a day old: interrupted files, and pictures that no row uses. */
export const deleteUnusedFiles = async (app: App, columns: readonly LinkColumn[]): Promise<void> => {
  await deleteIncompleteUploads(app)
  await deleteUnusedPictures(app, columns)
}

const intervalMs = 6 * 3_600_000

/** Cleans up now and four times a day. The returned function stops this and resolves once a running cleanup has ended. */
export const startFileCleanup = (app: App, columns: readonly LinkColumn[]): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  const cleanUp = () => {
    running = deleteUnusedFiles(app, columns).catch((error: unknown) =>
      app.log.warn({ err: error }, 'unused files could not be deleted'),
    )
  }
  cleanUp()
  const timer = setInterval(cleanUp, intervalMs).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
