import { Fail } from '#contract/kit/fail.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { newFileName, type StoredFile } from '../base/files/file-store.ts'
import { StoreFault } from '../base/files/object-store.ts'
import { Unreachable } from '../base/http/outgoing.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import type { Incoming } from './incoming.ts'
import { type Place, placeFor } from './stores.ts'
import { extensionOf, inspect, type UploadRules } from './upload-rules.ts'

/** Converts a storage error to a 503 and logs the reason; returns any other error unchanged. */
export const toStorageFail = (ctx: Ctx, error: unknown): unknown => {
  if (!(error instanceof StoreFault || error instanceof Unreachable)) return error
  ctx.app.log.error({ err: error, requestId: ctx.request.id }, 'the file storage did not answer')
  return new Fail(
    ['文件存储服务暂时无法使用，请稍后重试', 'The file storage is unavailable; please try again later'],
    503,
  )
}

const validateStoredFile = async (incoming: Incoming, rules: UploadRules, stored: StoredFile | null) => {
  if (!stored) throw new Fail(rules.tooLong, 413)
  if (stored.size === 0) throw new Fail(['文件内容为空', 'The file is empty'])
  const inspection = await inspect(incoming.name, stored.head)
  if ('text' in inspection) throw new Fail(inspection.text)
  return { stored, type: inspection.type }
}

/** Inserts the row of a complete file and deletes its entry in `arriving_file`. */
const insertAttachRow = (
  ctx: Ctx,
  place: Place,
  originalName: string,
  stored: StoredFile,
  type: string,
  keyed: boolean,
) =>
  tx(ctx, async (inside) => {
    const { name, size, sha256 } = stored
    const { id } = await insertRow(inside, attach, {
      originalName,
      name,
      extension: extensionOf(originalName),
      attachSize: size,
      contentType: type,
      sha256,
      isPublic: 0,
      domainUrl: place.domain,
      storageId: place.storageId,
    })
    const link = keyed ? addressOf(id, name) : addressOf(id)
    await inside.db.updateTable('attach').set({ link }).where('id', '=', id).execute()
    await inside.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
    return { attachId: id, link, domain: place.domain, name, originalName, attachSize: size, sha256 }
  })

/** Deletes a rejected file; if that fails, the cleanup deletes it later. */
const discardFile = async ({ app }: Ctx, { files }: Place, name: string) => {
  try {
    await files.remove(name)
    await app.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
  } catch (error) {
    app.log.warn({ err: error, file: name }, 'a rejected file could not be deleted; the cleanup will delete it')
  }
}

/**
 * Stores an uploaded file in the current storage and inserts its row; a rejected or interrupted upload leaves nothing. The name
 * is recorded before the first byte is written, so that after a crash the remains are deleted (storage/delete-unused-files.ts).
 */
export const saveUpload = (ctx: Ctx, incoming: Incoming, rules: UploadRules, code?: string | null) =>
  saveOrDiscard(ctx, incoming, rules, code).catch((error: unknown) => {
    incoming.drop()
    throw toStorageFail(ctx, error)
  })

const saveOrDiscard = async (ctx: Ctx, incoming: Incoming, rules: UploadRules, code?: string | null) => {
  if (!rules.extensions.includes(extensionOf(incoming.name))) throw new Fail(rules.wrongKind)
  const place = await placeFor(ctx, code)
  const name = newFileName()
  await ctx.db.insertInto('arrivingFile').values({ name, storageId: place.storageId }).execute()
  try {
    const { stored, type } = await validateStoredFile(
      incoming,
      rules,
      await place.files.put(name, incoming.stream, rules.limit),
    )
    return await insertAttachRow(ctx, place, incoming.name, stored, type, rules.keyed)
  } catch (error) {
    await discardFile(ctx, place, name)
    throw error
  }
}
