import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import yauzl, { RandomAccessReader } from 'yauzl'
import { fill, type Text } from '#contract/kit/text.ts'
import {
  type AttachmentExtension,
  attachmentFormats,
  extensionOf,
  type FormatRules,
  heicText,
} from '#contract/storage/file-formats.ts'
import { avatarRules, uploadLimits } from '#contract/storage/upload.ts'
import type { StoredFile } from '../base/files/file-store.ts'

/** Reads the end of a file, of which the rest is not at hand. */
class TailReader extends RandomAccessReader {
  private readonly tail: Buffer
  private readonly start: number
  constructor(tail: Buffer, size: number) {
    super()
    this.tail = tail
    this.start = size - tail.length
  }
  override _readStreamForRange(from: number, to: number): Readable {
    if (from < this.start) throw new RangeError('The directory of the zip file is longer than the end at hand.')
    return Readable.from([this.tail.subarray(from - this.start, to - this.start)])
  }
}

/** Names of the entries of a zip file, from the directory at its end; none if it has no valid one. */
const namesInZip = async ({ tail, size }: Pick<StoredFile, 'tail' | 'size'>): Promise<string[]> => {
  const names: string[] = []
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new TailReader(tail, size), size)
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    return names
  } catch {
    return []
  }
}

const compound = 'application/x-cfb'
const zip = 'application/zip'
const openXml = 'application/vnd.openxmlformats-officedocument'

/** What the bytes of a file may be: content types (null for plain text), and a name that a zip package of this format has. */
interface Content {
  readonly types: readonly (string | null)[]
  readonly zipEntry?: string
}

/** A package of Office Open XML (ECMA-376 part 2, 10.1.2). */
const openXmlEntry = '[Content_Types].xml'
const office = (type: string): Content => ({ types: [`${openXml}.${type}`, zip], zipEntry: openXmlEntry })
/** WPS Office writes the older format of Microsoft, or Office Open XML. */
const wps = (type: string): Content => ({ types: [compound, `${openXml}.${type}`, zip], zipEntry: openXmlEntry })
const of = (...types: readonly (string | null)[]): Content => ({ types })

const contents: Readonly<Record<AttachmentExtension, Content>> = {
  pdf: of('application/pdf'),
  // GB/T 33190-2016, 7.1
  ofd: { types: [zip], zipEntry: 'OFD.xml' },
  png: of('image/png'),
  jpg: of('image/jpeg'),
  jpeg: of('image/jpeg'),
  gif: of('image/gif'),
  webp: of('image/webp'),
  mp4: of('video/mp4'),
  zip: of(zip),
  // both versions of the signature
  rar: of('application/x-rar-compressed'),
  txt: of(null),
  csv: of(null),
  doc: of(compound),
  xls: of(compound),
  ppt: of(compound),
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  wps: wps('wordprocessingml.document'),
  et: wps('spreadsheetml.sheet'),
  dps: wps('presentationml.presentation'),
}
/** The standard test file of virus scanners. */
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const tooLong = (limit: number): Text =>
  fill(
    ['文件超过 {0}，请压缩或拆分后上传', 'The file is larger than {0}; please compress or split it'],
    `${limit / 1024 / 1024} MB`,
  )

/** What an upload endpoint accepts, and the errors for anything else. */
export interface UploadRules extends FormatRules {
  /** Bytes. */
  readonly limit: number
  readonly tooLong: Text
  /** The link contains a key: anyone who has the link may read the file. */
  readonly keyed: boolean
}

export const attachments: UploadRules = {
  ...attachmentFormats,
  limit: uploadLimits.attachment,
  keyed: false,
  tooLong: tooLong(uploadLimits.attachment),
}
export const avatars: UploadRules = {
  ...avatarRules,
  limit: uploadLimits.avatar,
  keyed: true,
}

const infectedText: Text = [
  '文件未通过安全检查，请更换',
  'The file did not pass the security check; please choose another',
]
const lockedText: Text = [
  '文件设有密码，请去除密码后上传',
  'The file is protected by a password; please remove the password before uploading',
]
const differsText: Text = [
  '文件内容与扩展名 .{0} 不符，请检查文件',
  "The file's content doesn't match its .{0} extension",
]

/** The stream in which a compound file holds an encrypted document (MS-OFFCRYPTO 2.3.4.4). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

type Sample = Pick<StoredFile, 'head' | 'tail' | 'size'>

const isLocked = (extension: string, type: string | null, { head, tail }: Sample): boolean => {
  const has = (bytes: Buffer | string) => head.includes(bytes) || tail.includes(bytes)
  return (extension === 'pdf' && has('/Encrypt')) || (type === compound && has(encryptedPackage))
}

/** Whether the bytes may be a file with this extension. */
const hasContentOf = async (extension: string, type: string | null, sample: Sample): Promise<boolean> => {
  const content = Object.hasOwn(contents, extension) ? contents[extension as AttachmentExtension] : undefined
  if (!content?.types.includes(type)) return false
  if (type === null) return !sample.head.includes(0)
  return type !== zip || !content.zipEntry || (await namesInZip(sample)).includes(content.zipEntry)
}

/** Compares the content with the extension: resolves to the content type, or to the text of an error. */
export const inspect = async (name: string, sample: Sample): Promise<{ text: Text } | { type: string }> => {
  const extension = extensionOf(name)
  if (sample.head.includes(eicar)) return { text: infectedText }
  const type = (await fileTypeFromBuffer(sample.head))?.mime ?? null
  if (isLocked(extension, type, sample)) return { text: lockedText }
  if (await hasContentOf(extension, type, sample)) return { type: type ?? 'text/plain; charset=utf-8' }
  return { text: type?.startsWith('image/hei') ? heicText : fill(differsText, extension) }
}
