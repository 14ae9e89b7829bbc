import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attachmentFormats, formatFault, heicText } from '#contract/storage/file-formats.ts'
import { avatarRules } from '#contract/storage/upload.ts'
import { pdfOf, pngOf } from '#server/seed/demo/samples.ts'
import { zipOf } from '../../tests/support/workbooks.ts'
import { inspect } from './upload-rules.ts'

const tailBytes = 1024 * 1024
const sampleOf = (bytes: Buffer) => ({
  head: bytes.subarray(0, 4100),
  tail: bytes.subarray(-tailBytes),
  size: bytes.length,
})
const inspectBytes = async (name: string, bytes: Buffer) => inspect(name, sampleOf(bytes))

const hex = (text: string) => Buffer.from(text, 'hex')
const [rar4, rar5] = [hex('526172211a0700cf90730000'), hex('526172211a0701003392b5e5')]
const compound = (inside = '') =>
  Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(600), Buffer.from(inside, 'utf16le')])
const heic = Buffer.concat([hex('00000018'), Buffer.from('ftypheic'), Buffer.alloc(40)])
/** Entries whose bytes cannot be compressed, so that what follows them is not at the beginning of the file. */
const filler = { 'Doc_0/a.bin': randomBytes(8000).toString('latin1') }
const openXml = { '[Content_Types].xml': '<Types/>', 'x/document.xml': '<a/>' }

describe('an attachment is accepted by its content', () => {
  test.each<[string, Buffer | Promise<Buffer>, string]>([
    ['公文.ofd', zipOf({ 'OFD.xml': '<ofd:OFD/>', 'Doc_0/Document.xml': '<a/>' }), 'application/zip'],
    ['公文.OFD', zipOf({ ...filler, 'OFD.xml': '<ofd:OFD/>' }), 'application/zip'],
    ['报告.wps', compound(), 'application/x-cfb'],
    ['报告.wps', zipOf(openXml), 'application/zip'],
    ['清单.et', compound(), 'application/x-cfb'],
    ['清单.et', zipOf({ ...filler, ...openXml }), 'application/zip'],
    ['汇报.dps', compound(), 'application/x-cfb'],
    ['材料.rar', rar4, 'application/x-rar-compressed'],
    ['材料.rar', rar5, 'application/x-rar-compressed'],
    ['材料.zip', zipOf({ a: 'b' }), 'application/zip'],
    ['报告.docx', zipOf({ ...filler, ...openXml }), 'application/zip'],
    ['图.png', pngOf([1, 2, 3]), 'image/png'],
  ])('%s', async (name, bytes, type) => {
    expect(await inspectBytes(name, await bytes)).toEqual({ type })
  })

  test.each<[string, Buffer | Promise<Buffer>, string]>([
    ['公文.ofd', zipOf({ 'Doc_0/OFD.xml': '<a/>' }), '文件内容与扩展名 .ofd 不符，请检查文件'],
    ['公文.ofd', pdfOf('x'), '文件内容与扩展名 .ofd 不符，请检查文件'],
    ['公文.ofd', Buffer.concat([hex('504b0304'), Buffer.alloc(90)]), '文件内容与扩展名 .ofd 不符，请检查文件'],
    ['报告.docx', zipOf({ a: 'b' }), '文件内容与扩展名 .docx 不符，请检查文件'],
    ['报告.docx', compound(), '文件内容与扩展名 .docx 不符，请检查文件'],
    ['清单.et', zipOf({ a: 'b' }), '文件内容与扩展名 .et 不符，请检查文件'],
    ['清单.et', Buffer.from('a,b'), '文件内容与扩展名 .et 不符，请检查文件'],
    ['材料.rar', zipOf({ a: 'b' }), '文件内容与扩展名 .rar 不符，请检查文件'],
    ['材料.zip', rar5, '文件内容与扩展名 .zip 不符，请检查文件'],
    ['照片.jpg', heic, heicText[0]],
    ['报告.docx', compound('EncryptedPackage'), '文件设有密码，请去除密码后上传'],
    [
      '报告.pdf',
      Buffer.concat([pdfOf('x'), Buffer.alloc(9000, ' '), Buffer.from('<< /Encrypt 9 0 R >>')]),
      '文件设有密码，请去除密码后上传',
    ],
  ])('or refused: %s', async (name, bytes, text) => {
    expect(await inspectBytes(name, await bytes)).toMatchObject({ text: [text, expect.any(String)] })
  })

  test('and one whose name says that it is a photo of a phone is refused by name, for every upload', () => {
    for (const rules of [attachmentFormats, avatarRules])
      expect(['IMG_1.HEIC', 'a.heif', 'a.exe', 'a.png'].map((name) => formatFault(rules, name))).toEqual([
        ...[heicText, heicText, rules.wrongKind, null],
      ])
  })
})
