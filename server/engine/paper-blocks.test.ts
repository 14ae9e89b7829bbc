import { describe, expect, test } from 'vitest'
import { int, longText, many, one, text } from '#contract/kit/field.ts'
import { blocksOf, inLines, type TextOf } from './paper-blocks.ts'

const textOf: TextOf = (_field, name, row) => String(row[name] ?? '—')
const setting = { lang: 'zh', textOf } as const
const pair = (label: string, isWide = false) => ({ label, value: label, isWide })
const labels = (pairs: Parameters<typeof inLines>[0]) => inLines(pairs).map((line) => line.map(({ label }) => label))

describe('the values of a part on paper', () => {
  test('stand two in a line; a long one has a line of its own', () => {
    expect(labels([pair('a'), pair('b'), pair('c')])).toEqual([['a', 'b'], ['c']])
    expect(labels([pair('a'), pair('long', true), pair('b'), pair('c')])).toEqual([['a'], ['long'], ['b', 'c']])
  })

  test('of groups follow under their names, without what the server repeats inside them', () => {
    const fields = {
      name: text('名称', 'Name'),
      owner: one('负责人', 'Owner', { age: int('年龄', 'Age'), sum: int('合计', 'Sum', { direction: 'out' }) }),
    }
    expect(blocksOf(setting, fields, { name: '甲', owner: { age: 40, sum: 1 } })).toEqual([
      { kind: 'pairs', title: null, lines: [[{ label: '名称', value: '甲' }]] },
      { kind: 'pairs', title: '负责人', lines: [[{ label: '年龄', value: '40' }]] },
    ])
  })

  test('of lists are a table, or each row by itself if they are long; an empty list says so', () => {
    const rows = [{ name: '甲' }, { name: '乙' }]
    const short = { list: many('清单', 'List', { name: text('名称', 'Name', { isTradeSecret: true }) }) }
    expect(blocksOf(setting, short, { list: rows })).toEqual([
      {
        kind: 'table',
        title: '清单',
        heads: ['序号', '名称\n商业秘密（不公开）'],
        widths: [null, 18],
        rows: [
          ['1', '甲'],
          ['2', '乙'],
        ],
      },
    ])
    const long = { list: many('清单', 'List', { name: longText('名称', 'Name') }) }
    expect(blocksOf(setting, long, { list: rows }).map(({ title }) => title)).toEqual(['清单 1', '清单 2'])
    expect(blocksOf(setting, short, {})).toEqual([{ kind: 'none', title: '清单', text: '未填写' }])
  })
})
