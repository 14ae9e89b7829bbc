import { Fail } from '#contract/kit/fail.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { newFileName, type StoredFile } from '../base/files.ts'
import { StoreFault } from '../base/object-files.ts'
import { Unreachable } from '../base/outgoing.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'
import { type Accepted, extensionOf, inspect } from './accepted.ts'
import type { Incoming } from './incoming.ts'
import { type Place, placeFor } from './stores.ts'

/** What a person is told when the place of files does not answer; the log has the reason. */
export const storeRefused = (ctx: Ctx, error: unknown): unknown => {
  if (!(error instanceof StoreFault || error instanceof Unreachable)) return error
  ctx.app.log.error({ err: error, requestId: ctx.request.id }, 'the storage of files did not answer')
  return new Fail(
    ['文件存储服务暂时无法使用，请稍后重试', 'The storage of files does not answer, please try again later'],
    503,
  )
}

const judged = async (incoming: Incoming, accepted: Accepted, stored: StoredFile | null) => {
  if (!stored) throw new Fail(accepted.tooLong, 413)
  if (stored.size === 0) throw new Fail(['文件是空的', 'The file is empty'])
  const seen = await inspect(incoming.name, stored.head)
  if ('text' in seen) throw new Fail(seen.text)
  return { stored, type: seen.type }
}

/** The row of a complete file; with it the file has arrived. */
const enter = (ctx: Ctx, place: Place, originalName: string, stored: StoredFile, type: string, keyed: boolean) =>
  tx(ctx, async (inside) => {
    const { name, size, sha256 } = stored
    const { id } = await insertRow(inside, attach, {
      ...{ originalName, name, extension: extensionOf(originalName), attachSize: size, contentType: type, sha256 },
      ...{ isPublic: 0, domainUrl: place.domain, storageId: place.storageId },
    })
    const link = keyed ? addressOf(id, name) : addressOf(id)
    await inside.db.updateTable('attach').set({ link }).where('id', '=', id).execute()
    await inside.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
    return { attachId: id, link, domain: place.domain, name, originalName, attachSize: size, sha256 }
  })

/** Takes back what is kept of a refused file; what cannot be reached now is swept later. */
const takeBack = async ({ app }: Ctx, { files }: Place, name: string) => {
  try {
    await files.remove(name)
    await app.db.deleteFrom('arrivingFile').where('name', '=', name).execute()
  } catch (error) {
    app.log.warn({ err: error, file: name }, 'a refused file could not be taken back; it will be swept')
  }
}

/**
 * Keeps an uploaded file where files go now, with its row; of one that is refused, or breaks off, nothing stays. Its name is
 * written down before its first byte goes there, so that a server that ends in between leaves a trace to sweep (storage/sweep.ts).
 */
export const keepUpload = (ctx: Ctx, incoming: Incoming, accepted: Accepted, code?: string | null) =>
  keptOrNot(ctx, incoming, accepted, code).catch((error: unknown) => {
    incoming.drop()
    throw storeRefused(ctx, error)
  })

const keptOrNot = async (ctx: Ctx, incoming: Incoming, accepted: Accepted, code?: string | null) => {
  if (!accepted.extensions.includes(extensionOf(incoming.name))) throw new Fail(accepted.wrongKind)
  const place = await placeFor(ctx, code)
  const name = newFileName()
  await ctx.db.insertInto('arrivingFile').values({ name, storageId: place.storageId }).execute()
  try {
    const { stored, type } = await judged(
      incoming,
      accepted,
      await place.files.put(name, incoming.stream, accepted.limit),
    )
    return await enter(ctx, place, incoming.name, stored, type, accepted.keyed)
  } catch (error) {
    await takeBack(ctx, place, name)
    throw error
  }
}
