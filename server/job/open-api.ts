import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import type { jobOpenApi } from '#contract/job/open-api.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { CallHandlers } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'
import { runLocal } from './local-jobs.ts'

const otherServer: Fault = {
  at: 'appId',
  text: ['该任务不属于此任务应用', 'The job does not belong to this job server'],
}
const elsewhere: Fault = {
  at: 'jobId',
  text: ['该任务由其他任务应用执行，请在那里调用', 'Another job server runs this job; call it there'],
}

export const jobOpenApiCalls: CallHandlers<typeof jobOpenApi> = {
  runJob: async (ctx, { appId, jobId, instanceParams, delay }) => {
    const job = await findRow(ctx, jobInfo, jobId)
    if (appId && appId !== job.jobServerId) throw faulty([otherServer])
    const { jobServerUrl } = await findRow(ctx, jobServer, job.jobServerId)
    if (jobServerUrl !== localServerUrl) throw faulty([elsewhere])
    const { id } = await runLocal(ctx, job.id, instanceParams ?? null, delay ?? 0)
    return { success: true, data: id, message: null }
  },
}
