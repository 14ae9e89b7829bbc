import { Readable } from 'node:stream'
import { newFileName } from '../../base/files.ts'
import type { App } from '../../engine/context.ts'

const types: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png' }

/** Puts a file of the demonstration into the store with its attachment row; resolves to the attachment's id. */
export const keepFile = async (app: App, originalName: string, body: Buffer): Promise<string> => {
  const stored = await app.files.put(newFileName(), Readable.from([body]), body.length)
  if (!stored) throw new Error(`${originalName} was not stored`)
  const extension = originalName.split('.').at(-1) ?? ''
  const { id } = await app.db
    .insertInto('attach')
    .values({
      ...{ originalName, name: stored.name, extension, attachSize: stored.size, sha256: stored.sha256 },
      ...{ contentType: types[extension] ?? 'application/octet-stream', domainUrl: '', isPublic: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('attach')
    .set({ link: `/api/caict-resource/attach/download?id=${id}` })
    .where('id', '=', id)
    .execute()
  return id
}
