import { fill, listText, type Text } from '../kit/text.ts'

/** Formats of attachments by purpose. OFD is the national format of documents (GB/T 33190); wps, et and dps are those of WPS Office. */
const attachmentGroups = [
  [
    ['PDF、OFD', 'PDF, OFD'],
    ['pdf', 'ofd'],
  ],
  [
    ['图片', 'pictures'],
    ['png', 'jpg', 'jpeg', 'gif', 'webp'],
  ],
  [
    ['文档', 'documents'],
    ['doc', 'docx', 'wps', 'txt'],
  ],
  [
    ['表格', 'spreadsheets'],
    ['xls', 'xlsx', 'et', 'csv'],
  ],
  [
    ['演示', 'presentations'],
    ['ppt', 'pptx', 'dps'],
  ],
  [
    ['压缩包', 'archives'],
    ['zip', 'rar'],
  ],
  [['视频（mp4）', 'videos (mp4)'], ['mp4']],
] as const

export type AttachmentExtension = (typeof attachmentGroups)[number][1][number]

/** Which files an upload accepts, and the text for any other. */
export interface FormatRules {
  readonly extensions: readonly string[]
  readonly wrongKind: Text
}

const attachmentExtensions: readonly AttachmentExtension[] = attachmentGroups.flatMap(([, extensions]) => extensions)

export const attachmentFormats = {
  extensions: attachmentExtensions,
  /** The formats in a few words. */
  summary: listText(attachmentGroups.map(([label]) => label)),
  wrongKind: fill(
    ['不支持的文件类型，请上传 {0} 文件', 'This file type is not supported; please upload {0}'],
    attachmentExtensions.join('、'),
  ),
} as const

/** Pictures that a browser draws again before it uploads them, so that they become jpg. */
export const drawnPictures: readonly string[] = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif']

/** Pictures of phones that neither browsers nor this server can convert. */
const heicExtensions: readonly string[] = ['heic', 'heif']
export const heicText: Text = [
  '不支持 HEIC 照片，请先转换为 jpg 后上传',
  'HEIC photos are not supported; please convert them to jpg first',
]
/** Said where files are chosen. */
export const heicHint: Text = ['HEIC 照片请先转换为 jpg', 'Convert HEIC photos to jpg first']

/** The extension of a file name in lower case; '' if it has none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file of this name is not accepted; null if it is. */
export const formatFault = ({ extensions, wrongKind }: FormatRules, name: string): Text | null => {
  const extension = extensionOf(name)
  if (extensions.includes(extension)) return null
  return heicExtensions.includes(extension) ? heicText : wrongKind
}

/** The attribute `accept` of a file input. */
export const acceptOf = (extensions: readonly string[]): string => extensions.map((one) => `.${one}`).join(',')
