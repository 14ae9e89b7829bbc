import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Attempt, jobInstance, type LogLine, linesPerAnswer, type Round } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice, Tag, type Tone } from '#web/ui/notice.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import css from './job-instance.module.css'
import { refreshMsOf, useRefresh } from './run-refresh.ts'
import { RunStatusTag } from './run-status-tag.tsx'
import { RunSubtasks } from './run-subtasks.tsx'

type Run = RowOf<typeof jobInstance>

const followMs = 1000

/** The lines of a run so far; while it runs, new ones are asked for each second. */
const useLog = (id: string) => {
  const [lines, setLines] = useState<readonly LogLine[]>([])
  const [isOver, setIsOver] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let timer: number | undefined
    let isLeft = false
    let wasOpen = false
    const load = async (after: string): Promise<void> => {
      try {
        const part = await ask(jobInstance.calls.log, { id, after })
        if (isLeft) return
        setFailure(null)
        setLines((before) => [...before, ...part.lines])
        setIsOver(part.isOver)
        const last = part.lines.at(-1)?.n ?? after
        // the list and the attempts show the end as well
        if (part.isOver && wasOpen) void invalidate(jobInstance.path)
        wasOpen = !part.isOver
        // a full answer has more lines behind it
        const pause = part.lines.length === linesPerAnswer ? 0 : followMs
        if (!part.isOver) timer = window.setTimeout(() => void load(last), pause)
      } catch (error) {
        if (isLeft) return
        setFailure(failureOf(error).message)
        timer = window.setTimeout(() => void load(after), 5 * followMs)
      }
    }
    void load('0')
    return () => {
      isLeft = true
      window.clearTimeout(timer)
    }
  }, [id])
  return { lines, isOver, failure }
}

const levelNames = ['', 'DEBUG', 'INFO', 'WARN', 'ERROR']

const saveLog = (id: string, lines: readonly LogLine[]): void => {
  const texts = lines.map(({ attempt, level, at, content }) => `${at} #${attempt} ${levelNames[level]} ${content}\n`)
  saveBlob(new Blob(texts, { type: 'text/plain' }), `run-${id}.log`)
}

const LogTable = ({ lines }: { readonly lines: readonly LogLine[] }) => (
  <ol className={css.lines}>
    {lines.map(({ n, attempt, level, at, content }) => (
      <li key={n} data-level={levelNames[level]}>
        <span className="faint nowrap">
          {at} #{attempt} {levelNames[level]}
        </span>{' '}
        {content}
      </li>
    ))}
  </ol>
)

/** What is known of a run that another scheduler performs. */
const RemoteRunLog = ({ id, serverName }: { readonly id: string; readonly serverName: string }) => {
  const t = useLocalize()
  const { isOver, failure } = useLog(id)
  return (
    <DetailSection title={t(['日志', 'Log'])}>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
      <p>
        {t([
          `该次运行由任务应用“${serverName}”执行，日志只能在那里查看。`,
          `“${serverName}” performs this run; its log can only be read there.`,
        ])}
      </p>
      {isOver ? null : (
        <p className="muted" role="status">
          {t(['运行尚未结束，状态自动更新', 'The run goes on; its state is updated by itself'])}
        </p>
      )}
    </DetailSection>
  )
}

/** The log of a run; it follows the run, and can be searched and downloaded. */
const RunLog = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const { lines, isOver, failure } = useLog(id)
  const [words, setWords] = useState('')
  const found = words ? lines.filter(({ content }) => content.toLowerCase().includes(words.toLowerCase())) : lines
  const label: Text = ['在日志中查找', 'Search the log']
  return (
    <DetailSection title={t(['日志', 'Log'])}>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
      {lines.length > 0 ? (
        <>
          <div className="row gap-8">
            <Input type="search" aria-label={t(label)} placeholder={t(label)} value={words} onValue={setWords} />
            <Button onClick={() => saveLog(id, lines)}>{t(['下载日志', 'Download the log'])}</Button>
          </div>
          <LogTable lines={found} />
        </>
      ) : null}
      {lines.length === 0 && isOver ? <p className="muted">{t(['没有日志', 'No log'])}</p> : null}
      {isOver ? null : (
        <p className="muted" role="status">
          {t(['运行尚未结束，日志自动更新', 'The run goes on; the log is updated by itself'])}
        </p>
      )}
    </DetailSection>
  )
}

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
    { refetchInterval: ({ state }) => (state.data?.subtasks.open ? 2 * followMs : false) },
  )
  const run = useAnswer(jobInstance.calls.detail, { id }).data
  if (!data) return null
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
      {data.serverName ? <RemoteRunLog key={id} id={id} serverName={data.serverName} /> : <RunLog key={id} id={id} />}
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
