import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const isCompound = (bytes: Buffer) => bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
const startOf = (bytes: Buffer) =>
  bytes.subarray(0, 1024).toString('utf8').replace('\uFEFF', '').trimStart().toLowerCase()

/** Formats that cannot be read, each with its name; the first that matches counts. */
const otherFormats: readonly (readonly [isFormat: (bytes: Buffer) => boolean, name: Text])[] = [
  [
    (bytes) => isCompound(bytes) && bytes.includes(utf16('EncryptedPackage')),
    ['设有密码的工作簿', 'a workbook with a password'],
  ],
  [isCompound, ['旧版 Excel（.xls）或 WPS 表格（.et）', 'an old Excel (.xls) or WPS (.et) workbook']],
  [
    (bytes) => isZip(bytes) && bytes.includes('xl/workbook.bin'),
    ['二进制工作簿（.xlsb）', 'a binary workbook (.xlsb)'],
  ],
  [
    (bytes) => isZip(bytes) && bytes.subarray(0, 128).includes('application/vnd.oasis.opendocument'),
    ['OpenDocument 文件（.ods）', 'an OpenDocument file (.ods)'],
  ],
  [
    (bytes) => startOf(bytes).includes('urn:schemas-microsoft-com:office:spreadsheet'),
    ['XML 表格（2003）', 'an XML spreadsheet of 2003'],
  ],
  [(bytes) => /^<(?:!doctype html|html|head|meta|table)|^mime-version:/.test(startOf(bytes)), ['网页', 'a web page']],
  [(bytes) => startOf(bytes).startsWith('%pdf-'), ['PDF', 'a PDF']],
]

const wrongFormat = (name: Text) =>
  new Fail(
    fill(
      [
        '文件的实际格式是{0}，不能导入，请另存为 .xlsx 或 .csv 后上传',
        'The file is {0}, which cannot be imported; please save it as .xlsx or .csv and upload it again',
      ],
      name,
    ),
  )

/** What an uploaded sheet is by its content, whatever its name says. Throws a Fail that names the format if it is another one. */
export const sheetFormatOf = (bytes: Buffer): 'workbook' | 'text' => {
  const name = otherFormats.find(([isFormat]) => isFormat(bytes))?.[1]
  if (name) throw wrongFormat(name)
  return isZip(bytes) ? 'workbook' : 'text'
}
