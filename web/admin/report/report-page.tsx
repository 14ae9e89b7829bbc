import { useParams } from 'react-router'
import { report } from '#contract/report/report.ts'
import { type Failure, useAnswer } from '#web/base/api/caller.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { ContinuedReport } from './continued-report.tsx'
import { ReportView } from './report-view.tsx'

/** The job that goes on with what took too long; null for other failures. */
const jobOf = (error: Failure | null): string | null => (error?.data as { readonly job?: string } | null)?.job ?? null

/** The figures of one report, computed now, or those that a job has computed: the link of its message names it. */
export const ReportPage = () => {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearch()
  const computed = search.get('figures')
  const answer = useAnswer(report.calls.run, { id }, { enabled: !computed })
  const job = computed ?? jobOf(answer.error)
  const again = () => {
    if (computed) setSearch(() => new URLSearchParams(), { replace: true })
    else void answer.refetch()
  }
  if (job) return <ContinuedReport id={id} job={job} again={again} />
  return <QueryView from={answer}>{(result) => <ReportView id={id} result={result} />}</QueryView>
}
