import { call, flat } from '../kit/call.ts'
import { int, longText, ref } from '../kit/field.ts'

/** What a call of this interface answers if it succeeds; a refusal has `success` false, no data, and the sentence as `message`. */
export interface OpenApiAnswer {
  readonly success: true
  /** The id of the run. As text: it has more digits than a number of JavaScript keeps. */
  readonly data: string
  readonly message: null
}

/**
 * What other programs call: the address and the parameters are those of PowerJob's published interface, the session and the
 * permission those of every call of this platform (jobs.md, section 2).
 */
export const jobOpenApi = {
  runJob: {
    ...call('POST', '', ['运行任务（供其他程序调用）', 'Run a job (for other programs)'], {
      access: { perm: ['jobinfo_run'] },
      input: {
        /** As a check: the job server of the job. */
        appId: ref('任务应用', 'Job server', { of: 'jobServer' }),
        jobId: ref('定时任务', 'Scheduled job', { of: 'jobInfo', required: true }),
        instanceParams: longText('本次参数', 'Parameters of the run', { max: 20_000 }),
        delay: int('延迟（毫秒）', 'Delay (ms)', { min: 0, max: 2_147_483_647 }),
      },
      output: flat<OpenApiAnswer>(),
    }),
    path: '/openApi/runJob',
  },
} as const
