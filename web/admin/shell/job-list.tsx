import { backgroundJob } from '#contract/job/background-job.ts'
import { fileRetentionDays, reportRetentionDays } from '#contract/job/exporting.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { isOpen, type Job, saveJobFile } from '#web/base/login/jobs.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from './job-tray.module.css'
import { choiceWords, downloadWords, titleOf, useJobAction } from './job-words.ts'

const tones: Readonly<Record<Job['state'], Tone>> = {
  waiting: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
}

const Progress = ({ job }: { job: Job }) => {
  const t = useLocalize()
  const { done, total } = job
  const figure = (n: number | null) => (n ?? 0).toLocaleString('zh-CN')
  const progressText = total ? `${figure(done)} / ${figure(total)}` : figure(done)
  return (
    <div className={css.progress}>
      <progress aria-label={t(titleOf(job))} {...(total ? { value: done ?? 0, max: total } : {})} />
      <span>{progressText}</span>
    </div>
  )
}

/** An act of many rows has a sheet of what it has done also if it was stopped. */
const hasFile = (job: Job): boolean =>
  job.fileName !== null && (job.state === 'done' || (job.kind === 'rows' && !isOpen(job)))

interface JobProps {
  readonly job: Job
  /** Opens the initial passwords that an import created. */
  readonly claim: (id: string) => void
}

const Actions = ({ job, claim }: JobProps) => {
  const t = useLocalize()
  const act = useJobAction()
  const { id } = job
  const hiddenTitle = <span className="hidden-words"> {t(titleOf(job))}</span>
  const { cancel, retry } = backgroundJob.calls
  return (
    <span className="inline-row gap-12 push nowrap">
      {isOpen(job) ? (
        <Button kind="link" onClick={() => void act(() => ask(cancel, { id }))}>
          {t(words.cancel)}
          {hiddenTitle}
        </Button>
      ) : null}
      {job.state === 'failed' || job.state === 'cancelled' ? (
        <Button kind="link" onClick={() => void act(() => ask(retry, { id }))}>
          {t(words.retry)}
          {hiddenTitle}
        </Button>
      ) : null}
      {job.unclaimed ? (
        <Button kind="link" onClick={() => claim(id)}>
          {t(['领取初始密码', 'Get initial passwords'])}
          {hiddenTitle}
        </Button>
      ) : null}
      {hasFile(job) ? (
        <Button kind="link" onClick={() => void act(() => saveJobFile(job))}>
          {t(downloadWords)}
          {hiddenTitle}
        </Button>
      ) : null}
    </span>
  )
}

const Entry = ({ job, claim }: JobProps) => {
  const t = useLocalize()
  return (
    <li className={css.job}>
      <div className={css.head}>
        <strong>{t(titleOf(job))}</strong>
        <Tag tone={tones[job.state]}>{t(choiceWords('state', job.state))}</Tag>
        <time>{String(job.createTime).slice(5, 16)}</time>
      </div>
      {isOpen(job) ? <Progress job={job} /> : null}
      <div className={css.foot}>
        <span>
          {job.message}
          {job.fileSize ? <small> {formatFileSize(job.fileSize)}</small> : null}
        </span>
        <Actions job={job} claim={claim} />
      </div>
    </li>
  )
}

const retentionWords: Text = ['文件保留 {0} 天，报表 {1} 天。', 'Files are kept for {0} days, reports for {1}.']

type ListProps = { readonly jobs: readonly Job[] } & Pick<JobProps, 'claim'>

const Entries = ({ jobs, claim }: ListProps) => {
  const t = useLocalize()
  return jobs.length ? (
    <ul>
      {jobs.map((job) => (
        <Entry key={job.id} job={job} claim={claim} />
      ))}
    </ul>
  ) : (
    <p className={css.none}>
      {t(['没有任务。导出列表时，进度会显示在这里。', 'No jobs. Exports show their progress here.'])}
    </p>
  )
}

/** The jobs of the tray, newest first, and how long their files are kept. */
export const JobList = (props: ListProps) => {
  const t = useLocalize()
  return (
    <>
      <Entries {...props} />
      <p className={css.note}>{t(fill(retentionWords, fileRetentionDays, reportRetentionDays))}</p>
    </>
  )
}
