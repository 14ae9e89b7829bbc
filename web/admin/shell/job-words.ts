import { backgroundJob } from '#contract/job/background-job.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { type Outline, outlineOf } from '#web/base/entities/outlines.ts'
import { invalidateJobs, type Job } from '#web/base/login/jobs.ts'
import { useToaster } from '#web/ui/toasts.tsx'

export const choiceWords = (field: 'kind' | 'state', value: string): Text =>
  backgroundJob.fields[field].choices.find(([one]) => one === value)?.[1] ?? [value, value]

export const entityOf = ({ resource }: Job): Outline | undefined => outlineOf(resource)

/** Title of a job: its kind and its resource, such as 导出 · 项目库. */
export const titleOf = (job: Job): Text =>
  fill(['{0} · {1}', '{0} · {1}'], choiceWords('kind', job.kind), entityOf(job)?.label ?? job.resource)

export const downloadWords: Text = ['下载', 'Download']

/** Runs an action on a job, reports its error, and refetches the jobs. */
export const useJobAction = () => {
  const toaster = useToaster()
  return (act: () => Promise<unknown>) =>
    act()
      .catch((error) => toaster.error(failureOf(error).message))
      .finally(invalidateJobs)
}
