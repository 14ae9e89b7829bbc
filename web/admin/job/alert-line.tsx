import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { JobAlert } from '#contract/job/job-answers.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'

/** What people were told about failures of a job, with the run that failed last; `children` name the job where it is not known. */
export const AlertLine = ({ of, children }: { of: JobAlert; children?: ReactNode }) => {
  const t = useLocalize()
  const may = useMay()
  const { at, failures, error, runId } = of
  return (
    <li>
      {at.slice(0, 16)} {children} {t([`失败 ${failures} 次：`, `failures: ${failures}; `])}
      {error}{' '}
      {runId && may('job_instance') ? (
        <Link to={`/job/job-instance?record=${runId}`}>{t(['运行记录', 'Run'])}</Link>
      ) : null}
    </li>
  )
}
