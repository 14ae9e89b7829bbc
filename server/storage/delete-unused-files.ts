import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App } from '../engine/context.ts'
import { storeOf } from './file-storage.ts'
import { findUnusedAttachments, isUnusedLongEnough } from './unused-attachments.ts'
import { usedFiles } from './used-files.ts'

interface FileRow {
  readonly id: string
  readonly name: string
  readonly storageId: string | null
}

const cutoff = sql.raw(`now() - interval '1 day'`)
const batchSize = 200

/** Runs `act` for each row and continues after an error: a row that fails stays for the next cleanup. Resolves to how many did not. */
const forEach = async <T>(app: App, rows: readonly T[], act: (row: T) => Promise<unknown>): Promise<number> => {
  let count = 0
  for (const row of rows)
    await act(row).then(
      () => count++,
      (error: unknown) => app.log.warn({ err: error }, 'an unused file could not be deleted'),
    )
  return count
}

/** Uploads that were interrupted when their server stopped. */
const deleteIncompleteUploads = async (app: App) => {
  const { rows } = await sql<Omit<FileRow, 'id'>>`
    select name, storage_id as "storageId" from arriving_file where since < ${cutoff} limit ${batchSize}`.execute(
    app.db,
  )
  return forEach(app, rows, async ({ name, storageId }) => {
    await (await storeOf(app, storageId)).clear(name)
    await app.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
  })
}

/** Deletes files and their rows; the audit log records it. */
const deleteFiles = (app: App, rows: readonly FileRow[]) =>
  forEach(app, rows, async ({ id, name, storageId }) => {
    await (await storeOf(app, storageId)).remove(name)
    await sql`with gone as (delete from attach where id = ${id} returning *)
      insert into audit (request_id, entity, row_id, verb, before)
      select 'sweep', 'attach', id, 'sweep', to_jsonb(gone) from gone`.execute(app.db)
  })

const attachments = (app: App, condition: Fragment) =>
  run<FileRow>(
    app.db,
    sql`select a.id::text, a.name, a.storage_id::text as "storageId" from attach a
      where a.is_deleted = 0 and a.name is not null and ${condition} order by a.id`,
  )

/** Pictures of put-file that were uploaded but never saved in a row. */
const deleteUnusedPictures = async (app: App) => {
  const pictures = await attachments(app, sql`a.link like '%&key=%' and a.create_time < ${cutoff}`)
  const used = await usedFiles(
    app.db,
    app.entities,
    pictures.map(({ id }) => id),
  )
  return deleteFiles(app, pictures.filter(({ id }) => !used.has(id)).slice(0, batchSize))
}

/** Files of forms that nothing has used for seven days, after their owners were told. */
const deleteUnusedAttachments = async (app: App) => {
  await findUnusedAttachments(app)
  return deleteFiles(app, (await attachments(app, isUnusedLongEnough)).slice(0, batchSize))
}

/** Deletes interrupted uploads and unused pictures that are more than a day old, and attachments that nothing uses; resolves to their number. */
export const deleteUnusedFiles = async (app: App): Promise<number> => {
  const counts = [
    await deleteIncompleteUploads(app),
    await deleteUnusedPictures(app),
    await deleteUnusedAttachments(app),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}
