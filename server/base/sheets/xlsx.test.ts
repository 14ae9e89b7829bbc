import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainValue, sheetOf } from '../../../tests/support/jobs.ts'
import { readLines } from '../../../tests/support/workbooks.ts'
import type { Cell, Sheet } from './cell.ts'
import { csvOf } from './csv.ts'
import { letters, xlsxOf } from './xlsx.ts'

const heads = ['列0', '列1', '列2']
const readBack = async (...rows: readonly (readonly Cell[])[]) =>
  readLines(await buffer(xlsxOf([sheetOf(heads, rows)])))

describe('a workbook', () => {
  test('is read back unchanged, for any texts', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text, fc.integer()), { minLength: 1, maxLength: 20 }), async (rows) => {
        const [head, ...actual] = await readBack(...rows)
        expect(head?.cells).toEqual(heads)
        expect(actual.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 2))
        expect(actual.map(({ cells }) => cells.map(plainValue))).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  test.each<[Cell, unknown]>([
    ['=1+1', '=1+1'],
    ['_x000D_', '_x000D_'],
    [{ at: '2026-01-02' }, { at: '2026-01-02' }],
    [{ at: '1999-12-31 23:59:58' }, { at: '1999-12-31 23:59:58' }],
    [{ at: '1900-02-28' }, '1900-02-28'],
    [true, true],
    [911_101_085_513_850, { number: 911_101_085_513_850, serial: 911_101_085_513_850 }],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('has %j as %j', async (cell, expected) => {
    expect((await readBack([cell]))[1]?.cells).toEqual([expected])
  })

  test('is read from its first sheet only', async () => {
    const bytes = await buffer(xlsxOf([sheetOf(heads, [['x', null, 1]]), sheetOf(heads, [['other', null, 2]])]))
    expect((await readLines(bytes)).map(({ cells }) => cells.map(plainValue))).toEqual([heads, ['x', '', 1]])
  })

  test('fails if its source fails in the middle', async () => {
    const broken = (): Sheet => ({
      ...sheetOf(heads, []),
      rows: (async function* () {
        yield [['a', 'b', 1]]
        throw new Error('cut off')
      })(),
    })
    await expect(buffer(xlsxOf([broken()]))).rejects.toThrow('cut off')
    await expect(buffer(csvOf(broken()))).rejects.toThrow('cut off')
  })

  test('has letters as column names', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})
