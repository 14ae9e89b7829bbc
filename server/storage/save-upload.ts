import { Fail } from '#contract/kit/fail.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { extensionOf, formatFault } from '#contract/storage/file-formats.ts'
import { newFileName, type StoredFile } from '../base/files/file-store.ts'
import { StoreFault } from '../base/files/object-store.ts'
import { Unreachable } from '../base/http/outgoing.ts'
import { type Ctx, hasPermission, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import { type UploadTarget, uploadTargetFor } from './file-storage.ts'
import type { Incoming } from './incoming.ts'
import { temporaryLink } from './link-key.ts'
import { inspect, type UploadRules } from './upload-rules.ts'
import { checkUploadShare } from './upload-share.ts'

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
  const inspection = await inspect(incoming.name, stored)
  if ('text' in inspection) throw new Fail(inspection.text)
  return { stored, type: inspection.type }
}

/** Who asks for an upload: the storage to use and whether the file is to be kept although no row uses it. */
export interface UploadWishes {
  readonly code?: string | null
  readonly isKept?: number | null
  /** Runs in the transaction of the row: if it throws, the file is discarded. */
  readonly belongsTo?: (ctx: Ctx, attachId: string) => Promise<void>
}

/** Only the screen of attachments keeps files that no row uses; callers who have it and say nothing use it, as the family does. */
const staysUnused = (ctx: Ctx, { isKept }: UploadWishes) => isKept !== 0 && hasPermission(ctx, 'attach_upload')

/** Inserts the row of a complete file and deletes its entry in `arriving_file`. */
const insertAttachRow = (
  ctx: Ctx,
  target: UploadTarget,
  originalName: string,
  { stored, type }: { readonly stored: StoredFile; readonly type: string },
  { keyed }: UploadRules,
  wishes: UploadWishes,
) =>
  tx(ctx, async (inside) => {
    const { name, size, sha256 } = stored
    await checkUploadShare(inside, size)
    const { id } = await insertRow(inside, attach, {
      originalName,
      name,
      extension: extensionOf(originalName),
      attachSize: size,
      contentType: type,
      sha256,
      isPublic: 0,
      isKept: staysUnused(ctx, wishes) ? 1 : 0,
      domainUrl: target.domain,
      storageId: target.storageId,
    })
    const link = keyed ? addressOf(id, name) : addressOf(id)
    await inside.db.updateTable('attach').set({ link }).where('id', '=', id).execute()
    await inside.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
    await wishes.belongsTo?.(inside, id)
    // the stored address has no key: whoever may read the file gets one for half an hour, as in lists
    return {
      attachId: id,
      link: keyed ? link : temporaryLink(inside.app, id),
      domain: target.domain,
      name,
      originalName,
      attachSize: size,
      sha256,
    }
  })

/** Deletes a rejected file; if that fails, the cleanup deletes it later. */
const discardFile = async ({ app }: Ctx, { files }: UploadTarget, name: string) => {
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
export const saveUpload = (ctx: Ctx, incoming: Incoming, rules: UploadRules, wishes: UploadWishes) =>
  saveOrDiscard(ctx, incoming, rules, wishes).catch((error: unknown) => {
    incoming.drop()
    throw toStorageFail(ctx, error)
  })

const saveOrDiscard = async (ctx: Ctx, incoming: Incoming, rules: UploadRules, wishes: UploadWishes) => {
  const fault = formatFault(rules, incoming.name)
  if (fault) throw new Fail(fault)
  await checkUploadShare(ctx)
  const target = await uploadTargetFor(ctx, wishes.code)
  const name = newFileName()
  await ctx.db.insertInto('arrivingFile').values({ name, storageId: target.storageId }).execute()
  try {
    const file = await validateStoredFile(incoming, rules, await target.files.put(name, incoming.stream, rules.limit))
    return await insertAttachRow(ctx, target, incoming.name, file, rules, wishes)
  } catch (error) {
    await discardFile(ctx, target, name)
    throw error
  }
}
