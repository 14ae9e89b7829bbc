import { fill, type Text } from '../kit/text.ts'
import type { ReportResult } from './report-result.ts'

/** Whose rows are counted, on paper: two readers can have two figures. */
export const readerWords = (name: string): Text =>
  fill(['按“{0}”的数据权限统计', 'Counted from the rows that {0} may see'], name)

/** What stands before the source of a report and its conditions. */
export const countedWords: Text = ['统计数据：', 'Counted: ']

/** What a table of figures says of itself: which figure it has, if nothing else names it, when it was computed, and why it does not add up. */
export const captionOf = ({ asOf, hasSeveral, heads }: ReportResult): Text => {
  const at = asOf.slice(0, 16)
  const [only] = heads.measures
  const [zh, en] = heads.column && only && heads.measures.length === 1 ? only.label : ['', '']
  const several: Text = hasSeveral
    ? fill(
        [
          '；一行可有多个“{0}”，分别计入，故各组之和大于合计',
          '; a row with several values of “{0}” counts in each of them, so the groups add up to more than the total',
        ],
        hasSeveral,
      )
    : ['', '']
  return [`${zh && `${zh}；`}统计时间 ${at}${several[0]}`, `${en && `${en}. `}As of ${at}${several[1]}`]
}
