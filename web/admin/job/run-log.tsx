import { type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { jobInstance, type LogLine, linesPerAnswer } from '#contract/job/job-instance.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import css from './job-instance.module.css'

const followMs = 1000

interface LogProps {
  readonly id: string
  /** Changes when the run begins anew, so that its log is followed again. */
  readonly state: string
}

/** The lines of a run so far; while it runs, new ones are asked for each second. */
const useLog = ({ id, state }: LogProps) => {
  const last = useRef('0')
  const wasOpen = useRef(false)
  const [lines, setLines] = useState<readonly LogLine[]>([])
  const [isOver, setIsOver] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that is over goes on when somebody tries it again
  useEffect(() => {
    let timer: number | undefined
    let isLeft = false
    const load = async (): Promise<void> => {
      try {
        const part = await ask(jobInstance.calls.log, { id, after: last.current })
        if (isLeft) return
        setFailure(null)
        setLines((before) => [...before, ...part.lines])
        setIsOver(part.isOver)
        last.current = part.lines.at(-1)?.n ?? last.current
        // the list and the attempts show the end as well
        if (part.isOver && wasOpen.current) void invalidate(jobInstance.path)
        wasOpen.current = !part.isOver
        // a full answer has more lines behind it
        const pause = part.lines.length === linesPerAnswer ? 0 : followMs
        if (!part.isOver) timer = window.setTimeout(() => void load(), pause)
      } catch (error) {
        if (isLeft) return
        setFailure(failureOf(error).message)
        timer = window.setTimeout(() => void load(), 5 * followMs)
      }
    }
    void load()
    return () => {
      isLeft = true
      window.clearTimeout(timer)
    }
  }, [id, state])
  return { lines, isOver, failure }
}

const levelNames = ['', 'DEBUG', 'INFO', 'WARN', 'ERROR']

/** The least level of the lines that are shown. */
const levelOptions: readonly (readonly [string, Text])[] = [
  ['2', ['INFO 及以上', 'INFO and above']],
  ['3', ['WARN 及以上', 'WARN and above']],
  ['4', ['ERROR', 'ERROR']],
]

const saveLog = (id: string, lines: readonly LogLine[]): void => {
  const texts = lines.map(({ attempt, level, at, content }) => `${at} #${attempt} ${levelNames[level]} ${content}\n`)
  saveBlob(new Blob(texts, { type: 'text/plain' }), `run-${id}.log`)
}

const title: Text = ['日志', 'Log']

/** Pixels from the end of the list within which its reader is at the end. */
const endPx = 8

/** The lines in a list that shows its end, also when lines are added, until the reader scrolls up. */
const LogTable = ({ lines }: { readonly lines: readonly LogLine[] }) => {
  const t = useLocalize()
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change the height
  useLayoutEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight
  }, [lines])
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLOListElement>) => {
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - endPx
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <ol ref={list} className={css.lines} onScroll={onScroll} tabIndex={0} aria-label={t(title)}>
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
}

/** What is known of a run that another scheduler performs. */
export const RemoteRunLog = ({ serverName, ...of }: LogProps & { readonly serverName: string }) => {
  const t = useLocalize()
  const { isOver, failure } = useLog(of)
  return (
    <DetailSection title={t(title)}>
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

/** The log of a run; it follows the run, and can be searched, filtered by level and downloaded. */
export const RunLog = (of: LogProps) => {
  const t = useLocalize()
  const { lines, isOver, failure } = useLog(of)
  const [words, setWords] = useState('')
  const [least, setLeast] = useState('')
  const found = useMemo(
    () =>
      lines.filter(
        ({ level, content }) => level >= Number(least) && content.toLowerCase().includes(words.toLowerCase()),
      ),
    [lines, words, least],
  )
  const label: Text = ['在日志中查找', 'Search the log']
  return (
    <DetailSection title={t(title)}>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
      {lines.length > 0 ? (
        <>
          <div className="row wrap gap-8 above-4">
            <Input type="search" aria-label={t(label)} placeholder={t(label)} value={words} onValue={setWords} />
            <Select
              label={t(['日志级别', 'Level'])}
              placeholder={t(['全部级别', 'All levels'])}
              value={least}
              onValue={setLeast}
              options={levelOptions.map(([value, name]) => ({ value, label: t(name) }))}
            />
            <Button className="nowrap" onClick={() => saveLog(of.id, lines)}>
              {t(['下载日志', 'Download the log'])}
            </Button>
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
