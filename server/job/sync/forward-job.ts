import { jobInfo } from '#contract/job/job-info.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Job } from '../run/job-plan.ts'
import type { PowerJob } from './powerjob-client.ts'
import { hashOf, readRemoteJob, writeRemoteJob } from './remote-job.ts'
import { syncStates } from './sync-server.ts'

type Connect = () => Promise<PowerJob>

/** The field that an error of a job server names; the job server itself if it names none. */
const faultFieldOf = (message: string): string => {
  const words = message.toLowerCase()
  if (/\bcron\b/.test(words)) return 'timeExpression'
  const names = Object.keys(jobInfo.fields).sort((a, b) => b.length - a.length)
  return names.find((name) => words.includes(name.toLowerCase())) ?? 'jobServerId'
}

/** An error of the job server becomes that of a field. */
const atField = async <T>(work: () => Promise<T>, field?: string): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fail) || error.detail.faults) throw error
    throw faulty([{ at: field ?? faultFieldOf(error.text[1]), text: error.text }])
  }
}

/**
 * Saves a job at its job server, which adds it if it has none of this id; resolves to what is stored here besides its values. Throws a
 * Fail at the field that the job server names.
 */
export const saveAtServer = (connect: Connect, job: Job) =>
  atField(async () => ({
    jobId: await (await connect()).saveJob(writeRemoteJob(job, job.jobId)),
    syncState: syncStates.done,
    syncHash: hashOf(job),
  }))

/** Enables or pauses a job at its job server. */
export const enableAtServer = (connect: Connect, jobId: string, enable: number): Promise<void> =>
  atField(async () => {
    const remote = await connect()
    await (enable === 1 ? remote.enableJob(jobId) : remote.disableJob(jobId))
  }, 'enable')

/** Whether the job server no longer has a job, which was deleted there. */
const isDeletedRemotely = async (remote: PowerJob, jobId: string): Promise<boolean> => {
  const jobs = (await remote.fetchJobs()).map(readRemoteJob)
  return !jobs.some((job) => job?.id === jobId && !job.isDeleted)
}

const notDeleted: Text = ['“{0}”未删除：{1}', '“{0}” was not deleted: {1}']
const silentServer: Text = [
  `${notDeleted[0]}。请在任务应用恢复后再删除；如已停用，请先删除该任务应用，再删除任务`,
  `${notDeleted[1]}. Try again once the job server answers; if it is gone for good, delete the job server first, then the job`,
]

/** Deletes jobs at their job server, one after the other. Resolves to the ids here of those that it no longer has, and to its first error. */
export const deleteAtServer = async (
  connect: Connect,
  jobs: readonly Pick<Job, 'id' | 'jobId' | 'jobName'>[],
): Promise<{ readonly deletedIds: readonly string[]; readonly error: Fail | null }> => {
  const deletedIds: string[] = []
  let remote: PowerJob | null = null
  for (const { id, jobId, jobName } of jobs)
    try {
      if (jobId) {
        remote ??= await connect()
        const server = remote
        await server.deleteJob(jobId).catch(async (error: unknown) => {
          if (!(await isDeletedRemotely(server, jobId))) throw error
        })
      }
      deletedIds.push(id)
    } catch (error) {
      if (!(error instanceof Fail)) throw error
      const text = fill(remote ? notDeleted : silentServer, jobName, error.text)
      return { deletedIds, error: new Fail(text, error.code) }
    }
  return { deletedIds, error: null }
}
