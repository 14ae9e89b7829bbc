import { Link } from 'react-router'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Tag } from '#web/ui/notice.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import { AlertLine } from './alert-line.tsx'
import { durationText } from './job-figures.ts'
import css from './job-instance.module.css'
import { NextRunList } from './next-runs.tsx'
import { WorkerList } from './worker-list.tsx'

/** Which workers may run the job, and how long its last runs took. */
const Preview = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const { workers, runs } = useAnswer(jobInfo.calls.preview, { id }).data ?? { workers: [], runs: [] }
  return (
    <>
      {workers.length ? (
        <DetailSection title={t(['执行进程', 'Workers'])}>
          <WorkerList of={workers} />
        </DetailSection>
      ) : null}
      {runs.length ? (
        <DetailSection title={t(['最近运行的耗时', 'Durations of the last runs'])}>
          <ul className={css.plain}>
            {runs.map(({ id: runId, status, startedAt, milliseconds }) => (
              <li key={runId}>
                {startedAt} {t(durationText(milliseconds))}{' '}
                {status === runStatus.failed ? <Tag tone="bad">{t(['执行失败', 'Failed'])}</Tag> : null}
              </li>
            ))}
          </ul>
          {may('job_instance') ? (
            <p>
              <Link to={`/job/job-instance?job_equal=${id}`}>{t(['全部运行记录', 'All runs'])}</Link>
            </p>
          ) : null}
        </DetailSection>
      ) : null}
    </>
  )
}

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
  const { data } = useAnswer(jobInfo.calls.alerts, { id })
  if (!data?.length) return null
  return (
    <DetailSection title={t(['告警记录', 'Alerts'])}>
      <ul className={css.plain}>
        {data.map((alert) => (
          <AlertLine key={alert.id} of={alert} />
        ))}
      </ul>
    </DetailSection>
  )
}

/** What the details of a job show besides its fields: when it runs next, where, how long it took before, and its alerts. */
export const JobDetails = ({ id }: { readonly id: string }) => (
  <>
    <NextRuns id={id} />
    <Preview id={id} />
    <Alerts id={id} />
  </>
)
