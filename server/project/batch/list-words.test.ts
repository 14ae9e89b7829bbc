import { expect, test } from 'vitest'
import { type ListContent, type ListRow, listColumns } from './list-content.ts'
import { countText, dayText, groupedHash, letterOf, tableOf } from './list-words.ts'

const rowOf = (n: number, place: number | null): ListRow => ({
  ...{ place, projectName: `第${n}号项目`, declareNo: `5G-${n}`, commpanyName: '某公司', city: '苏州市' },
  ...{ categorize: null, declareStatus: '已提交' },
})
const contentOf = (rows: readonly ListRow[]): ListContent => ({
  ...{ batchName: '2026年第一批', regionName: '苏州市', number: 2, office: '苏州市工业和信息化局' },
  ...{ addressee: '某部', createdBy: '张三', at: '2026-12-01 09:05:00', columns: listColumns, rows },
})

test('a letter with up to five declarations names them, with more of them its enclosure does', () => {
  const short = letterOf(contentOf([rowOf(1, 1), { ...rowOf(2, null), commpanyName: null }]), 'zh')
  expect(short.lines).toEqual(['1．第1号项目（某公司）', '2．第2号项目'])
  expect(short.title).toBe('关于推荐2026年第一批“5G+工业互联网”项目的函')
  expect(short.opening).toBe(
    '按照申报工作安排，现推荐苏州市2026年第一批“5G+工业互联网”项目2件，其中1件已排推荐顺序，项目如下，请予审核。',
  )
  expect(letterOf(contentOf([rowOf(1, 1)]), 'zh').opening).toContain('项目1件，按推荐顺序排列，项目如下')
  const long = letterOf(contentOf(Array.from({ length: 6 }, (_, i) => rowOf(i, null))), 'zh')
  expect(long.lines).toEqual([])
  expect(long.opening).toBe('按照申报工作安排，现推荐苏州市2026年第一批“5G+工业互联网”项目6件，名单附后，请予审核。')
  expect([long.enclosure, long.date, long.addressee]).toEqual(['附件：推荐汇总表（第2号）', '2026年12月1日', '某部：'])
})

test('a letter in English has its own words around the names of the list', () => {
  const { title, opening } = letterOf(contentOf([rowOf(1, 1)]), 'en')
  expect(title).toBe('Recommendation of 5G and industrial internet projects: 2026年第一批')
  expect(opening).toContain('the 5G and industrial internet projects of 苏州市: 1 declarations, in our order')
})

test('the table has a head, a width and a value for each column that its maker could read, and no others', () => {
  const rows = [rowOf(1, 1)]
  const { heads, widths, rows: cells } = tableOf({ columns: ['city'], rows }, 'zh')
  expect([heads, cells, widths.length]).toEqual([['推荐顺序', '项目名称', '地区'], [[1, '第1号项目', '苏州市']], 3])
  expect(tableOf({ columns: listColumns, rows }, 'en').rows[0]).toHaveLength(7)
})

test('counts say how many have a place', () => {
  expect(countText([rowOf(1, 1)])[0]).toBe('共1件，均已排序')
  expect(countText([rowOf(1, 1), rowOf(2, null)])[0]).toBe('共2件，其中已排序1件')
  expect(countText([rowOf(2, null)])[0]).toBe('共1件，未排序')
})

test('dates have no zeros in front, and a hash stands in groups', () => {
  expect(dayText('2026-02-09 23:59:59')).toEqual(['2026年2月9日', '2026-02-09'])
  expect(groupedHash('0123456789abcdef')).toBe('01234567 89abcdef')
})
