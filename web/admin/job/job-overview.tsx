import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import { type JobFigures, type JobsNow, jobOverview, type WorkerLoad } from '#contract/job/job-overview.ts'
import { runStatus } from '#contract/job/run-status.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { FigureTable } from '#web/ui/figure-table.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { ScrolledTable } from '#web/ui/scrolled-table.tsx'
import { AlertLine } from './alert-line.tsx'
import { amount, durationText } from './job-figures.ts'
import css from './job-overview.module.css'
import { Timeline } from './timeline.tsx'

/** Milliseconds after which what happens now is read again, while the page is visible: workers give signs of life as often. */
const refreshMs = 10_000
const timelineRefreshMs = 60_000

const Section = ({ title: name, extra, children }: { title: Text; extra?: ReactNode; children: ReactNode }) => {
  const t = useLocalize()
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{t(name)}</h2>
        {extra}
      </div>
      {children}
    </section>
  )
}

const Workers = ({ of: workers }: { of: readonly WorkerLoad[] }) => {
  const t = useLocalize()
  if (workers.length === 0)
    return <p className="muted">{t(['没有执行进程，任务暂不执行', 'There is no worker: no job runs'])}</p>
  const columns = [
    {
      head: t(['执行进程', 'Worker']),
      cell: ({ name, tag }: WorkerLoad) => (
        <>
          {name} {tag ? <Tag tone="calm">{tag}</Tag> : null}
        </>
      ),
    },
    { head: t(['执行中', 'Running']), cell: ({ running }: WorkerLoad) => running },
    { head: t(['空闲CPU（核）', 'Free cores']), cell: ({ freeCores }: WorkerLoad) => amount(freeCores) },
    { head: t(['可用内存（GB）', 'Free memory (GB)']), cell: ({ freeMemory }: WorkerLoad) => amount(freeMemory) },
    { head: t(['可用磁盘（GB）', 'Free disk (GB)']), cell: ({ freeDisk }: WorkerLoad) => amount(freeDisk) },
    { head: t(['启动时间', 'Started at']), cell: ({ startedAt }: WorkerLoad) => startedAt.slice(0, 16) },
    { head: t(['版本', 'Version']), cell: ({ version }: WorkerLoad) => version },
  ]
  return (
    <ScrolledTable label={t(['执行进程', 'Workers'])}>
      <FigureTable
        whole
        caption={t(['健康度最高的在前', 'The healthiest first'])}
        columns={columns}
        rows={workers}
        keyOf={({ name }) => name}
      />
    </ScrolledTable>
  )
}

/** A count that opens the runs it counts. */
const RunCount = ({ of: count, job, status }: { of: number; job?: string; status: number }) => {
  const may = useMay()
  if (count === 0 || !may('job_instance')) return count
  const filter = new URLSearchParams({ ...(job ? { job_equal: job } : {}), status_equal: String(status) })
  return <Link to={`/job/job-instance?${filter}`}>{count}</Link>
}

const Statistics = ({ of: jobs }: { of: readonly JobFigures[] }) => {
  const t = useLocalize()
  if (jobs.length === 0) return <p className="muted">{t(['尚无已结束的运行', 'No run has ended yet'])}</p>
  const time = (milliseconds: number | null) => (milliseconds === null ? '—' : t(durationText(milliseconds)))
  const columns = [
    {
      head: t(['定时任务', 'Scheduled job']),
      cell: ({ id, name }: JobFigures) => <Link to={`/job/job-info?record=${id}`}>{name}</Link>,
    },
    {
      head: t(['成功', 'Succeeded']),
      cell: ({ id, done }: JobFigures) => <RunCount of={done} job={id} status={runStatus.done} />,
    },
    {
      head: t(['失败', 'Failed']),
      cell: ({ id, failed }: JobFigures) => <RunCount of={failed} job={id} status={runStatus.failed} />,
    },
    { head: t(['耗时中位数', 'Median']), cell: ({ medianMs }: JobFigures) => time(medianMs) },
    { head: t(['95%以内', '95 % within']), cell: ({ p95Ms }: JobFigures) => time(p95Ms) },
    { head: t(['最长', 'Longest']), cell: ({ longestMs }: JobFigures) => time(longestMs) },
  ]
  return (
    <ScrolledTable label={t(['运行统计', 'Statistics'])}>
      <FigureTable
        whole
        caption={t(['最近七天，失败多的在前', 'The last seven days; those with the most failures first'])}
        columns={columns}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </ScrolledTable>
  )
}

const Alerts = ({ of: alerts }: { of: JobsNow['alerts'] }) => {
  const t = useLocalize()
  if (alerts.length === 0) return <p className="muted">{t(['最近没有告警', 'No alerts'])}</p>
  return (
    <ul className="stack gap-8">
      {alerts.map(({ jobId, jobName, ...alert }) => (
        <AlertLine key={alert.id} of={alert}>
          <Link to={`/job/job-info?record=${jobId}`}>{jobName}</Link>
        </AlertLine>
      ))}
    </ul>
  )
}

/** An overview of the jobs of this platform: workers and their load, the plan of a day, how runs ended, alerts. */
export const JobOverview = () => {
  const t = useLocalize()
  const now = useAnswer(jobOverview.now, {}, { refetchInterval: refreshMs })
  const timeline = useAnswer(jobOverview.timeline, {}, { refetchInterval: timelineRefreshMs })
  const statistics = useAnswer(jobOverview.statistics)
  const checkedAt = now.data?.checkedAt.slice(11)
  return (
    <>
      <PageHead
        title={consoleWords.jobOverview}
        extra={checkedAt ? t([`${checkedAt} 更新`, `updated at ${checkedAt}`]) : undefined}
      />
      <QueryView from={now}>
        {({ workers, running, waiting, alerts }) => (
          <>
            <Section
              title={['执行进程', 'Workers']}
              extra={
                <p className="muted">
                  {t(['执行中', 'Running'])} <RunCount of={running} status={runStatus.running} /> ·{' '}
                  {t(['等待执行', 'Waiting'])} <RunCount of={waiting} status={runStatus.waiting} />
                </p>
              }
            >
              <Workers of={workers} />
            </Section>
            <Section title={['告警', 'Alerts']}>
              <Alerts of={alerts} />
            </Section>
          </>
        )}
      </QueryView>
      <Section title={['未来24小时', 'The next 24 hours']}>
        <QueryView from={timeline}>{(data) => <Timeline of={data} />}</QueryView>
      </Section>
      <Section title={['运行统计', 'Statistics']}>
        <QueryView from={statistics}>
          {({ jobs, more }) => (
            <>
              <Statistics of={jobs} />
              {more > 0 ? (
                <p className="muted above-8">{t([`另有 ${more} 个任务未列出`, `${more} more jobs`])}</p>
              ) : null}
            </>
          )}
        </QueryView>
      </Section>
    </>
  )
}
