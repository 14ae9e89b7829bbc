import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { type Cell, momentOf, type Sheet, serialOf } from './cell.ts'
import { csvOf, readCsv } from './csv.ts'
import { letters, xlsxOf } from './xlsx.ts'
import { readXlsx, Unreadable } from './xlsx-read.ts'

const sheetOf = (rows: readonly (readonly Cell[])[], columns = 3): Sheet => ({
  name: '表',
  columns: Array.from({ length: columns }, (_, i) => ({ title: `列${i}`, width: 10 })),
  rows: (async function* () {
    yield rows
  })(),
})
const read = async (bytes: Buffer) => {
  const rows = []
  for await (const row of readXlsx(bytes)) rows.push(row)
  return rows
}
const zipOf = (parts: Readonly<Record<string, string>>) => {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** Texts of a cell, without characters that XML does not allow. */
const texts = fc.string({ unit: 'binary', maxLength: 60 }).map((s) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed on purpose
  s.replace(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, ''),
)

const relations = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
const workbook = '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
const workbookWith = (parts: Readonly<Record<string, string>>) =>
  zipOf({ 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': relations, ...parts })
const sheet = (inside: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}</sheetData></worksheet>`,
})

describe('a workbook', () => {
  test('is read back unchanged, for any texts', async () => {
    const rowArb = fc.tuple(texts, texts, fc.integer())
    await fc.assert(
      fc.asyncProperty(fc.array(rowArb, { minLength: 1, maxLength: 20 }), async (rows) => {
        const [head, ...actual] = await read(await buffer(xlsxOf([sheetOf(rows)])))
        expect(head?.cells).toEqual(['列0', '列1', '列2'])
        expect(actual.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 2))
        expect(actual.map(({ cells }) => [cells[0] ?? '', cells[1] ?? '', cells[2]])).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })

  test('has formulas as text, and times as numbers of days', async () => {
    const rows = await read(
      await buffer(xlsxOf([sheetOf([['=1+1', { at: '2026-01-02' }, { at: '1999-12-31 23:59:58' }]])])),
    )
    const [formula, date, moment] = rows[1]?.cells ?? []
    expect(formula).toBe('=1+1')
    expect(momentOf(date as number)).toBe('2026-01-02 00:00:00')
    expect(momentOf(moment as number)).toBe('1999-12-31 23:59:58')
    expect(serialOf({ at: '1900-03-01' })).toBe(61)
  })

  test('is read from its first sheet only', async () => {
    const rows = [['x', null, 1]] as const
    const bytes = await buffer(xlsxOf([sheetOf(rows), sheetOf([['other', null, 2]])]))
    expect((await read(bytes)).map(({ cells }) => [...cells])).toEqual([
      ['列0', '列1', '列2'],
      ['x', '', 1],
    ])
  })

  test('fails if its source fails in the middle', async () => {
    const broken = (): Sheet => ({
      ...sheetOf([]),
      rows: (async function* () {
        yield [['a', 'b', 1]]
        throw new Error('cut off')
      })(),
    })
    await expect(buffer(xlsxOf([broken()]))).rejects.toThrow('cut off')
    await expect(buffer(csvOf(broken()))).rejects.toThrow('cut off')
  })

  test('is rejected if it is not a ZIP file, has a document type, or has no sheet', async () => {
    const documentType = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'
    await expect(read(Buffer.from('no zip at all'))).rejects.toThrow()
    await expect(read(await workbookWith({}))).rejects.toThrow(Unreadable)
    await expect(read(await workbookWith({ 'xl/worksheets/sheet1.xml': documentType }))).rejects.toThrow(
      'a document type',
    )
  })

  test('has shared texts without readings, results of formulas, and empty cells at skipped columns', async () => {
    const shared = '<sst><si><r><t>共</t></r><r><t>享</t></r><rPh><t>gx</t></rPh></si></sst>'
    const row = '<row r="3"><c r="B3" t="s"><v>0</v></c><c t="b"><v>1</v></c><c><f>1+1</f><v>2</v></c></row>'
    const bytes = await workbookWith({ 'xl/sharedStrings.xml': shared, ...sheet(row) })
    expect(await read(bytes)).toEqual([{ n: 3, cells: ['', '共享', '1', 2] }])
  })

  const longText = `<si><t>${'x'.repeat(32_000)}</t></si>`
  const attributes = Array.from({ length: 101 }, (_, i) => `a${i}=""`).join(' ')

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a list of sheets above 1 MB', { 'xl/workbook.xml': '<a b="c"/>'.repeat(120_000) }, 'too large: xl/workbook.xml'],
    ['relations above 1 MB', { 'xl/_rels/workbook.xml.rels': ' '.repeat(1_048_577) }, 'too large'],
    ['elements nested 51 deep', { 'xl/workbook.xml': '<a>'.repeat(51) }, 'too deep'],
    ['a sheet of nested elements', sheet('<a>'.repeat(300_000)), 'too deep'],
    ['more elements than a sheet can have', sheet('<a/>'.repeat(5_000_001)), 'too many elements'],
    ['101 attributes', sheet(`<c ${attributes}/>`), 'too many attributes'],
    ['a cell longer than the limit', sheet(`<row><c><v>${'1'.repeat(33_000)}</v></c></row>`), 'too long a text'],
    [
      'too many shared texts',
      { 'xl/sharedStrings.xml': `<sst>${longText.repeat(630)}</sst>`, ...sheet('') },
      'much text',
    ],
    [
      'one long text in a thousand cells',
      { 'xl/sharedStrings.xml': `<sst>${longText}</sst>`, ...sheet('<row><c t="s"><v>0</v></c></row>'.repeat(1000)) },
      'too much text',
    ],
  ])('with %s is rejected', async (_what, parts, message) => {
    const bytes = await workbookWith(parts)
    await expect(read(bytes)).rejects.toThrow(message)
    await expect(read(bytes)).rejects.toThrow(Unreadable)
  })

  test('has letters as column names', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})

describe('CSV', () => {
  test('has an apostrophe before texts that look like formulas; numbers stay numbers', async () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1']
    const lines = String(await buffer(csvOf(sheetOf(dangerous.map((one) => [one, -1, null]))))).split('\r\n')
    expect(lines[0]).toBe('\uFEFF列0,列1,列2')
    expect(lines.slice(1, -1)).toEqual([
      "'=1+1,-1,",
      "'+1,-1,",
      "'-1,-1,",
      "'@SUM(A1),-1,",
      "'\tx,-1,",
      '"\'\rx",-1,',
      "'＝1,-1,",
    ])
  })

  test('is read back unchanged', async () => {
    const safe = texts.filter((s) => !/^[=+\-@\t\r\n＝＋－＠]/.test(s) && !s.startsWith('\uFEFF'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(safe, safe, safe), { maxLength: 20 }), async (rows) => {
        const [, ...actual] = [...readCsv(await buffer(csvOf(sheetOf(rows))))]
        expect(actual).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  test('is also read in GBK encoding', () => {
    const gbk = Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0x61, 0x0a, 0x22, 0xc3, 0xfb, 0x22, 0x22, 0x22, 0x2c])
    expect([...readCsv(gbk)]).toEqual([
      ['账号', 'a'],
      ['名"', ''],
    ])
  })

  test('is read to the end if a quote is never closed', () => {
    expect([...readCsv(Buffer.from('a,"b\nc'))]).toEqual([['a', 'b\nc']])
    expect([...readCsv(Buffer.from(''))]).toEqual([])
  })
})
