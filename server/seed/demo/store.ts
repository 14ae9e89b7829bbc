import { Readable } from 'node:stream'
import { addressOf } from '#contract/storage/download.ts'
import { newFileName } from '../../base/files/file-store.ts'
import type { App } from '../../engine/context.ts'

const types: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png' }

/** Stores a file and inserts its attachment row; `linkOf` returns its address. */
const storeAttachment = async (
  app: App,
  originalName: string,
  body: Buffer,
  linkOf: (id: string, name: string) => string,
): Promise<{ id: string; link: string }> => {
  const stored = await app.files.put(newFileName(), Readable.from([body]), body.length)
  if (!stored) throw new Error(`${originalName} was not stored`)
  const extension = originalName.split('.').at(-1) ?? ''
  const { id } = await app.db
    .insertInto('attach')
    .values({
      originalName,
      name: stored.name,
      extension,
      attachSize: stored.size,
      sha256: stored.sha256,
      contentType: types[extension] ?? 'application/octet-stream',
      domainUrl: '',
      isPublic: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = linkOf(id, stored.name)
  await app.db.updateTable('attach').set({ link }).where('id', '=', id).execute()
  return { id, link }
}

/** Stores a demonstration file with its attachment row; resolves to the id of the attachment. */
export const storeFile = async (app: App, originalName: string, body: Buffer): Promise<string> =>
  (await storeAttachment(app, originalName, body, (id) => addressOf(id))).id

/** Stores a picture for a text; resolves to its address, escaped as in cleaned HTML. */
export const storePicture = async (app: App, originalName: string, body: Buffer): Promise<string> =>
  (await storeAttachment(app, originalName, body, addressOf)).link.replaceAll('&', '&amp;')
