import { Fail } from '#contract/kit/fail.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import type { upload } from '#contract/storage/upload.ts'
import type { Download } from '../base/download.ts'
import { type CallHandlers, type Ctx, type Handlers, may } from '../engine/context.ts'
import { change } from '../engine/crud.ts'
import { reachable } from '../engine/scope.ts'
import { attachments, avatars } from './accepted.ts'
import { readUpload } from './incoming.ts'
import { keepUpload, storeRefused } from './keeping.ts'
import { storeOf } from './stores.ts'

const shown = ['application/pdf', 'image/png', 'image/jpeg']

const noFile = () => new Fail(['文件不存在或无权查看', 'The file does not exist or is not open to you'], 404)

/**
 * The row of a file the caller may read: a public one, his own, one he holds the key of, one in something he may see, or, for who
 * may download, one among those he reaches. Null if there is none.
 */
const readable = async (ctx: Ctx, id: string, key?: string | null) => {
  const row = await ctx.db
    .selectFrom('attach')
    .selectAll()
    .select(reachable(ctx, attach).as('reached'))
    .where('id', '=', id)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const { reached, ...file } = row
  const own = file.createUser !== null && file.createUser === ctx.actor.id
  const held = Boolean(key) && file.link === addressOf(id, key as string)
  const open = file.isPublic === 1 || own || held || (reached && may(ctx, 'attach_download'))
  return open || (await ctx.app.isFileShown(ctx, id)) ? file : null
}

const found = async (ctx: Ctx, id: string, key?: string | null) => {
  const row = await readable(ctx, id, key)
  if (!row) throw noFile()
  return row
}

/** Whether the caller may read a file, and so may show it in what he writes (security rule 16). */
export const mayReadFile = async (ctx: Ctx, id: string, key?: string | null): Promise<boolean> =>
  (await readable(ctx, id, key)) !== null

const download = async (ctx: Ctx, id: string, key?: string | null): Promise<Download> => {
  const { name, storageId, ...row } = await found(ctx, id, key)
  const reading = async () => (name ? (await storeOf(ctx.app, storageId)).read(name) : null)
  const stream = await reading().catch((error: unknown) => {
    throw storeRefused(ctx, error)
  })
  if (!stream) throw noFile()
  const type = row.contentType ?? 'application/octet-stream'
  return {
    ...{ stream, name: row.originalName, type, inline: shown.includes(type) },
    ...(row.attachSize === null ? {} : { size: row.attachSize }),
  }
}

export const attachHandlers: Handlers<'attach'> = {
  detail: (ctx, input) => found(ctx, String(input.id)),
  submit: (ctx, { id, originalName }) => change(ctx, attach, id, { originalName }),
}

export const uploadCalls: CallHandlers<typeof upload> = {
  putFileAttach: async (ctx, input) => keepUpload(ctx, await readUpload(ctx, input), attachments, input.code),
  putFile: async (ctx, input) => keepUpload(ctx, await readUpload(ctx, input), avatars, input.code),
  download: (ctx, { id, key }) => download(ctx, String(id), key),
}
