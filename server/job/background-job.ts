import { backgroundJob } from '#contract/job/background-job.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { sql } from '../base/database/sql.ts'
import type { Download } from '../base/http/send-file.ts'
import { xlsxType } from '../base/sheets/xlsx.ts'
import { type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { readAbout } from '../inbox/notify.ts'
import { outcomeOf } from './rows/act-outcome.ts'
import { stoppedMessage } from './run/active-runs.ts'
import { announceStop, announceWork } from './run/claim.ts'
import { readFile } from './run/job-files.ts'
import { runAgain, stopRun } from './run/lease.ts'
import { runnerOf } from './run/runner.ts'

/** Every caller sees only their own jobs, whatever their rights. */
const ownerFilter = (ctx: UserCtx) => sql`create_user = ${ctx.actor.id}`

/** The caller's own job with its stored files, result and input. Throws 404 if there is none. */
export const jobOfUser = async (ctx: UserCtx, id: unknown) => {
  const row = await ctx.db
    .selectFrom('backgroundJob')
    .innerJoin('jobWork', 'jobWork.jobId', 'backgroundJob.id')
    .selectAll('backgroundJob')
    .select(['storedName', 'storedIn', 'uploadName', 'uploadIn', 'result', 'input', 'sessionId'])
    .where('backgroundJob.id', '=', String(id))
    .where('createUser', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const typeOf = (name: string) => (name.endsWith('.csv') ? 'text/csv; charset=utf-8' : xlsxType)

const download = async (ctx: UserCtx, id: unknown): Promise<Download> => {
  const { storedName, storedIn, fileName, fileSize, kind, resource, input, result } = await jobOfUser(ctx, id)
  await runnerOf(ctx.app).authorize(ctx, kind, resource, input)
  await runnerOf(ctx.app).authorizeFile(ctx, kind, resource, result)
  const stream = storedName
    ? await readFile(ctx.app, { name: storedName, storageId: storedIn })
    : await runnerOf(ctx.app).makeFile(ctx, kind, { id: String(id), resource })
  if (!stream || !fileName) throw new Fail(['文件不存在或已过保存期', 'The file does not exist or has expired'], 404)
  await readAbout(ctx, { table: 'backgroundJob', id: String(id) })
  return { stream, name: fileName, type: typeOf(fileName), ...(fileSize === null ? {} : { size: fileSize }) }
}

/** The job ends at once. The process that runs it stops at its next step, and whatever it still writes is rolled back. */
const cancel = async (ctx: UserCtx, id: unknown) => {
  const { state } = await jobOfUser(ctx, id)
  if (state !== 'waiting' && state !== 'running')
    throw new Fail(['任务已结束，无法取消', 'The job has ended and cannot be cancelled'])
  await tx(ctx, async ({ db }) => {
    if (!(await stopRun(db, String(id)))) return
    await db
      .updateTable('jobWork')
      .set({ message: localize(stoppedMessage, ctx.lang) })
      .where('jobId', '=', String(id))
      .execute()
    await announceStop(db)
  })
  return null
}

const retry = async (ctx: UserCtx, id: unknown) => {
  const { kind, resource, input, sessionId } = await jobOfUser(ctx, id)
  await runnerOf(ctx.app).authorize(ctx, kind, resource, input)
  await tx(ctx, async ({ db }) => {
    if (!(await runAgain(db, String(id))))
      throw new Fail(['只能重试未完成的任务', 'Only failed or cancelled jobs can be retried'])
    await db
      .updateTable('jobWork')
      .set({ message: null, ...(sessionId === null ? {} : { sessionId: ctx.actor.sessionId }) })
      .where('jobId', '=', String(id))
      .execute()
    await announceWork(db)
  })
  await readAbout(ctx, { table: 'backgroundJob', id: String(id) })
  runnerOf(ctx.app).poll()
  return null
}

/** The caller's jobs; `unclaimed` is 1 where the initial passwords can still be retrieved. */
const jobsOfUser = async (ctx: UserCtx, input: ListInput) => {
  const page = await pageOf(ctx, backgroundJob, input, { conditions: [ownerFilter(ctx)] })
  const ids = page.records.map(({ id }) => id)
  const encryptedRows = ids.length
    ? await ctx.db
        .selectFrom('jobWork')
        .select('jobId')
        .where('jobId', 'in', ids)
        .where('sealed', 'is not', null)
        .execute()
    : []
  const unclaimed = new Set(encryptedRows.map(({ jobId }) => jobId))
  return { ...page, records: page.records.map((job) => ({ ...job, unclaimed: unclaimed.has(job.id) ? 1 : 0 })) }
}

export const backgroundJobHandlers: Pick<
  Handlers<'backgroundJob'>,
  'list' | 'detail' | 'download' | 'cancel' | 'retry' | 'rowsOutcome'
> = {
  list: jobsOfUser,
  detail: async (ctx, input) => {
    const { records } = await jobsOfUser(ctx, { id_equal: input.id } as ListInput)
    if (!records[0]) throw notFound()
    return records[0]
  },
  download: (ctx, input) => download(ctx, input.id),
  cancel: (ctx, input) => cancel(ctx, input.id),
  retry: (ctx, input) => retry(ctx, input.id),
  rowsOutcome: async (ctx, { id }) => {
    const { kind, resource, input } = await jobOfUser(ctx, id)
    await runnerOf(ctx.app).authorize(ctx, kind, resource, input)
    return outcomeOf(ctx.db, String(id), ctx.lang)
  },
}
