import type { ReportResult } from '#contract/report/report-result.ts'
import { ReportChart } from './chart/report-chart.tsx'
import { ReportTable } from './report-table.tsx'

/** The figures of a report: its chart, if it has one, and the table below it. */
export const ReportFigures = (props: { readonly of: ReportResult; readonly name: string }) => (
  <>
    <ReportChart {...props} />
    <ReportTable {...props} />
  </>
)
