import type { ListColumn, ListContent, ListRow } from './list-content.ts'

/** The words of the list and the letter of recommendation. Official papers are in Chinese, whoever fetches them, so their bytes are the same. */

export const listTitle = '“5G+工业互联网”项目推荐汇总表'
export const voidMark = '已作废'

/** The heads of the columns, in this order, with their share of the width. */
const heads: Readonly<Record<ListColumn, readonly [head: string, width: number]>> = {
  declareNo: ['申报编号', 19],
  commpanyName: ['申报单位', 26],
  city: ['地区', 10],
  categorize: ['国民经济分类', 18],
  declareStatus: ['申报状态', 11],
}

/** The columns of the table: the place, the project, and what its maker could read. */
export const tableOf = ({ columns, rows }: Pick<ListContent, 'columns' | 'rows'>) => ({
  heads: ['推荐顺序', '项目名称', ...columns.map((name) => heads[name][0])],
  widths: [8, 32, ...columns.map((name) => heads[name][1])],
  rows: rows.map((row) => [row.place, row.projectName, ...columns.map((name) => row[name])]),
})

/** 2026年12月1日 */
export const chineseDate = (at: string): string => {
  const [year, month, day] = at.slice(0, 10).split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/** A hash in groups of eight, which can be compared by eye. */
export const groupedHash = (hash: string): string => (hash.match(/.{8}/g) ?? []).join(' ')

/** How many are listed, and how many of them have a place. */
export const countWords = (rows: readonly ListRow[]): string => {
  const withPlace = rows.filter(({ place }) => place !== null).length
  if (withPlace === rows.length) return `共${rows.length}件，均已排序`
  return withPlace ? `共${rows.length}件，其中已排序${withPlace}件` : `共${rows.length}件，未排序`
}

/** Up to so many declarations are named in the letter itself. */
const maxInLetter = 5

const lineOf = (row: ListRow, i: number): string => {
  const company = row.commpanyName ? `（${row.commpanyName}）` : ''
  return `${i + 1}．${row.projectName ?? ''}${company}`
}

/** What a letter says of the order. */
const orderWords = (rows: readonly ListRow[]): string => {
  const withPlace = rows.filter(({ place }) => place !== null).length
  if (withPlace === 0) return ''
  return withPlace === rows.length ? '，按推荐顺序排列' : `，其中${withPlace}件已排推荐顺序`
}

/** The letter that goes with a list. */
export const letterOf = ({ batchName, regionName, number, office, addressee, at, rows }: ListContent) => {
  const isShort = rows.length <= maxInLetter
  const projects = `${batchName}“5G+工业互联网”项目`
  return {
    title: `关于推荐${projects}的函`,
    // broken between words
    titleLines: [`关于推荐${batchName}`, '“5G+工业互联网”项目的函'],
    addressee: `${addressee}：`,
    opening: `按照申报工作安排，现推荐${regionName}${projects}${rows.length}件${orderWords(rows)}，${isShort ? '项目如下' : '名单附后'}，请予审核。`,
    lines: isShort ? rows.map(lineOf) : [],
    closing: '专此函达。',
    enclosure: `附件：推荐汇总表（第${number}号）`,
    office,
    date: chineseDate(at),
  }
}
