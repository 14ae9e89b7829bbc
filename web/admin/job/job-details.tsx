import { Link } from 'react-router'
import type { WorkerFault, WorkerState } from '#contract/job/job-answers.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Tag } from '#web/ui/notice.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import { AlertLine } from './alert-line.tsx'
import { amount, durationText } from './job-figures.ts'
import css from './job-instance.module.css'
import { NextRunList } from './next-runs.tsx'

const faults: Readonly<Record<WorkerFault, Text>> = {
  designated: ['未被指定', 'Not designated'],
  cores: ['空闲CPU不足', 'Too few free cores'],
  memory: ['可用内存不足', 'Too little memory'],
  disk: ['可用磁盘空间不足', 'Too little disk space'],
  count: ['超出最大执行机器数', 'Beyond the maximum of workers'],
}

const WorkerRow = ({ name, tag, freeCores, freeMemory, freeDisk, running, fault }: WorkerState) => {
  const t = useLocalize()
  const [cores, memory, disk] = [freeCores, freeMemory, freeDisk].map(amount)
  return (
    <li>
      {fault ? <Tag tone="ask">{t(faults[fault])}</Tag> : <Tag tone="good">{t(['可执行', 'Available'])}</Tag>} {name}{' '}
      {tag ? <span className="muted">{t([`标签 ${tag}`, `tag ${tag}`])}</span> : null}{' '}
      <span className="muted">
        {t([
          `空闲 ${cores} 核，内存 ${memory} GB，磁盘 ${disk} GB；执行中 ${running}`,
          `free: ${cores} cores, ${memory} GB memory, ${disk} GB disk; running: ${running}`,
        ])}
      </span>
    </li>
  )
}

/** Which workers may run the job, and how long its last runs took. */
const Preview = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const { workers, runs } = useAnswer(jobInfo.calls.preview, { id }).data ?? { workers: [], runs: [] }
  return (
    <>
      {workers.length ? (
        <DetailSection title={t(['执行进程', 'Workers'])}>
          <ul className={css.plain}>
            {workers.map((worker) => (
              <WorkerRow key={worker.name} {...worker} />
            ))}
          </ul>
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
