import { Link } from 'react-router'
import { type Attempt, jobInstance, type Round } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import css from './job-instance.module.css'
import { RemoteRunLog, RunLog } from './run-log.tsx'
import { refreshMsOf, useRefresh } from './run-refresh.ts'
import { RunStatusTag } from './run-status-tag.tsx'
import { RunSubtasks } from './run-subtasks.tsx'

type Run = RowOf<typeof jobInstance>

/** While subtasks go on, they are asked for this often. */
const subtasksMs = 2000

const outcomes: Readonly<Record<NonNullable<Attempt['outcome']>, readonly [Text, Tone]>> = {
  done: [['成功', 'Succeeded'], 'good'],
  failed: [['失败', 'Failed'], 'bad'],
  stopped: [['已停止', 'Stopped'], 'calm'],
  lost: [['进程失联', 'Process lost'], 'bad'],
  released: [['已移交', 'Handed over'], 'calm'],
}

const AttemptRow = ({ attempt, worker, startedAt, endedAt, outcome }: Attempt) => {
  const t = useLocalize()
  const [text, tone] = outcome ? outcomes[outcome] : ([['执行中', 'Running'], 'calm'] as const)
  return (
    <li>
      #{attempt} <Tag tone={tone}>{t(text)}</Tag> {startedAt} – {endedAt ?? ''}{' '}
      <span className="faint">{t([`进程 ${worker}`, `worker ${worker}`])}</span>
    </li>
  )
}

const RoundRow = ({ isFailed, startedAt, result }: Round) => (
  <li>
    {startedAt} {isFailed ? <strong className="bad">{result}</strong> : result}
  </li>
)

/** What a run without an attempt waits for; the details of its job say which workers may run it. */
const NotStarted = ({ job }: { readonly job: string | null }) => {
  const t = useLocalize()
  const may = useMay()
  if (!job) return <p className="muted">{t(['没有执行', 'Not executed'])}</p>
  return (
    <p className="muted">
      {t(['正在等待可用的执行进程', 'Waiting for a worker that is available'])}{' '}
      {may('jobinfo') ? (
        <Link to={`/job/job-info?record=${job}`}>{t(['查看任务与执行进程', 'The job and its workers'])}</Link>
      ) : null}
    </p>
  )
}

/** Each attempt of a run with its process, the rounds of a job that repeats by itself, and its log. */
const RunDetails = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const { data } = useAnswer(
    jobInstance.calls.history,
    { id },
    { refetchInterval: ({ state }) => (state.data?.subtasks.open ? subtasksMs : false) },
  )
  const run = useAnswer(jobInstance.calls.detail, { id }).data
  if (!data) return null
  const log = { id, state: run ? `${run.status > runStatus.running} ${run.attempt}` : '' }
  return (
    <>
      {data.serverName === null ? (
        <DetailSection title={t(['执行经过', 'Attempts'])}>
          {data.attempts.length === 0 ? <NotStarted job={run?.status === runStatus.waiting ? run.job : null} /> : null}
          <ul className={css.plain}>
            {data.attempts.map((attempt) => (
              <AttemptRow key={attempt.attempt} {...attempt} />
            ))}
          </ul>
        </DetailSection>
      ) : null}
      {data.subtasks.total > 0 ? <RunSubtasks of={data.subtasks} /> : null}
      {data.rounds.length > 0 ? (
        <DetailSection title={t(['有结果或失败的轮次', 'Rounds with a result or a failure'])}>
          <ul className={css.plain}>
            {data.rounds.map((round) => (
              <RoundRow key={`${round.startedAt} ${round.result}`} {...round} />
            ))}
          </ul>
        </DetailSection>
      ) : null}
      {data.serverName ? <RemoteRunLog key={id} {...log} serverName={data.serverName} /> : <RunLog key={id} {...log} />}
    </>
  )
}

const columns: Columns<typeof jobInstance> = [{ name: 'status', cell: ({ status }) => <RunStatusTag of={status} /> }]

/** A run that is not over can be stopped; one that has not succeeded can be tried again. What repeats by itself is paused at its job. */
const applies = (action: string, { status, trigger }: Run): boolean => {
  if (trigger === 'repeat') return false
  return action === 'stop' ? status <= runStatus.running : status > runStatus.running && status !== runStatus.done
}

/** Runs of scheduled jobs: the list follows them, and an open one shows its attempts and its log. */
export const JobRuns = () => {
  const source = usePageSource(jobInstance)
  const busy = useRefresh(source, refreshMsOf({ ...source, current: source.paging.current }))
  return (
    <RecordList
      of={jobInstance}
      source={{ ...source, busy }}
      columns={columns}
      applies={applies}
      detailMore={RunDetails}
    />
  )
}
