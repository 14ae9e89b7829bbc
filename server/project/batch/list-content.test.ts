import { expect, test } from 'vitest'
import { differenceOf, digestOf, type Listed, type ListRow, listColumns } from './list-content.ts'

const rowOf = (projectName: string, place: number | null, more: Partial<ListRow> = {}): ListRow => ({
  ...{ projectName, place, declareNo: '5G-1', commpanyName: '某公司', city: '苏州市', categorize: '制造业' },
  ...{ declareStatus: '已提交', ...more },
})
const listOf = (...rows: readonly (readonly [id: string, row: ListRow])[]): Listed => ({
  ids: rows.map(([id]) => id),
  columns: listColumns,
  rows: rows.map(([, row]) => row),
})
const first = listOf(['1', rowOf('甲', 1)], ['2', rowOf('乙', null)])

test('a list differs when declarations come, leave or change their places, or when one gets another name', () => {
  expect(differenceOf(first, first)).toBeNull()
  expect(differenceOf(first, listOf(['1', rowOf('甲', 1)], ['3', rowOf('丙', null)]))?.[0]).toBe(
    '名单已有变化：新增 1 件，减少 1 件',
  )
  // the same declarations one after the other, but the second has got a place
  expect(differenceOf(first, listOf(['1', rowOf('甲', 1)], ['2', rowOf('乙', 2)]))?.[0]).toBe('推荐顺序已有变化')
  expect(differenceOf(first, listOf(['1', rowOf('甲甲', 1)], ['2', rowOf('乙', null)]))?.[0]).toContain('项目名称')
})

test('a list with another stage of a declaration is the same, for its page too', () => {
  const later = listOf(['1', rowOf('甲', 1, { declareStatus: '专家评审' })], ['2', rowOf('乙', null)])
  expect([differenceOf(first, later), digestOf(later)]).toEqual([null, digestOf(first)])
})

test('a column that one of two lists lacks is not compared', () => {
  const narrow: Listed = { ...first, columns: ['city'], rows: first.rows.map((row) => ({ ...row, declareNo: null })) }
  expect([differenceOf(first, narrow), differenceOf(narrow, first)]).toEqual([null, null])
  expect(digestOf(narrow)).not.toBe(digestOf(first))
})
