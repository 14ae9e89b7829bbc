import { fileTypeFromBuffer } from 'file-type'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { avatarRules, type upload, uploadLimits } from '#contract/storage/upload.ts'
import type { Download } from '../base/download.ts'
import type { StoredFile } from '../base/files.ts'
import { type CallHandlers, type Ctx, type Handlers, may } from '../engine/context.ts'
import { insert } from '../engine/crud.ts'
import { type Incoming, readUpload } from './incoming.ts'

/** What may be uploaded: extension → content types its bytes may show; null where the bytes are plain text. */
const allowed: Readonly<Record<string, readonly (string | null)[]>> = {
  ...{ pdf: ['application/pdf'], png: ['image/png'], jpg: ['image/jpeg'], jpeg: ['image/jpeg'], gif: ['image/gif'] },
  ...{ webp: ['image/webp'], mp4: ['video/mp4'], zip: ['application/zip'], txt: [null], csv: [null] },
  ...{ doc: ['application/x-cfb'], xls: ['application/x-cfb'], ppt: ['application/x-cfb'] },
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
}
const shown = ['application/pdf', 'image/png', 'image/jpeg']
/** The standard test file of virus scanners. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

const wrongKind = (extensions: readonly string[]): Text =>
  fill(
    ['不支持的文件类型，请上传 {0} 文件', 'This kind of file is not accepted; please upload {0}'],
    extensions.join('、'),
  )

const tooLong = (limit: number): Text =>
  fill(['文件超过 {0}，请压缩或拆分后上传', 'The file is larger than {0}'], `${limit / 1024 / 1024} MB`)

/** What one address of uploads takes, and how it refuses the rest. */
interface Accepted {
  readonly extensions: readonly string[]
  /** Bytes. */
  readonly limit: number
  readonly wrongKind: Text
  readonly tooLong: Text
  /** The link holds a key: whoever is given it may read the file. */
  readonly keyed: boolean
}

const attachments: Accepted = {
  ...{ extensions: Object.keys(allowed), limit: uploadLimits.attachment, keyed: false },
  ...{ wrongKind: wrongKind(Object.keys(allowed)), tooLong: tooLong(uploadLimits.attachment) },
}
const avatars: Accepted = {
  ...avatarRules,
  ...{ limit: uploadLimits.avatar, keyed: true },
}

/** What the bytes are, against what the name says. */
const inspect = async (name: string, head: Buffer): Promise<{ text: Text } | { type: string }> => {
  const extension = extensionOf(name)
  if (head.includes(eicar)) return { text: ['文件未通过安全检查，请更换', 'The file did not pass the security check'] }
  const found = (await fileTypeFromBuffer(head))?.mime ?? null
  const expected = allowed[extension] ?? []
  const isText = found === null && !head.includes(0)
  if (!expected.includes(found) || (found === null && !isText))
    return {
      text: fill(
        ['文件内容与扩展名 .{0} 不符，请检查文件', 'The content of the file is not what .{0} says'],
        extension,
      ),
    }
  if (extension === 'pdf' && head.includes('/Encrypt'))
    return { text: ['文件设有密码，请去除密码后上传', 'The file is protected by a password'] }
  return { type: found ?? 'text/plain; charset=utf-8' }
}

const store = async (ctx: Ctx, incoming: Incoming, accepted: Accepted) => {
  if (!accepted.extensions.includes(extensionOf(incoming.name))) throw new Fail(accepted.wrongKind)
  const stored: StoredFile | null = await ctx.app.files.put(incoming.stream, accepted.limit)
  if (!stored) throw new Fail(accepted.tooLong, 413)
  try {
    if (stored.size === 0) throw new Fail(['文件是空的', 'The file is empty'])
    const seen = await inspect(incoming.name, stored.head)
    if ('text' in seen) throw new Fail(seen.text)
    return await keep(ctx, incoming.name, stored, seen.type, accepted.keyed)
  } catch (error) {
    await ctx.app.files.remove(stored.name)
    throw error
  }
}

const keep = async (ctx: Ctx, originalName: string, stored: StoredFile, contentType: string, keyed: boolean) => {
  const { id } = await insert(ctx, attach, {
    ...{ originalName, name: stored.name, extension: extensionOf(originalName), attachSize: stored.size },
    ...{ contentType, sha256: stored.sha256, isPublic: 0, domainUrl: '' },
  })
  const link = keyed ? addressOf(id, stored.name) : addressOf(id)
  await ctx.db.updateTable('attach').set({ link }).where('id', '=', id).execute()
  return {
    attachId: id,
    link,
    domain: '',
    name: stored.name,
    originalName,
    attachSize: stored.size,
    sha256: stored.sha256,
  }
}

const noFile = () => new Fail(['文件不存在或无权查看', 'The file does not exist or is not open to you'], 404)

/** The row of a file the caller may read: a public one, his own, one he holds the key of, or one in something he may see. */
const readable = async (ctx: Ctx, id: string, key?: string | null) => {
  const row = await ctx.db
    .selectFrom('attach')
    .selectAll()
    .where('id', '=', id)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  const own = row?.createUser !== null && row?.createUser === ctx.actor.id
  const held = Boolean(key) && row?.link === addressOf(id, key as string)
  const open =
    row && (row.isPublic === 1 || own || held || may(ctx, 'attach_download') || (await ctx.app.mayReadFile(ctx, id)))
  if (!row || !open) throw noFile()
  return row
}

const download = async (ctx: Ctx, id: string, key?: string | null): Promise<Download> => {
  const row = await readable(ctx, id, key)
  const stream = row.name ? await ctx.app.files.read(row.name) : null
  if (!stream) throw noFile()
  const type = row.contentType ?? 'application/octet-stream'
  return {
    ...{ stream, name: row.originalName, type, inline: shown.includes(type) },
    ...(row.attachSize === null ? {} : { size: row.attachSize }),
  }
}

export const attachHandlers: Handlers<'attach'> = {
  detail: (ctx, input) => readable(ctx, String(input.id)),
}

export const uploadCalls: CallHandlers<typeof upload> = {
  putFileAttach: async (ctx, input) => store(ctx, await readUpload(ctx, input), attachments),
  putFile: async (ctx, input) => store(ctx, await readUpload(ctx, input), avatars),
  download: (ctx, { id, key }) => download(ctx, String(id), key),
}
