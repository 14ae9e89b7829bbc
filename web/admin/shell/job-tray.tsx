import { useEffect, useRef, useState } from 'react'
import { entities } from '#contract/index.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { fileRetentionDays } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/caller.ts'
import { formatFileSize } from '#web/base/file-size.ts'
import { invalidateJobs, isOpen, type Job, saveJobFile, useJobs } from '#web/base/jobs.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { visibleDialogs } from '#web/ui/dialog.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ListChecksIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './job-tray.module.css'
import tools from './top-bar-tools.module.css'
import { Count } from './top-bar-tools.tsx'

/** Opens after an import that created accounts. */
const PasswordsDialog = lazyComponent(async () => (await import('#web/base/import-passwords.tsx')).PasswordsDialog)

const tones: Readonly<Record<Job['state'], Tone>> = {
  waiting: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
}

const choiceWords = (field: 'kind' | 'state', value: string): Text =>
  backgroundJob.fields[field].choices.find(([one]) => one === value)?.[1] ?? [value, value]

const entityOf = ({ resource }: Job): AnyEntity | undefined =>
  (entities as Readonly<Record<string, AnyEntity>>)[resource]

/** Title of a job: its kind and its resource, such as 导出 · 项目库. */
const titleOf = (job: Job): Text =>
  fill(['{0} · {1}', '{0} · {1}'], choiceWords('kind', job.kind), entityOf(job)?.label ?? job.resource)

const downloadWords: Text = ['下载', 'Download']

/** Runs an action on a job, reports its error, and refetches the jobs. */
const useJobAction = () => {
  const toaster = useToaster()
  return (act: () => Promise<unknown>) =>
    act()
      .catch((error) => toaster.error(failureOf(error).message))
      .finally(invalidateJobs)
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
    <span className={css.actions}>
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
          {t(['领取初始密码', 'Get the initial passwords'])}
          {hiddenTitle}
        </Button>
      ) : null}
      {job.state === 'done' && job.fileName ? (
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

/** The import dialog reports the outcome itself. */
const isReportedInDialog = ({ kind }: Job) => kind !== 'export' && visibleDialogs().length > 0

/** Notifies the user of a job that has just ended, on whatever page they are. */
const useJobNotifications = (jobs: readonly Job[] | undefined) => {
  const t = useLocalize()
  const act = useJobAction()
  const toaster = useToaster()
  const open = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isOpen(job)) open.current.add(job.id)
      if (isOpen(job) || !open.current.delete(job.id) || job.state === 'cancelled' || isReportedInDialog(job)) continue
      const isDone = job.state === 'done'
      const download = () => {
        toaster.dismiss(job.id)
        void act(() => saveJobFile(job))
      }
      toaster.show({
        key: job.id,
        tone: isDone ? 'good' : 'bad',
        content: `${t(titleOf(job))} ${t(choiceWords('state', job.state))}`,
        detail: job.message,
        action:
          isDone && job.fileName ? (
            <Button kind="main" onClick={download}>
              {t(downloadWords)}
            </Button>
          ) : null,
        seconds: isDone ? 10 : null,
      })
    }
  })
}

/** Rereads the lists of an import that has ended: its dialog, which does so too, may have been closed before. */
const useImportedRows = (jobs: readonly Job[] | undefined) => {
  const known = useRef<readonly string[] | null>(null)
  useEffect(() => {
    if (!jobs) return
    const imports = jobs.filter(({ kind, state }) => kind === 'import' && state === 'done')
    const before = known.current ?? imports.map(({ id }) => id)
    known.current = imports.map(({ id }) => id)
    const paths = imports.flatMap((job) => (before.includes(job.id) ? [] : (entityOf(job)?.path ?? [])))
    if (paths.length) void invalidate(...paths)
  }, [jobs])
}

/** Background jobs: how many are running, and the outcome of the others. */
export const JobTray = () => {
  const t = useLocalize()
  const { data, refetch } = useJobs()
  const jobs = data?.records
  useJobNotifications(jobs)
  useImportedRows(jobs)
  const openCount = jobs?.filter(isOpen).length ?? 0
  const [claimedId, setClaimedId] = useState<string | null>(null)
  return (
    <>
      <Popover
        className={iconButtonClass(tools.tool)}
        name={t([`后台任务，${openCount} 个进行中`, `Background jobs: ${openCount} in progress`])}
        title={t(backgroundJob.label)}
        onOpen={() => void refetch()}
        label={
          <>
            <ListChecksIcon aria-hidden="true" />
            <Count of={openCount} />
          </>
        }
      >
        {(close) => (
          <>
            <h2 className={css.title}>{t(backgroundJob.label)}</h2>
            {jobs?.length ? (
              <ul className={css.jobs}>
                {jobs.map((job) => (
                  <Entry
                    key={job.id}
                    job={job}
                    claim={(id) => {
                      close()
                      setClaimedId(id)
                    }}
                  />
                ))}
              </ul>
            ) : (
              <p className={css.none}>
                {t(['没有任务。导出列表时，进度会显示在这里。', 'No jobs. Exports show their progress here.'])}
              </p>
            )}
            <p className={css.note}>
              {t(fill(['结果文件保留 {0} 天。', 'Files are kept for {0} days.'], fileRetentionDays))}
            </p>
          </>
        )}
      </Popover>
      {claimedId ? <PasswordsDialog id={claimedId} close={() => setClaimedId(null)} /> : null}
    </>
  )
}
