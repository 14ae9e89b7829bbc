import { Link } from 'react-router'
import { formatFigure } from '#contract/report/report-figure.ts'
import { layOut, type ReportLine, sumWords } from '#contract/report/report-layout.ts'
import type { ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { captionOf } from '#contract/report/report-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import css from './report-table.module.css'

interface CellsProps {
  readonly of: ReportGroup | null
  readonly result: ReportResult
}

/** The figures of one group; each opens the rows that it counts. */
const Cells = ({ of: group, result: { source, heads } }: CellsProps) => {
  const entity = reportSource(source)?.entity
  return heads.measures.map(({ label: [label], decimals }, nth) => {
    const value = group?.values[nth] ?? null
    const text = value === null ? '' : formatFigure(value, decimals)
    return (
      <td key={label}>
        {group && entity && text ? <Link to={`${screenPathOf(entity)}?${group.filters}`}>{text}</Link> : text}
      </td>
    )
  })
}

const Line = ({ of: { keys, groups }, result }: { of: ReportLine; result: ReportResult }) => {
  const t = useLocalize()
  const levels = result.heads.rows.length
  const isSum = keys.length < levels
  return (
    <tr data-sum={isSum || undefined}>
      {keys.map(({ name }, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has the same levels in the same order
        <th key={level} scope="row">
          {name}
        </th>
      ))}
      {isSum ? (
        <th scope="row" colSpan={levels - keys.length}>
          {t(keys.length ? sumWords.subtotal : sumWords.total)}
        </th>
      ) : null}
      {groups.map((group, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has the same columns in the same order
        <Cells key={nth} of={group} result={result} />
      ))}
    </tr>
  )
}

/** The heads of a cross table: the values across, and below each of them the figures if there are several. */
const CrossHead = ({ of: result }: { of: ReportResult }) => {
  const t = useLocalize()
  const { rows, measures } = result.heads
  const { columns } = layOut(result)
  const rowSpan = measures.length > 1 ? 2 : 1
  const names = [...columns.map(({ name }) => name), t(sumWords.total)]
  return (
    <thead>
      <tr>
        {rows.map(([label, english]) => (
          <th key={label} scope="col" rowSpan={rowSpan}>
            {t([label, english])}
          </th>
        ))}
        {names.map((name) => (
          <th key={name} scope="colgroup" colSpan={measures.length}>
            {name}
          </th>
        ))}
      </tr>
      {rowSpan > 1 ? (
        <tr>
          {names.flatMap((name) =>
            measures.map(({ label }) => (
              <th key={`${name} ${label[0]}`} scope="col">
                {t(label)}
              </th>
            )),
          )}
        </tr>
      ) : null}
    </thead>
  )
}

const PlainHead = ({ of: { heads } }: { of: ReportResult }) => {
  const t = useLocalize()
  return (
    <thead>
      <tr>
        {[...heads.rows, ...heads.measures.map(({ label }) => label)].map((label) => (
          <th key={label[0]} scope="col">
            {t(label)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A report as a table. What it counts, and when, stands above it. */
export const ReportTable = ({ of: result, name }: { readonly of: ReportResult; readonly name: string }) => {
  const t = useLocalize()
  const { lines } = layOut(result)
  const { heads } = result
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <div role="group" className={css.scroll} aria-label={name} tabIndex={0}>
      <table className={css.table}>
        <caption>{t(captionOf(result))}</caption>
        {heads.column ? <CrossHead of={result} /> : <PlainHead of={result} />}
        <tbody>
          {lines.map((line) => (
            <Line key={JSON.stringify(line.keys)} of={line} result={result} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
