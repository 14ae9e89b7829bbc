import { describe, expect, test } from 'vitest'
import { readLines, sheetParts, zipOf } from '../../../tests/support/workbooks.ts'
import type { SheetCell } from './cell.ts'
import { Unreadable } from './xlsx-package.ts'

/** A style per number format: of numbers, days, times, and six digits. */
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/>
<numFmt numFmtId="165" formatCode="000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs></styleSheet>`
const shared =
  '<sst><si><r><t>共</t></r><r><t>享</t></r><rPh><t>gx</t></rPh></si><si><t>甲_x000D_\n_x005F_x000D_</t></si></sst>'

const rows = async (inside: string, beforeRows?: string, properties?: string) =>
  readLines(
    await zipOf({
      ...sheetParts(inside, beforeRows, properties),
      'xl/styles.xml': styles,
      'xl/sharedStrings.xml': shared,
    }),
  )
const cells = async (inside: string, properties?: string) =>
  (await rows(`<row>${inside}</row>`, '', properties))[0]?.cells ?? []

describe('a cell of a workbook', () => {
  test.each<[string, string, SheetCell]>([
    ['a shared text without its reading', '<c t="s"><v>0</v></c>', '共享'],
    ['a shared text with escapes', '<c t="s"><v>1</v></c>', '甲\r\n_x000D_'],
    ['a text with escapes', '<c t="inlineStr"><is><t>甲_x000D_</t></is></c>', '甲\r'],
    [
      'a text without its reading',
      '<c t="inlineStr"><is><r><t>东</t></r><rPh sb="0" eb="1"><t>ひがし</t></rPh><r><t>京</t></r></is></c>',
      '东京',
    ],
    ['a text with line ends of Windows', '<c t="inlineStr"><is><t>甲\r\n乙</t></is></c>', '甲\n乙'],
    ['the text of a formula', '<c t="str"><f>A1</f><v>a_x000D_</v></c>', 'a\r'],
    ['the number of a formula', '<c><f>1+1</f><v>2</v></c>', { number: 2, serial: 2 }],
    ['a number that is one', '<c><v>-1.5E-3</v></c>', { number: -0.0015, serial: -0.0015 }],
    ['an error', '<c t="e"><v>#DIV/0!</v></c>', { error: '#DIV/0!' }],
    ['true', '<c t="b"><v>1</v></c>', true],
    ['false', '<c t="b"><v>0</v></c>', false],
    ['nothing of any type', '<c t="b"/>', ''],
    ['a day', '<c s="1"><v>46024</v></c>', { at: '2026-01-02' }],
    ['a day in a format of the workbook', '<c s="2"><v>46024.5</v></c>', { at: '2026-01-02 12:00:00' }],
    ['a day that no calendar has', '<c s="1"><v>1e15</v></c>', { number: 1e15, serial: 1e15 }],
    ['a time of day', '<c s="3"><v>0.5</v></c>', '12:00:00'],
    ['a number with leading zeros', '<c s="4"><v>123</v></c>', '000123'],
    ['a number with as many digits', '<c s="4"><v>123456</v></c>', { number: 123456, serial: 123456 }],
    ['a day in ISO 8601', '<c t="d"><v>2026-01-02</v></c>', { at: '2026-01-02' }],
    ['a moment in ISO 8601', '<c t="d"><v>2026-01-02T03:04:05.000Z</v></c>', { at: '2026-01-02 03:04:05' }],
  ])('is read: %s', async (_what, inside, expected) => {
    expect(await cells(inside)).toEqual([expected])
  })

  test('counts days from 1904 if the workbook does', async () => {
    const inside = '<c s="1"><v>44562</v></c><c><v>44562</v></c><c s="1"><v>0</v></c>'
    const expected = [{ at: '2026-01-02' }, { number: 44562, serial: 46024 }, { at: '1904-01-01' }]
    for (const value of ['1', 'true'])
      expect(await cells(inside, `<workbookPr date1904="${value}"/>`)).toEqual(expected)
    expect((await cells(inside, '<workbookPr date1904="0"/>'))[0]).toEqual({ at: '2022-01-01' })
  })

  test('may stand beyond the columns that are read; each row has a bound of its own', async () => {
    const row = `<row>${'<c/>'.repeat(16_384)}</row>`
    expect((await rows(row + row)).map(({ cells }) => cells.length)).toEqual([200, 200])
  })

  test('stands in its column; skipped columns are empty', async () => {
    expect(await rows('<row r="3"><c r="B3" t="s"><v>0</v></c><c t="str"><v>x</v></c></row>')).toEqual([
      { n: 3, cells: ['', '共享', 'x'], isHidden: false, hiddenColumns: [] },
    ])
  })
})

test('rows and columns are marked if a person, a filter, a group or a size of zero hides them', async () => {
  const columns =
    '<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/><col min="7" max="7" width="9"/></cols>'
  const lines = await rows('<row/><row hidden="1"/><row ht="0" customHeight="1"/><row hidden="0" ht="15"/>', columns)
  expect(lines.map(({ isHidden }) => isHidden)).toEqual([false, true, true, false])
  expect(lines[0]?.hiddenColumns).toEqual([1, 2, 4])
})

describe('a workbook is rejected', () => {
  test('if it is not a ZIP file, has a document type, no sheet, or half of one', async () => {
    const documentType = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'
    const path = 'xl/worksheets/sheet1.xml'
    await expect(readLines(Buffer.from('no zip at all'))).rejects.toThrow()
    const { [path]: _, ...others } = sheetParts('')
    await expect(readLines(await zipOf(others))).rejects.toThrow(Unreadable)
    await expect(readLines(await zipOf({ ...others, [path]: documentType }))).rejects.toThrow('a document type')
    await expect(readLines(await zipOf({ ...others, [path]: '<worksheet><sheetData><row>' }))).rejects.toThrow(
      Unreadable,
    )
  })

  const longText = `<si><t>${'x'.repeat(32_000)}</t></si>`
  const attributes = Array.from({ length: 101 }, (_, i) => `a${i}=""`).join(' ')
  const sheet = (inside: string) => sheetParts(inside)

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a list of sheets above 1 MB', { 'xl/workbook.xml': '<a b="c"/>'.repeat(120_000) }, 'too large: xl/workbook.xml'],
    ['relations above 1 MB', { 'xl/_rels/workbook.xml.rels': ' '.repeat(1_048_577) }, 'too large'],
    ['elements nested 51 deep', { 'xl/workbook.xml': '<a>'.repeat(51) }, 'too deep'],
    ['a sheet of nested elements', sheet('<a>'.repeat(300_000)), 'too deep'],
    ['more elements than a sheet can have', sheet('<a/>'.repeat(5_000_001)), 'too many elements'],
    [
      'a row with more cells than a program has columns',
      sheet(`<row>${'<c/>'.repeat(16_385)}</row>`),
      'too many cells',
    ],
    ['101 attributes', sheet(`<c ${attributes}/>`), 'too many attributes'],
    ['a cell longer than the limit', sheet(`<row><c><v>${'1'.repeat(33_000)}</v></c></row>`), 'too long a text'],
    [
      'a text longer than its escapes can be',
      sheet(`<row><c><v>${'_'.repeat(229_370)}</v></c></row>`),
      'too long a text',
    ],
    ['too many shared texts', { 'xl/sharedStrings.xml': `<sst>${longText.repeat(630)}</sst>` }, 'much text'],
    [
      'one long text in a thousand cells',
      { 'xl/sharedStrings.xml': `<sst>${longText}</sst>`, ...sheet('<row><c t="s"><v>0</v></c></row>'.repeat(1000)) },
      'too much text',
    ],
  ])('with %s', async (_what, parts, message) => {
    const bytes = await zipOf({ ...sheetParts(''), ...parts })
    const error: unknown = await readLines(bytes).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Unreadable)
    expect(String(error)).toContain(message)
  })
})
