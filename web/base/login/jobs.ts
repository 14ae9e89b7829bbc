import { backgroundJob } from '#contract/job/background-job.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { invalidate, useAnswer } from '../api/caller.ts'
import { downloadFrom } from '../api/file-transfer.ts'

/** A job of the current person. */
export type Job = OutOf<typeof backgroundJob.calls.detail>

export const isOpen = ({ state }: Pick<Job, 'state'>): boolean => state === 'waiting' || state === 'running'

const second = 1000

/** The current person's newest jobs; polled each second while one of them is unfinished. */
export const useJobs = () =>
  useAnswer(
    backgroundJob.calls.list,
    { current: 1, size: 20 },
    {
      staleTime: second,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state: { data } }) => (data?.records.some(isOpen) ? second : false),
    },
  )

/** A background job, polled every second until it ends. */
export const useJob = (id: string | null): Job | undefined =>
  useAnswer(
    backgroundJob.calls.detail,
    { id },
    {
      enabled: id !== null,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (!data || isOpen(data) ? second : false),
    },
  ).data

/** Jobs that this window has started and not yet reported: they may end before the tray, which loads after the page, sees them. */
export const startedJobs = new Set<string>()

/** Reloads the jobs after one was started or changed. */
export const invalidateJobs = (): Promise<void> => invalidate(backgroundJob.path)

/** Saves the file of a job. */
export const saveJobFile = ({ id, fileName }: Pick<Job, 'id' | 'fileName'>): Promise<void> =>
  downloadFrom(`${backgroundJob.calls.download.path}?id=${id}`, fileName ?? id)
