import { beforeAll, describe, expect, test } from 'vitest'
import { jobOpenApi } from '#contract/job/open-api.ts'
import { sql } from '#server/base/database/sql.ts'
import type { Caller } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { openJobs } from '../support/scheduled-jobs.ts'

/** Other programs run jobs by the address and the parameters of PowerJob's interface (jobs.md, section 2). */

let jobs: Awaited<ReturnType<typeof openJobs>>
let jobId: string
beforeAll(async () => {
  jobs = await openJobs()
  jobId = await jobs.create({ timeExpressionType: 1 })
})

const { path } = jobOpenApi.runJob
const answerOf = async (response: Promise<Response>) => {
  const { status } = await response
  const { success, data, message } = await (await response).json()
  return { status, success, data, message }
}
/** As PowerJob's own client sends it. */
const runJob = (caller: Caller, form: Record<string, string>) =>
  answerOf(
    caller.raw('POST', path, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )
const readRun = async (id: string) => {
  const { rows } = await sql`select trigger, status, instance_params, create_user is not null as has_user,
      extract(epoch from run_at - create_time)::int as delay from job_run where id = ${id}`.execute(jobs.platform.db)
  return rows[0]
}

describe('runJob', () => {
  test('creates a run, with its parameters and its delay, by a form or a query', async () => {
    const form = { appId: jobs.here, jobId, instanceParams: '{"days":3}', delay: '3600000' }
    const byForm = await runJob(jobs.admin, form)
    expect(byForm).toEqual({ status: 200, success: true, data: expect.stringMatching(/^\d+$/), message: null })
    const waits = { trigger: 'manual', status: 1, instanceParams: '{"days":3}', hasUser: true, delay: 3600 }
    expect(await readRun(byForm.data)).toEqual(waits)
    const byQuery = await answerOf(jobs.admin.raw('POST', `${path}?jobId=${jobId}`))
    // which has begun by now, or has not
    expect(await readRun(byQuery.data)).toMatchObject({ instanceParams: null, delay: 0 })
    const { rows } =
      await sql`select create_by from audit where entity = 'jobInfo' and verb = 'run' and row_id = ${jobId}`.execute(
        jobs.platform.db,
      )
    expect(rows).toEqual([{ createBy: 'admin' }, { createBy: 'admin' }])
  })

  test('asks for a session and the permission to run jobs', async () => {
    const { platform, here } = jobs
    const form = { appId: here, jobId }
    const isRefused = { success: false, data: null, message: expect.stringMatching(/.{4}/) }
    expect(await runJob(platform.visitor, form)).toEqual({ status: 401, ...isRefused })
    const reader = await createClerk(platform, 'reader', { codes: ['jobinfo', 'jobinfo_view'] })
    expect(await runJob(reader, form)).toEqual({ status: 403, ...isRefused })
    const runner = await createClerk(platform, 'runner', { codes: ['jobinfo', 'jobinfo_run'] })
    expect(await runJob(runner, form)).toMatchObject({ status: 200, success: true })
  })

  test('names what is wrong', async () => {
    const { admin, elsewhere, create } = jobs
    const remoteJob = await create({ jobServerId: elsewhere })
    expect(await runJob(admin, { appId: elsewhere, jobId: remoteJob })).toMatchObject({
      ...{ status: 400, message: '该任务由其他任务应用执行，请在那里调用' },
    })
    expect(await runJob(admin, { appId: elsewhere, jobId })).toMatchObject({
      ...{ status: 400, message: '该任务不属于此任务应用' },
    })
    for (const delay of ['-1', '1.5', '2147483648', 'soon'])
      expect(await runJob(admin, { jobId, delay }), delay).toMatchObject({ status: 400, success: false })
    expect((await runJob(admin, {})).status).toBe(400)
    expect((await runJob(admin, { jobId: '1' })).status).toBe(404)
  })
})
