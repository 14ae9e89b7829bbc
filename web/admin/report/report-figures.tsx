import { Fragment } from 'react'
import { chipsOf } from '#contract/filter-chips.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource, sourceLabel } from '#contract/report/report-sources.ts'
import { countedWords } from '#contract/report/report-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { withFilters } from '../entity/with-filters.ts'
import { ChipValue } from '../search/chips.tsx'
import { ReportChart } from './chart/report-chart.tsx'
import { ReportTable } from './report-table.tsx'

/** Which rows a report counts, in words: the list of the source and its conditions. */
const ReportScope = ({ source, filters }: { readonly source: string; readonly filters: string }) => {
  const t = useLocalize()
  const found = reportSource(source)
  if (!found) return null
  const entity = withFilters(found.entity)
  const values = Object.fromEntries(new URLSearchParams(filters))
  return (
    <p className="muted small below-12">
      {t(countedWords)}
      {t(sourceLabel(found))}
      {chipsOf(entity, values).map((chip) => (
        <Fragment key={chip.keys.join()}>
          {t(['；', '; '])}
          {t(chip.field.label)} {chip.sign}
          <ChipValue chip={chip} filters={values} />
        </Fragment>
      ))}
    </p>
  )
}

/** The figures of a report: what is counted, the chart, if it has one, and the table below it. */
export const ReportFigures = (props: { readonly of: ReportResult; readonly name: string }) => (
  <>
    <ReportScope {...props.of} />
    <ReportChart {...props} />
    <ReportTable {...props} />
  </>
)
