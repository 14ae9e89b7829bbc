import { Fragment } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChipValue } from '../search/chips.tsx'
import { chipsOf } from '../search/filter-fields.ts'
import { ReportChart } from './chart/report-chart.tsx'
import { ReportTable } from './report-table.tsx'

/** Which rows a report counts, in words: the list of the source and its conditions. */
const ReportScope = ({ entity, filters }: { readonly entity: AnyEntity; readonly filters: string }) => {
  const t = useLocalize()
  const values = Object.fromEntries(new URLSearchParams(filters))
  return (
    <p className="muted small below-12">
      {t(['统计数据：', 'Counted: '])}
      {t(entity.label)}
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
export const ReportFigures = (props: { readonly of: ReportResult; readonly name: string }) => {
  const { source, filters } = props.of
  const entity = reportSource(source)?.entity
  return (
    <>
      {entity ? <ReportScope entity={entity} filters={filters} /> : null}
      <ReportChart {...props} />
      <ReportTable {...props} />
    </>
  )
}
