import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import type { ListColumn, ListContent, ListRow } from './list-content.ts'

/** The words of the list and the letter of recommendation, in the language of who fetches them. */

const place: Text = ['推荐顺序', 'Order of recommendation']
const project: Text = ['项目名称', 'Project name']
/** The heads of the columns, in this order, with their share of the width. */
const heads: Readonly<Record<ListColumn, readonly [head: Text, width: number]>> = {
  declareNo: [['申报编号', 'Declaration no.'], 19],
  commpanyName: [['申报单位', 'Declarant'], 26],
  city: [['地区', 'Location'], 10],
  categorize: [['国民经济分类', 'Industry'], 18],
  declareStatus: [['申报状态', 'Stage'], 11],
}

/** The columns of the table: the place, the project, and what its maker could read. */
export const tableOf = ({ columns, rows }: Pick<ListContent, 'columns' | 'rows'>, lang: Lang) => ({
  heads: [place, project, ...columns.map((name) => heads[name][0])].map((head) => localize(head, lang)),
  widths: [8, 32, ...columns.map((name) => heads[name][1])],
  rows: rows.map((row) => [row.place, row.projectName, ...columns.map((name) => row[name])]),
})

/** 2026年12月1日 */
export const dayText = (at: string): Text => {
  const day = at.slice(0, 10)
  const [year, month, date] = day.split('-').map(Number)
  const [chinese] = fill(['{0}年{1}月{2}日', '{0}-{1}-{2}'], year ?? '', month ?? '', date ?? '')
  return [chinese, day]
}

/** A hash in groups of eight, which can be compared by eye. */
export const groupedHash = (hash: string): string => (hash.match(/.{8}/g) ?? []).join(' ')

const withPlace = (rows: readonly ListRow[]): number => rows.filter((row) => row.place !== null).length

/** How many are listed, and how many of them have a place. */
export const countText = (rows: readonly ListRow[]): Text => {
  const count = withPlace(rows)
  if (count === rows.length) return fill(['共{0}件，均已排序', '{0} declarations, all with a place'], rows.length)
  return count
    ? fill(['共{0}件，其中已排序{1}件', '{0} declarations, of which {1} have a place'], rows.length, count)
    : fill(['共{0}件，未排序', '{0} declarations without an order'], rows.length)
}

/** Up to so many declarations are named in the letter itself. */
const maxInLetter = 5

const lineOf = (row: ListRow, i: number): Text => {
  const name = row.projectName ?? ''
  const company = row.commpanyName
  return company
    ? fill(['{0}．{1}（{2}）', '{0}. {1} ({2})'], i + 1, name, company)
    : fill(['{0}．{1}', '{0}. {1}'], i + 1, name)
}

/** What a letter says of the order. */
const orderText = (rows: readonly ListRow[]): Text => {
  const count = withPlace(rows)
  if (count === 0) return ['', '']
  return count === rows.length
    ? ['，按推荐顺序排列', ', in our order of recommendation']
    : fill(['，其中{0}件已排推荐顺序', ', of which {0} have a place in our order'], count)
}

const opening: Text = [
  '按照申报工作安排，现推荐{0}{1}“5G+工业互联网”项目{2}件{3}，{4}，请予审核。',
  'For {1} we recommend the 5G and industrial internet projects of {0}: {2} declarations{3}. {4}. Please review them.',
]

/** The letter that goes with a list. */
export const letterOf = (content: ListContent, lang: Lang) => {
  const { batchName, regionName, number, office, addressee, at, rows } = content
  const t = (text: Text) => localize(text, lang)
  const isShort = rows.length <= maxInLetter
  const where: Text = isShort ? ['项目如下', 'They are named below'] : ['名单附后', 'They are listed in the enclosure']
  // broken between words
  const titleLines: readonly Text[] = [
    fill(['关于推荐{0}', 'Recommendation of 5G and industrial'], batchName),
    fill(['“5G+工业互联网”项目的函', 'internet projects: {0}'], batchName),
  ]
  return {
    title: titleLines.map(t).join(t(['', ' '])),
    titleLines: titleLines.map(t),
    addressee: t(fill(['{0}：', '{0},'], addressee)),
    opening: t(fill(opening, regionName, batchName, rows.length, orderText(rows), where)),
    lines: isShort ? rows.map((row, i) => t(lineOf(row, i))) : [],
    enclosure: t(fill(['附件：推荐汇总表（第{0}号）', 'Enclosure: list of recommendation (no. {0})'], number)),
    office,
    date: t(dayText(at)),
  }
}
