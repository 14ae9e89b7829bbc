import { describe, expect, test } from 'vitest'
import { zipOf } from '../../../tests/support/workbooks.ts'
import { sheetFormatOf } from './sheet-format.ts'

const compound = (inside: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(inside, 'utf16le')])

describe('the format of an uploaded sheet', () => {
  test('is recognised by its content', async () => {
    expect(sheetFormatOf(await zipOf({ 'xl/workbook.xml': '<workbook/>' }))).toBe('workbook')
    expect(sheetFormatOf(Buffer.from('账号,姓名\n'))).toBe('text')
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['设有密码的工作簿', () => compound('EncryptedPackage')],
    ['旧版 Excel（.xls）或 WPS 表格（.et）', () => compound('Workbook')],
    ['二进制工作簿（.xlsb）', () => zipOf({ 'xl/workbook.bin': 'x' })],
    [
      'OpenDocument 文件（.ods）',
      () => Buffer.from('PK\u0003\u0004 mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ],
    ['网页', () => Buffer.from('\uFEFF\n<html><table></table></html>')],
    ['网页', () => Buffer.from('MIME-Version: 1.0\n')],
    [
      'XML 表格（2003）',
      () => Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    ],
    ['PDF', () => Buffer.from('%PDF-1.7')],
  ])('that cannot be read is named: %s', async (name, content) => {
    const bytes = await content()
    const text = expect.arrayContaining([expect.stringContaining(`文件的实际格式是${name}，不能导入`)])
    expect(() => sheetFormatOf(bytes)).toThrow(expect.objectContaining({ text }))
  })
})
