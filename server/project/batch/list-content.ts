import { createHash } from 'node:crypto'
import { fill, type Text } from '#contract/kit/text.ts'

/** What a version of the list of recommendation says (docs/decisions/0164): it never changes, and its SHA-256 is that of its text. */

/** Columns of declarations, besides the name of the project, in the order of the table. */
export const listColumns = ['declareNo', 'commpanyName', 'city', 'categorize', 'declareStatus'] as const
export type ListColumn = (typeof listColumns)[number]

/** A declaration of the list; a column that its maker could not read is null. */
export type ListRow = Readonly<Record<ListColumn, string | null>> & {
  readonly place: number | null
  readonly projectName: string | null
}

export interface ListContent {
  readonly batchName: string
  readonly regionName: string
  readonly number: number
  readonly office: string
  readonly addressee: string
  readonly createdBy: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly at: string
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ListRow[]
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A list with the ids of its rows. */
export interface Listed {
  readonly ids: readonly string[]
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ListRow[]
}

/** Columns whose change makes a list another one: stages change all the time, while who is recommended stays. */
const compared = ({ columns }: Listed): ListColumn[] => columns.filter((name) => name !== 'declareStatus')

const valuesIn = ({ rows }: Listed, columns: readonly ListColumn[]): string =>
  JSON.stringify(rows.map((row) => [row.projectName, ...columns.map((name) => row[name])]))

const placesIn = ({ ids, rows }: Listed): string => JSON.stringify(ids.map((id, i) => [id, rows[i]?.place ?? null]))

/** Of a list as its page shows it: a version is made of what its maker has seen. */
export const digestOf = (list: Listed): string => sha256Of(placesIn(list) + valuesIn(list, compared(list)))

const otherRows: Text = [
  '名单已有变化：新增 {0} 件，减少 {1} 件',
  'The list has changed: {0} more, {1} fewer declarations',
]
const otherOrder: Text = ['推荐顺序已有变化', 'The order of recommendation has changed']
const otherValues: Text = [
  '名单中的项目名称、申报单位等内容已有变化',
  'Names or other values of the listed declarations have changed',
]

/** How the present list differs from an earlier one; null if it does not. */
export const differenceOf = (before: Listed, now: Listed): Text | null => {
  const [old, present] = [new Set(before.ids), new Set(now.ids)]
  const added = now.ids.filter((id) => !old.has(id)).length
  const removed = before.ids.filter((id) => !present.has(id)).length
  if (added + removed) return fill(otherRows, added, removed)
  if (placesIn(before) !== placesIn(now)) return otherOrder
  const both = compared(before).filter((name) => now.columns.includes(name))
  return valuesIn(before, both) === valuesIn(now, both) ? null : otherValues
}
