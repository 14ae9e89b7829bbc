import { groupBy } from '../kit/group-by.ts'
import type { Text } from '../kit/text.ts'
import type { GroupKey, ReportGroup, ReportResult } from './report-result.ts'

/** What stands in a line of sums in place of a name. */
export const sumWords = { subtotal: ['小计', 'Subtotal'], total: ['合计', 'Total'] } as const satisfies Record<
  string,
  Text
>

/** A line of a report's table: a group, a subtotal or the total, with a cell for each figure of each column. */
export interface ReportLine {
  readonly keys: readonly GroupKey[]
  /** Figures of the columns and, last, of all of them; null where no row is counted. */
  readonly groups: readonly (ReportGroup | null)[]
}

interface ReportLayout {
  /** Of a cross table; empty otherwise. */
  readonly columns: readonly GroupKey[]
  readonly lines: readonly ReportLine[]
}

const idOf = (keys: readonly GroupKey[]): string => JSON.stringify(keys.map(({ value }) => value))
const columnId = ({ column }: ReportGroup): string => (column ? idOf([column]) : '')

/** Lays the groups out in lines. The columns are those of the total, which has them all. */
export const layOut = ({ groups, heads }: ReportResult): ReportLayout => {
  const columns = heads.column
    ? groups.flatMap(({ rows, column }) => (rows.length === 0 && column ? [column] : []))
    : []
  const lines = [...groupBy(groups, ({ rows }) => idOf(rows)).values()].map((line): ReportLine => {
    const byColumn = new Map(line.map((group) => [columnId(group), group]))
    const ids = [...columns.map((column) => idOf([column])), '']
    return { keys: line[0].rows, groups: ids.map((id) => byColumn.get(id) ?? null) }
  })
  return { columns, lines }
}

/** More columns of figures than these do not fit beside each other on upright paper. */
const maxUpright = 7

/** Whether the table of a report lies on its side on paper. */
export const isWide = (result: ReportResult): boolean =>
  result.heads.measures.length * (layOut(result).columns.length + 1) > maxUpright
