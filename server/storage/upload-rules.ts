import { fileTypeFromBuffer } from 'file-type'
import { fill, type Text } from '#contract/kit/text.ts'
import { avatarRules, uploadLimits } from '#contract/storage/upload.ts'

/** Allowed extensions, each with the content types that its bytes may have; null for plain text. */
const allowed: Readonly<Record<string, readonly (string | null)[]>> = {
  pdf: ['application/pdf'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  mp4: ['video/mp4'],
  zip: ['application/zip'],
  txt: [null],
  csv: [null],
  doc: ['application/x-cfb'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
}
/** The standard test file of virus scanners. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

export const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

const wrongKind = (extensions: readonly string[]): Text =>
  fill(
    ['不支持的文件类型，请上传 {0} 文件', 'This file type is not supported; please upload {0}'],
    extensions.join('、'),
  )

const tooLong = (limit: number): Text =>
  fill(
    ['文件超过 {0}，请压缩或拆分后上传', 'The file is larger than {0}; please compress or split it'],
    `${limit / 1024 / 1024} MB`,
  )

/** What an upload endpoint accepts, and the errors for anything else. */
export interface UploadRules {
  readonly extensions: readonly string[]
  /** Bytes. */
  readonly limit: number
  readonly wrongKind: Text
  readonly tooLong: Text
  /** The link contains a key: anyone who has the link may read the file. */
  readonly keyed: boolean
}

export const attachments: UploadRules = {
  extensions: Object.keys(allowed),
  limit: uploadLimits.attachment,
  keyed: false,
  wrongKind: wrongKind(Object.keys(allowed)),
  tooLong: tooLong(uploadLimits.attachment),
}
export const avatars: UploadRules = {
  ...avatarRules,
  limit: uploadLimits.avatar,
  keyed: true,
}

/** Compares the content with the extension: resolves to the content type, or to the text of an error. */
export const inspect = async (name: string, head: Buffer): Promise<{ text: Text } | { type: string }> => {
  const extension = extensionOf(name)
  if (head.includes(eicar))
    return { text: ['文件未通过安全检查，请更换', 'The file did not pass the security check; please choose another'] }
  const detectedType = (await fileTypeFromBuffer(head))?.mime ?? null
  const expected = allowed[extension] ?? []
  const isText = detectedType === null && !head.includes(0)
  if (!expected.includes(detectedType) || (detectedType === null && !isText))
    return {
      text: fill(
        ['文件内容与扩展名 .{0} 不符，请检查文件', "The file's content doesn't match its .{0} extension"],
        extension,
      ),
    }
  if (extension === 'pdf' && head.includes('/Encrypt'))
    return {
      text: [
        '文件设有密码，请去除密码后上传',
        'The file is protected by a password; please remove the password before uploading',
      ],
    }
  return { type: detectedType ?? 'text/plain; charset=utf-8' }
}
