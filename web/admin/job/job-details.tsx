import { Link } from 'react-router'
import { jobInfo } from '#contract/job/job-info.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { DetailSection } from '../crud/detail-section.tsx'
import css from './job-instance.module.css'
import { NextRunList } from './next-runs.tsx'

/** When a job runs next, as long as it is enabled and planned here. */
const NextRuns = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const job = useAnswer(jobInfo.calls.detail, { id }).data
  const isPlanned = job !== undefined && job.nextAt !== null
  const schedule = isPlanned
    ? {
        timeExpressionType: job.timeExpressionType,
        timeExpression: job.timeExpression,
        timeZone: job.timeZone,
        lifecycle: job.lifecycle,
      }
    : {}
  const { data } = useAnswer(jobInfo.calls.nextRuns, schedule, { enabled: isPlanned })
  if (!isPlanned || !data) return null
  return (
    <DetailSection title={t(['接下来的运行时间', 'Next runs'])}>
      {data.words ? <p>{data.words}</p> : null}
      <NextRunList runs={data.runs} visible={5} />
    </DetailSection>
  )
}

/** What people were told about failures of a job. */
const Alerts = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const { data } = useAnswer(jobInfo.calls.alerts, { id })
  if (!data?.length) return null
  return (
    <DetailSection title={t(['告警记录', 'Alerts'])}>
      <ul className={css.plain}>
        {data.map(({ id: alertId, at, failures, error, runId }) => (
          <li key={alertId}>
            {at} {t([`失败 ${failures} 次：`, `failures: ${failures}; `])}
            {error}{' '}
            {runId && may('job_instance') ? (
              <Link to={`/job/job-instance?record=${runId}`}>{t(['运行记录', 'Run'])}</Link>
            ) : null}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

/** What the details of a job show besides its fields. */
export const JobDetails = ({ id }: { readonly id: string }) => (
  <>
    <NextRuns id={id} />
    <Alerts id={id} />
  </>
)
