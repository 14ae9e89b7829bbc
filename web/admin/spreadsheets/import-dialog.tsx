import { type ReactNode, useEffect, useState } from 'react'
import { backgroundJob } from '#contract/job/background-job.ts'
import type { Import } from '#contract/job/importing.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ImportPasswords, usePasswordGuard } from '#web/base/login/import-passwords.tsx'
import { invalidateJobs, isOpen, type Job, saveJobFile, useJob } from '#web/base/login/jobs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { JobProgress } from '../dialog/job-progress.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import { ImportCheck } from './import-check.tsx'
import css from './import-dialog.module.css'
import { ImportFile } from './import-file.tsx'

interface MessageProps {
  readonly job: Job
  readonly isGood: boolean
  /** Displayed below the message. */
  readonly children?: ReactNode
  readonly buttons: ReactNode
}

/** The message of a job that has ended, and what to do next. */
const JobMessage = ({ job, isGood, children, buttons }: MessageProps) => (
  <>
    <Notice tone={isGood ? 'good' : 'bad'} live title={job.message ?? ''} />
    {children}
    <div className={css.foot}>{buttons}</div>
  </>
)

/** The two jobs of an import, the check and the import itself, and the functions that start them. */
const useImportJobs = () => {
  const [checkId, setCheckId] = useState<string | null>(null)
  const [importId, setImportId] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const checkJob = useJob(checkId)
  const importJob = useJob(importId)
  const showJob = (set: (id: string) => void, id: string) => {
    setRefusal(null)
    set(id)
    void invalidateJobs()
  }
  return {
    checkId,
    importId,
    checkJob,
    importJob,
    refusal,
    onUploaded: (id: string) => showJob(setCheckId, id),
    resume: setCheckId,
    decide: (withHidden: 0 | 1) =>
      ask(backgroundJob.calls.checkHidden, { id: checkId, withHidden }).then(
        ({ id }) => showJob(setCheckId, id),
        (error) => setRefusal(failureOf(error).message),
      ),
    confirm: (onlyRight: 0 | 1) =>
      ask(backgroundJob.calls.confirmImport, { id: checkId, onlyRight }).then(
        ({ id }) => showJob(setImportId, id),
        (error) => setRefusal(failureOf(error).message),
      ),
    again: () => {
      setCheckId(null)
      setImportId(null)
      setRefusal(null)
    },
  }
}

interface Props {
  readonly spec: Import
  readonly close: () => void
}

type StepProps = Props & {
  readonly jobs: ReturnType<typeof useImportJobs>
  readonly passwords: ReturnType<typeof usePasswordGuard>
}

/** The current step of an import: choose a file, see the result of the check, confirm, see the result of the import. */
const Step = ({ spec, close, jobs, passwords }: StepProps) => {
  const t = useLocalize()
  const { checkId, importId, checkJob, importJob, again } = jobs
  if (importJob && !isOpen(importJob))
    return (
      <JobMessage
        job={importJob}
        isGood={importJob.state === 'done'}
        buttons={
          <>
            <Button onClick={again}>{t(['继续导入', 'Import another file'])}</Button>
            <Button kind="main" onClick={passwords.leave}>
              {t(words.close)}
            </Button>
          </>
        }
      >
        {importJob.unclaimed ? <ImportPasswords id={importJob.id} onShown={passwords.onShown} /> : null}
      </JobMessage>
    )
  if (importId) return <JobProgress job={importJob} label={t(['正在导入', 'Importing'])} />
  if (!checkId) return <ImportFile spec={spec} onUploaded={jobs.onUploaded} resume={jobs.resume} close={close} />
  if (!checkJob || isOpen(checkJob)) return <JobProgress job={checkJob} label={t(['正在预检', 'Checking the file'])} />
  if (checkJob.state === 'done')
    return (
      <ImportCheck
        id={checkJob.id}
        again={again}
        decide={jobs.decide}
        confirm={jobs.confirm}
        download={() => void saveJobFile(checkJob)}
      />
    )
  return (
    <JobMessage
      job={checkJob}
      isGood={false}
      buttons={
        <Button kind="main" onClick={again}>
          {t(['重新选择文件', 'Choose another file'])}
        </Button>
      }
    />
  )
}

/** The import of an entity's rows from a file, in a dialog. */
export const ImportDialog = ({ spec, close }: Props) => {
  const t = useLocalize()
  const jobs = useImportJobs()
  const { importJob, refusal } = jobs
  const { label, rowLabel = label } = spec.entity
  const isImported = importJob?.state === 'done'
  const passwords = usePasswordGuard(importJob?.unclaimed === 1, close)
  useEffect(() => {
    if (isImported) void invalidate(spec.entity.path)
  }, [isImported, spec.entity.path])
  return (
    <RecordModal title={t([`导入${rowLabel[0]}`, `Import: ${label[1]}`])} close={passwords.leave}>
      {refusal ? <Notice tone="bad" live title={refusal} /> : null}
      <Step spec={spec} close={close} jobs={jobs} passwords={passwords} />
      {passwords.question}
    </RecordModal>
  )
}
