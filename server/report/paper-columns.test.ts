import { describe, expect, test } from 'vitest'
import { breakable } from '../engine/paper-blocks.ts'
import { type PaperTable, paperParts } from './paper-columns.ts'

const tableOf = (columns: number, changes: Partial<PaperTable> = {}): PaperTable => ({
  names: [['江苏省'], ['浙江省']],
  figures: [0, 1].map(() => Array.from({ length: columns }, () => '1,234,567.5')),
  nameHeads: ['省份'],
  figureHeads: Array.from({ length: columns }, (_, n) => `${2000 + n}`),
  span: 1,
  ...changes,
})
const ranges = (table: PaperTable, isWide: boolean) => paperParts(table, isWide).map(({ from, to }) => [from, to])

describe('the columns of a table on paper', () => {
  test('have their natural width where there is room', () => {
    expect(paperParts(tableOf(2), false)).toEqual([{ from: 0, to: 2, widths: [35, 64, 64] }])
  })

  test('share the room if their heads are longer than they can be', () => {
    const heads = Array.from({ length: 6 }, () => '连接终端数平均值（台）较上期增减（%）')
    const [part, ...others] = paperParts(tableOf(6, { figureHeads: heads, span: 6 }), false)
    expect(others).toEqual([])
    expect(part?.widths).toHaveLength(7)
    expect(part?.widths.slice(1).every((width) => width >= 11 * 0.6 * 8)).toBe(true)
  })

  test('that do not fit go on in further parts, none of which is wider than the paper', () => {
    expect(ranges(tableOf(30), true)).toEqual([
      [0, 11],
      [11, 22],
      [22, 30],
    ])
    for (const { from, to } of paperParts(tableOf(30), true)) expect((to - from) * 64).toBeLessThan(757)
  })

  test('of one value across stay together', () => {
    const parts = ranges(tableOf(30, { span: 5 }), true)
    expect(parts.length).toBeGreaterThan(2)
    for (const [from = 0, to = 0] of parts) expect([from % 5, to % 5]).toEqual([0, 0])
  })

  test('are never left out, however wide they are', () => {
    const huge = tableOf(4, { figures: [Array.from({ length: 4 }, () => '9'.repeat(300))] })
    expect(ranges(huge, false)).toEqual([0, 1, 2, 3].map((n) => [n, n + 1]))
  })

  test('of long names leave room for the figures', () => {
    const [part] = paperParts(tableOf(6, { names: [['苏州澄川测试有限公司'.repeat(9)]] }), false)
    expect(part?.widths[0]).toBe(12 * 8 + 11)
  })
})

test('long words may break, shorter ones and Chinese may not', () => {
  const word = 'x'.repeat(25)
  expect(breakable(`甲乙 ${word}丙`)).toBe(`甲乙 ${[...word].join('\u200b')}丙`)
  expect(breakable('Suzhou Chengchuan 5G')).toBe('Suzhou Chengchuan 5G')
  expect(paperParts(tableOf(6, { names: [[breakable(word.repeat(4))]] }), false)[0]?.widths[0]).toBe(12 * 8 + 11)
})
