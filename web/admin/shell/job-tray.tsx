import { useEffect, useRef, useState } from 'react'
import { backgroundJob, type JobKind } from '#contract/job/background-job.ts'
import { invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { isOpen, type Job, saveJobFile, startedJobs, useJobs } from '#web/base/login/jobs.ts'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { Loading } from '#web/base/page/page.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { Button } from '#web/ui/button.tsx'
import { visibleDialogs } from '#web/ui/dialog.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ListChecksIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './job-tray.module.css'
import { choiceWords, downloadWords, entityOf, titleOf, useJobAction } from './job-words.ts'
import tools from './top-bar-tools.module.css'
import { Count } from './top-bar-tools.tsx'

/** Loaded when the tray opens. */
const JobList = lazyComponent(async () => (await import('./job-list.tsx')).JobList, Loading)

/** Opens after an import that created accounts. */
const PasswordsDialog = lazyComponent(
  async () => (await import('#web/base/login/import-passwords.tsx')).PasswordsDialog,
)

/** Whether the dialog that starts a job reports its outcome itself. */
const hasDialog: Readonly<Record<JobKind, boolean>> = {
  export: false,
  importCheck: true,
  import: true,
  report: false,
  rows: true,
}
const isReportedInDialog = ({ kind }: Job) => hasDialog[kind] && visibleDialogs().length > 0

/** Notifies the user of a job that has just ended, on whatever page they are. */
const useJobNotifications = (jobs: readonly Job[] | undefined) => {
  const t = useLocalize()
  const act = useJobAction()
  const toaster = useToaster()
  const open = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isOpen(job)) open.current.add(job.id)
      if (isOpen(job)) continue
      const isNews = [open.current, startedJobs].filter((ids) => ids.delete(job.id)).length > 0
      if (!isNews || job.state === 'cancelled' || isReportedInDialog(job)) continue
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

/** Addresses whose answers an act of many rows changes, besides those of its entity. */
const pathsOfActs = ['/api/caict-flow/work', ...deskPaths]

/** Rereads the lists of an import or an act of many rows that has ended: its dialog, which does so too, may have been closed before. */
const useChangedRows = (jobs: readonly Job[] | undefined) => {
  const known = useRef<readonly string[] | null>(null)
  useEffect(() => {
    if (!jobs) return
    const changes = jobs.filter((job) =>
      job.kind === 'rows' ? !isOpen(job) : job.kind === 'import' && job.state === 'done',
    )
    const before = known.current ?? changes.map(({ id }) => id)
    known.current = changes.map(({ id }) => id)
    const fresh = changes.filter(({ id }) => !before.includes(id))
    const paths = fresh.flatMap((job) => entityOf(job)?.path ?? [])
    if (paths.length) void invalidate(...paths, ...(fresh.some(({ kind }) => kind === 'rows') ? pathsOfActs : []))
  }, [jobs])
}

const without = (search: URLSearchParams, name: string) => {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}

/** Background jobs: how many are running, and the outcome of the others. */
export const JobTray = () => {
  const t = useLocalize()
  const { data, refetch } = useJobs()
  const jobs = data?.records
  useJobNotifications(jobs)
  useChangedRows(jobs)
  const openCount = jobs?.filter(isOpen).length ?? 0
  const [search, setSearch] = useSearch()
  // the link of a message about a job
  const requested = search.get('job')
  const open = () => {
    void refetch()
    if (requested) setSearch((before) => without(before, 'job'), { replace: true })
  }
  const [claimedId, setClaimedId] = useState<string | null>(null)
  return (
    <>
      <Popover
        className={iconButtonClass(tools.tool)}
        name={t([`后台任务，${openCount} 个进行中`, `Background jobs: ${openCount} in progress`])}
        title={t(backgroundJob.label)}
        openFor={requested}
        onOpen={open}
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
            <JobList
              jobs={jobs ?? []}
              claim={(id) => {
                close()
                setClaimedId(id)
              }}
            />
          </>
        )}
      </Popover>
      {claimedId ? <PasswordsDialog id={claimedId} close={() => setClaimedId(null)} /> : null}
    </>
  )
}
