import { useMatch } from 'react-router'
import { report } from '#contract/report/report.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { reportPattern } from './report-path.ts'
import { ReportTable } from './report-table.tsx'

/** The figures of one report. */
export const ReportPage = () => {
  const t = useLocalize()
  const id = useMatch(reportPattern)?.params.id ?? ''
  const answer = useAnswer(report.calls.run, { id })
  return (
    <QueryView from={answer}>
      {(result) => (
        <>
          <PageHead title={result.name}>
            <Button onClick={() => window.print()}>{t(['打印', 'Print'])}</Button>
          </PageHead>
          {result.note ? <p className="muted below-12">{result.note}</p> : null}
          <ReportTable of={result} name={t(result.name)} />
        </>
      )}
    </QueryView>
  )
}
