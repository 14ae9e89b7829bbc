import { useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { rangeText } from '#contract/filter-chips.ts'
import { type JobField, jobInfo } from '#contract/job/job-info.ts'
import { lifecycleEnds } from '#contract/job/lifecycle.ts'
import { lateMinutes } from '#contract/job/run-status.ts'
import { beginsSchedule } from '#contract/job/schedule-change.ts'
import { describeSchedule } from '#contract/job/schedule-words.ts'
import { timing } from '#contract/job/timing.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { nameKey } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, type FieldError, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import { titleIn } from '../entity/calls.ts'
import { SingleLine } from '../table/cells.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { DesignatedWorkersControl } from './designated-workers-control.tsx'
import { JobServerControl, ProcessorControl, useServers } from './job-controls.tsx'
import { minuteText, nextRunText } from './job-figures.ts'
import { LifecycleControl } from './lifecycle-control.tsx'
import { ScheduleControl } from './schedule-control.tsx'

type Job = RowOf<typeof jobInfo>

/** Loaded with the first open row. */
const JobDetails = lazyComponent(async () => (await import('./job-details.tsx')).JobDetails)

const SyncDialog = lazyComponent(async () => (await import('./sync-dialog.tsx')).SyncDialog)

/** Enables or pauses a job at once. */
const EnableCell = ({ of: job }: { readonly of: Job }) => {
  const { id, enable } = job
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  if (!may('jobinfo_change')) return t(enable ? words.yes : words.no)
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      await ask(jobInfo.calls.change, { id, enable: isOn ? 1 : 0 })
      toaster.success(t(consoleWords.done))
      await invalidate(jobInfo.path)
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  const [zh, en] = jobInfo.fields.enable.label
  const jobName = titleIn(jobInfo, job)
  return (
    <Switch
      checked={enable === 1}
      busy={busy}
      name={t([`${zh} ${jobName}`, `${en}: ${jobName}`])}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}

/** The schedule in words; the expression where it has no short ones. */
const ScheduleCell = ({ of: { timeExpressionType: type, timeExpression: expression } }: { readonly of: Job }) => {
  const t = useLocalize()
  const text = describeSchedule({ type, expression })
  return <SingleLine words={text ? t(text) : (expression ?? '')} />
}

/** The job server of a job; one that was deleted says so, since its jobs can then only be deleted. */
const ServerCell = ({ of: job }: { readonly of: Job }) => {
  const t = useLocalize()
  const servers = useServers()
  const name = String((job as Readonly<Record<string, unknown>>)[nameKey('jobServerId')] ?? job.jobServerId)
  const isDeleted = servers !== undefined && !servers.some(({ id }) => id === job.jobServerId)
  return <SingleLine words={isDeleted ? t([`${name}（已删除）`, `${name} (deleted)`]) : name} />
}

const lifecycleWords = ({ lifecycle }: Job): Text => {
  const { start, end } = lifecycleEnds(lifecycle)
  return start || end ? rangeText(start ?? undefined, end ?? undefined) : ['不限', 'No limit']
}

const columns: Columns<typeof jobInfo> = [
  { name: 'jobServerId', cell: (row) => <ServerCell of={row} /> },
  { name: 'timeExpression', label: ['运行时间', 'Schedule'], cell: (row) => <ScheduleCell of={row} /> },
  { name: 'enable', cell: (row) => <EnableCell of={row} /> },
  { name: 'nextAt', text: nextRunText },
  { name: 'lastAt', text: ({ lastAt }) => minuteText(lastAt) },
  { name: 'lifecycle', text: lifecycleWords },
]

/** Another kind of timing needs another kind of expression. */
const deriveChanges = ({ timeExpressionType, timeExpression }: FormValues, changedField: string): FormValues => {
  if (changedField !== 'timeExpressionType') return {}
  const isInterval = /^\d+$/.test(String(timeExpression ?? ''))
  return isInterval === (timeExpressionType !== timing.cron) ? {} : { timeExpression: null }
}

/** What the server says against the schedule, unless the job keeps the one that it has. */
const serverFaults = async (values: FormValues, initial: FormValues): Promise<readonly FieldError[]> => {
  if (!beginsSchedule(initial, values)) return []
  const { timeExpressionType, timeExpression, lifecycle, timeZone } = values
  const schedule = { timeExpressionType, timeExpression, lifecycle, timeZone } as never
  const failure = await ask(jobInfo.calls.nextRuns, schedule, { timeout: 5_000 }).then(() => null, failureOf)
  return failure?.faults ?? []
}

const shippedFields: readonly JobField[] = ['processorType', 'processorInfo']

const form: FormOptions = {
  controls: {
    jobServerId: JobServerControl,
    timeExpression: ScheduleControl,
    processorInfo: ProcessorControl,
    lifecycle: LifecycleControl,
    designatedWorkers: DesignatedWorkersControl,
  },
  deriveChanges,
  serverFaults,
  locked: ({ isShipped }) => ['jobServerId', ...(isShipped === 1 ? shippedFields : [])],
  note: [
    `“高级”和“其他”中的数值为 0 时，表示不限制、不重试或不静默。运行失败，或到期 ${lateMinutes} 分钟仍未开始运行时，通知告警接收人。`,
    `Under “Advanced” and “Other”, 0 means no limit, no retry, or no silence. The alert recipients are told when a run fails, or has not started ${lateMinutes} minutes after it was due.`,
  ],
}

/** Scheduled jobs: when each runs, in words, and a switch that pauses it. */
export const ScheduledJobs = () => {
  const t = useLocalize()
  const may = useMay()
  const [syncing, setSyncing] = useState(false)
  return (
    <>
      <RecordList
        of={jobInfo}
        source={usePageSource(jobInfo)}
        columns={columns}
        form={form}
        isProtected={({ isShipped }) => isShipped === 1}
        detailMore={JobDetails}
        toolbarMore={
          may('jobinfo_sync') ? <Button onClick={() => setSyncing(true)}>{t(jobInfo.calls.sync.label)}</Button> : null
        }
      />
      {syncing ? <SyncDialog serverId={null} close={() => setSyncing(false)} /> : null}
    </>
  )
}
