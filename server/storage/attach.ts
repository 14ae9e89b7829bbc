import { Fail, noSession, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import type { upload } from '#contract/storage/upload.ts'
import { sql } from '../base/database/sql.ts'
import type { Download } from '../base/http/send-file.ts'
import { type CallHandlers, type Ctx, type Handlers, hasPermission } from '../engine/context.ts'
import { pageOf, removeRows, updateRow } from '../engine/crud.ts'
import { rowFilter } from '../engine/scope.ts'
import { storeOf } from './file-storage.ts'
import { readUpload } from './incoming.ts'
import { isValidLinkKey, temporaryLink } from './link-key.ts'
import { saveUpload, toStorageFail } from './save-upload.ts'
import { attachments, avatars } from './upload-rules.ts'

declare module '../engine/context.ts' {
  interface App {
    /** Whether a row that the caller may see contains the attachment. Later areas hold such rows. */
    readonly isFileVisible: (ctx: Ctx, attachId: string) => Promise<boolean>
  }
}

/**
 * Proofs of registrations are for their owners and those who approve, signed lists of recommendation for who reads these, and neither for
 * everybody who manages files.
 */
const isSignedList = sql<boolean>`exists (select 1 from recommendation_list l where l.scan = attach.id or l.replaced_scans @> array[attach.id])`
const isManaged = sql<boolean>`(not exists (select 1 from registration_proof p where p.attach_id = attach.id) and not ${isSignedList})`

/** Whoever manages files neither renames nor removes what others rely on: to them it does not exist. */
const assertManaged = async ({ db }: Ctx, ids: readonly string[]): Promise<void> => {
  const row = await db
    .selectFrom('attach')
    .select('id')
    .where('id', 'in', ids.length ? ids : ['0'])
    .where(sql<boolean>`not ${isManaged}`)
    .executeTakeFirst()
  if (row) throw notFound()
}

const inlineTypes = ['application/pdf', 'image/png', 'image/jpeg']

const fileNotFound = () =>
  new Fail(['文件不存在或无权查看', 'The file does not exist or you have no permission to view it'], 404)

/**
 * The row of a file the caller may read: it is public, created by the caller, opened by a valid key, part of something the caller
 * may see or, with `attach_download`, among the files the caller may see. Null if there is none.
 */
const findReadable = async (ctx: Ctx, id: string, key?: string | null) => {
  const row = await ctx.db
    .selectFrom('attach')
    .selectAll()
    .select(sql<boolean>`(${rowFilter(ctx, attach)} and ${isManaged})`.as('isReachable'))
    .select(isSignedList.as('isSigned'))
    .where('id', '=', id)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const { isReachable, isSigned, ...file } = row
  // whoever uploaded a signed list may have left the office since
  const isCreator = !isSigned && file.createUser !== null && file.createUser === ctx.actor.id
  const hasKey = Boolean(key) && (file.link === addressOf(id, key as string) || isValidLinkKey(ctx.app, id, key))
  const isReadable =
    file.isPublic === 1 || isCreator || hasKey || (isReachable && hasPermission(ctx, 'attach_download'))
  return isReadable || (await ctx.app.isFileVisible(ctx, id)) ? file : null
}

const requireReadable = async (ctx: Ctx, id: string, key?: string | null) => {
  const row = await findReadable(ctx, id, key)
  if (!row) throw fileNotFound()
  return row
}

/** Whether the caller may read a file, and so may reference it in what they write. */
export const mayReadFile = async (ctx: Ctx, id: string, key?: string | null): Promise<boolean> =>
  (await findReadable(ctx, id, key)) !== null

const download = async (ctx: Ctx, id: string, key?: string | null): Promise<Download> => {
  const { name, storageId, ...row } = await requireReadable(ctx, id, key)
  const openStream = async () => (name ? (await storeOf(ctx.app, storageId)).read(name) : null)
  const stream = await openStream().catch((error: unknown) => {
    throw toStorageFail(ctx, error)
  })
  if (!stream) throw fileNotFound()
  const type = row.contentType ?? 'application/octet-stream'
  return {
    stream,
    name: row.originalName,
    type,
    inline: inlineTypes.includes(type),
    ...(row.attachSize === null ? {} : { size: row.attachSize }),
  }
}

type File = NonNullable<Awaited<ReturnType<typeof findReadable>>>
type LinkRow = Pick<File, 'id' | 'link' | 'isPublic'>

/** Adds a temporary key to the link, because BladeX and Saber clients open it in a window that sends no headers. */
const withKey = <R extends LinkRow>(ctx: Ctx, row: R): R =>
  row.isPublic === 1 ? row : { ...row, link: temporaryLink(ctx.app, row.id) }

/** What a visitor sees of a file of a published release: name, size and link. */
const forVisitor = ({ id, originalName, name, link, extension, attachSize, contentType, isPublic, createTime }: File) =>
  ({ id, originalName, name, link, extension, attachSize, contentType, isPublic, createTime }) as File

/**
 * Visitors see files of a published release only; others see each file they may read (docs/decisions/0048). Where it is stored is only
 * for those who manage files.
 */
const detail = async (ctx: Ctx, id: string): Promise<File> => {
  if (ctx.actor.id) {
    const file = withKey(ctx, await requireReadable(ctx, id))
    return hasPermission(ctx, 'attach_view') ? file : { ...file, storageId: null }
  }
  const file = (await ctx.app.isFileVisible(ctx, id)) ? await findReadable(ctx, id) : null
  if (!file) throw noSession()
  return forVisitor({ ...file, link: addressOf(id) })
}

export const attachHandlers: Handlers<'attach'> = {
  list: async (ctx, input) => {
    const page = await pageOf(ctx, attach, input, { conditions: [isManaged] })
    const canOpen = ({ createUser }: { createUser: string | null }) =>
      hasPermission(ctx, 'attach_download') || (createUser !== null && createUser === ctx.actor.id)
    return { ...page, records: page.records.map((row) => (canOpen(row) ? withKey(ctx, row) : row)) }
  },
  detail: (ctx, input) => detail(ctx, String(input.id)),
  submit: async (ctx, { id, originalName }) => {
    await assertManaged(ctx, [String(id)])
    return updateRow(ctx, attach, id, { originalName })
  },
  remove: async (ctx, { ids }) => {
    await assertManaged(ctx, split(ids))
    return removeRows(ctx, attach, split(ids))
  },
}

export const uploadCalls: CallHandlers<typeof upload> = {
  putFileAttach: async (ctx, input) => saveUpload(ctx, await readUpload(ctx, input), attachments, input),
  putFile: async (ctx, input) => saveUpload(ctx, await readUpload(ctx, input), avatars, { code: input.code }),
  download: (ctx, { id, key }) => download(ctx, String(id), key),
}
