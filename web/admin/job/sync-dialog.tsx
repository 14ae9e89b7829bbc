import { useState } from 'react'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer } from '#contract/job/job-server.ts'
import type { ServerSync, SyncNote } from '#contract/job/sync.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './job-instance.module.css'

const Notes = ({ title, notes }: { readonly title: Text; readonly notes: readonly SyncNote[] }) => {
  const t = useLocalize()
  if (notes.length === 0) return null
  return (
    <>
      <h4>{t(title)}</h4>
      <ul className={css.plain}>
        {notes.map(({ jobName, text }) => (
          <li key={`${jobName} ${text}`}>
            <strong>{jobName}</strong> {text}
          </li>
        ))}
      </ul>
    </>
  )
}

const ServerReport = ({ serverName, downloaded, uploaded, unchanged, differences, failures, error }: ServerSync) => {
  const t = useLocalize()
  return (
    <section>
      <h3>{serverName}</h3>
      {error ? (
        <Notice tone="bad">{error}</Notice>
      ) : (
        <p>
          {t([
            `本平台新增 ${downloaded} 个，远端新增或更新 ${uploaded} 个，无变化 ${unchanged} 个`,
            `Added here: ${downloaded}; added or changed at the job server: ${uploaded}; unchanged: ${unchanged}`,
          ])}
        </p>
      )}
      <Notes title={['存在差异，两边均未改动', 'Different, and left as they are']} notes={differences} />
      <Notes title={['未能同步', 'Could not be synchronised']} notes={failures} />
    </section>
  )
}

interface Props {
  /** The job server; null: all of them. */
  readonly serverId: string | null
  readonly close: () => void
}

/** Milliseconds: a synchronisation makes one call for each job, each of which has its own limit. */
const timeout = 120_000

/** What has been synchronised so far; null before the first time. */
const useSync = (serverId: string | null) => {
  const [reports, setReports] = useState<readonly ServerSync[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const synchronise = async (localWins: 0 | 1) => {
    setBusy(true)
    setFailure(null)
    try {
      setReports(
        serverId === null
          ? await ask(jobInfo.calls.sync, { localWins }, { timeout })
          : [await ask(jobServer.calls.sync, { id: serverId, localWins }, { timeout })],
      )
      await invalidate(jobInfo.path)
    } catch (error) {
      setFailure(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { reports, failure, busy, synchronise }
}

const Question = () => {
  const t = useLocalize()
  return (
    <>
      <p>{t(['确定进行数据双向同步?', 'Synchronise in both directions?'])}</p>
      <p className="muted">
        {t([
          '只补充一边缺少的任务，有差异的任务不会被覆盖。',
          'Jobs that one side lacks are added; jobs that differ are not overwritten.',
        ])}
      </p>
    </>
  )
}

/** Asks, synchronises, and shows what happened. What differs is overwritten only after a second question. */
export const SyncDialog = ({ serverId, close }: Props) => {
  const t = useLocalize()
  const { reports, failure, busy, synchronise } = useSync(serverId)
  const hasDifferences = reports?.some(({ differences }) => differences.length > 0)
  const answers = reports ? (
    <>
      {hasDifferences ? (
        <Button kind="danger" busy={busy} onClick={() => void synchronise(1)}>
          {t(['以本地为准，覆盖远端', 'Overwrite the job server with local data'])}
        </Button>
      ) : null}
      <Button kind="main" onClick={close}>
        {t(words.close)}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={close}>{t(words.cancel)}</Button>
      <Button kind="main" busy={busy} onClick={() => void synchronise(0)}>
        {t(jobInfo.calls.sync.label)}
      </Button>
    </>
  )
  return (
    <Dialog title={t(jobInfo.calls.sync.label)} closeWords={t(words.close)} onClose={close} footer={answers}>
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
      {reports?.map((report) => <ServerReport key={report.serverId} {...report} />) ?? <Question />}
      {reports?.length === 0 ? (
        <p className="muted">{t(['没有其他任务应用', 'There is no other job server'])}</p>
      ) : null}
    </Dialog>
  )
}
