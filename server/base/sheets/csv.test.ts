import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetOf } from '../../../tests/support/jobs.ts'
import { csvOf } from './csv.ts'
import { readCsv } from './csv-read.ts'
import { Unreadable } from './xlsx-package.ts'

const read = async (bytes: Buffer) => {
  const lines: string[][] = []
  for await (const line of readCsv(bytes)) lines.push(line)
  return lines
}
const readText = (text: string) => read(Buffer.from(text))
const heads = ['列0', '列1', '列2']

describe('CSV', () => {
  test('has an apostrophe before texts that look like formulas; numbers stay numbers', async () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', "'=1"]
    const rows = dangerous.map((one) => [one, -1, true])
    const lines = String(await buffer(csvOf(sheetOf(heads, rows)))).split('\r\n')
    expect(lines[0]).toBe('\uFEFF列0,列1,列2')
    expect(lines.slice(1, -1)).toEqual([
      "'=1+1,-1,TRUE",
      "'+1,-1,TRUE",
      "'-1,-1,TRUE",
      "'@SUM(A1),-1,TRUE",
      "'\tx,-1,TRUE",
      '"\'\rx",-1,TRUE',
      "'＝1,-1,TRUE",
      "''=1,-1,TRUE",
    ])
  })

  test('is read back unchanged, for any texts', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((one) => String(Buffer.from(one)) === one)
    const formula = fc.stringMatching(/^'{0,2}[=+@-]?1$/)
    const cell = fc.oneof(text, formula)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 }), async (rows) => {
        const [, ...actual] = await read(await buffer(csvOf(sheetOf(heads, rows))))
        expect(actual).toEqual(rows)
      }),
      { numRuns: 200 },
    )
  })

  test('is read in UTF-8, UTF-16 in both byte orders, and GB 18030, with or without a byte order mark', async () => {
    const [content, expected] = [
      '账号\ta\r\n一\t1',
      [
        ['账号', 'a'],
        ['一', '1'],
      ],
    ]
    const utf16 = Buffer.from(content, 'utf16le')
    const [little, big] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
    const swapped = Buffer.from(utf16).swap16()
    const gbk = Buffer.from('d5cbbac509610d0ad2bb0931', 'hex')
    const all = [Buffer.from(content), Buffer.from(`\uFEFF${content}`), utf16, Buffer.concat([little, utf16]), swapped]
    for (const bytes of [...all, Buffer.concat([big, swapped]), gbk])
      expect([bytes.toString('hex').slice(0, 8), await read(bytes)]).toEqual([expect.any(String), expected])
    for (const bytes of [
      Buffer.from([0xff, 0xfe, 0x41]),
      Buffer.from([0x61, 0xff, 0x61]),
      Buffer.from([0, 0, 0x41, 0]),
    ])
      await expect(read(bytes)).rejects.toThrow(/encoding of the file/)
  })

  test.each([
    [
      'a;b,c;d\n1;2,5;3',
      [
        ['a', 'b,c', 'd'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'a\tb\n1,5\t',
      [
        ['a', 'b'],
        ['1,5', ''],
      ],
    ],
    [
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'sep=;\r\na,b;c\r\n1;2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    ['"sep=^"\na^b', [['a', 'b']]],
    ['a\n1,5', [['a'], ['1', '5']]],
    ['\na;b', [[''], ['a', 'b']]],
  ])('separates values by commas, semicolons, tabs, bars, or what `sep=` names: %j', async (text, expected) => {
    expect(await readText(text)).toEqual(expected)
  })

  test.each([
    ['a,b\r\n"x""y",\n\nq,"m\nn"\r', [['a', 'b'], ['x"y', ''], [''], ['q', 'm\nn']]],
    ['a,24" b,c', [['a', '24" b', 'c']]],
    ['a, "b,c",d', [['a', 'b,c', 'd']]],
    ['a,"b"c,d', [['a', '"b"c', 'd']]],
    ['', []],
  ])('keeps what is in quotation marks together: %j', async (text, expected) => {
    expect(await readText(text)).toEqual(expected)
  })

  test('has as many cells in a row as a workbook, of which as many are read; more are refused as they are there', async () => {
    const row = ','.repeat(16_383)
    expect((await readText(`${row}\n${row}`)).map((cells) => cells.length)).toEqual([200, 200])
    const error: unknown = await readText(`a\n${row},`).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Unreadable)
    expect(String(error)).toContain('too many cells in a row')
  })

  test('names the row of a quotation mark that is never closed', async () => {
    await expect(readText('a,b\n1,2\n3,"4\n5,6\n')).rejects.toThrow(/Row 3 has a quotation mark/)
  })
})
