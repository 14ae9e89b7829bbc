import { useEffect, useEffectEvent } from 'react'
import { backgroundJob, type RowsOutcome } from '#contract/job/background-job.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { invalidateJobs, isOpen, type Job, saveJobFile, useJob } from '#web/base/login/jobs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { JobProgress } from '../../dialog/job-progress.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { NotDoneList } from './not-done-list.tsx'

const figures = ({ done, refused, waiting }: RowsOutcome): Text =>
  waiting
    ? [
        `已办理 ${done} 件，未办成 ${refused} 件，尚未轮到 ${waiting} 件`,
        `Done: ${done}, refused: ${refused}, not reached: ${waiting}`,
      ]
    : [`已办理 ${done} 件，未办成 ${refused} 件`, `Done: ${done}, refused: ${refused}`]

/** What became of the rows: counts, and those that were refused with the reason. */
const Outcome = ({ job }: { readonly job: Job }) => {
  const t = useLocalize()
  const { data } = useAnswer(backgroundJob.calls.rowsOutcome, { id: job.id }, { staleTime: 0 })
  if (!data) return <Notice tone="bad" live title={job.message ?? ''} />
  const { refused, rows } = data
  const isDone = job.state === 'done'
  const isStopped = job.state === 'cancelled'
  const tone = isDone && refused === 0 ? 'good' : isDone || isStopped ? 'ask' : 'bad'
  return (
    <>
      <Notice tone={tone} live title={t(figures(data))}>
        {isDone ? null : (
          <p>{isStopped ? t(['已停止，其余各件可继续办理', 'Stopped; you can go on with the rest']) : job.message}</p>
        )}
      </Notice>
      <NotDoneList rows={rows.map((row) => ({ ...row, title: row.title ?? row.id }))} />
      {refused > rows.length ? (
        <p className="muted small above-8">
          {t([`仅列出前 ${rows.length} 件，全部见结果表。`, `The first ${rows.length}; the sheet has all of them.`])}
        </p>
      ) : null}
    </>
  )
}

interface Props {
  readonly id: string
  readonly title: string
  /** Called once when the act has ended. */
  readonly onEnd: () => void
  readonly close: () => void
}

/** An act of many rows in the background: how far it is, how to stop it, and what became of the rows. */
export const ActDialog = ({ id, title, onEnd, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const job = useJob(id)
  const hasEnded = job !== undefined && !isOpen(job)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  const act = (call: typeof backgroundJob.calls.cancel) =>
    void ask(call, { id })
      .catch((error) => toaster.error(failureOf(error).message))
      .finally(invalidateJobs)
  const { cancel, retry } = backgroundJob.calls
  return (
    <RecordModal
      title={title}
      close={close}
      width={640}
      footer={
        <>
          {hasEnded ? (
            <>
              <Button onClick={() => void saveJobFile(job)}>{t(['下载结果表', 'Download the results'])}</Button>
              {job.state === 'done' ? null : <Button onClick={() => act(retry)}>{t(['继续办理', 'Go on'])}</Button>}
            </>
          ) : (
            <Button onClick={() => act(cancel)}>{t(['停止（办完当前一件）', 'Stop after the present one'])}</Button>
          )}
          <Button kind="main" onClick={close}>
            {t(words.close)}
          </Button>
        </>
      }
    >
      {hasEnded ? (
        <Outcome job={job} />
      ) : (
        <JobProgress
          job={job}
          label={t(job?.state === 'running' ? ['正在办理', 'In progress'] : ['排队中', 'Waiting'])}
        />
      )}
    </RecordModal>
  )
}
