import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { type App, tx, type UserCtx } from '../engine/context.ts'
import { readPerson } from '../engine/session.ts'
import { systemCtx } from '../inbox/system-ctx.ts'
import { deleteFile, type JobFile, markArrived } from './job-files.ts'
import { type EndedJob, notifyOwner } from './job-messages.ts'

/** A job claimed by a node; `attempt` numbers its claims, so that late updates of an earlier claim are ignored. */
export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly resource: string
  readonly userId: string
  readonly lang: Lang
  readonly deptChoice: string | null
  readonly roleChoice: string | null
  /** The owner's network address when the job was requested; '' if none was stored. */
  readonly address: string
  readonly input: unknown
  readonly upload: Pick<JobFile, 'name' | 'storageId'> | null
  readonly attempt: number
}

/** The result of a finished job. */
export interface Outcome {
  readonly message: Text
  /** The file for the owner to download. */
  readonly file?: { readonly name: string; readonly stored: JobFile }
  readonly result?: unknown
  readonly encryptedResult?: string
}

/** Progress of a job; `total` is null if unknown. */
export interface Progress {
  done: number
  total: number | null
}

/** A node: its name, and after how many seconds without a heartbeat it loses a job. */
export interface Node {
  readonly name: string
  readonly lease: number
}

/** Claims the oldest waiting job of these kinds whose owner has no running job of the same kind; null if there is none. */
export const claimJob = async (db: Db, { name, lease }: Node, kinds: readonly string[]): Promise<ClaimedJob | null> => {
  const [job] = await run<ClaimedJob>(
    db,
    sql`with free as (
        select j.id from background_job j where j.state = 'waiting' and j.kind = any(${kinds}::text[]) and not exists (
          select 1 from background_job r where r.create_user = j.create_user and r.kind = j.kind and r.state = 'running')
        order by j.create_time, j.id limit 1 for update skip locked),
      begun as (
        update background_job b set state = 'running', started_at = now(), ended_at = null, done = 0, total = null, message = null
        from free where b.id = free.id returning b.*)
      update job_work w set node = ${name}, attempt = w.attempt + 1, lease_ends = now() + make_interval(secs => ${lease}),
        cancel_asked = false
      from begun where w.job_id = begun.id
      returning begun.id::text, begun.kind, begun.resource, begun.create_user::text as "userId", w.lang,
        w.dept_choice::text as "deptChoice", w.role_choice::text as "roleChoice", w.input, w.attempt,
        coalesce(w.remote_ip, '') as address,
        case when w.upload_name is not null then jsonb_build_object('name', w.upload_name, 'storageId', w.upload_in::text) end as upload`,
  ).catch((error: { code?: string }) => {
    // another node has just claimed a job of the same owner: this one waits
    if (error.code === '23505') return []
    throw error
  })
  return job ?? null
}

/** Sends a heartbeat; returns whether the job is to be cancelled, or null if it is no longer this node's. */
export const heartbeat = async (
  db: Db,
  node: Node,
  { id, attempt }: ClaimedJob,
  progress: Progress,
): Promise<boolean | null> => {
  const [row] = await run<{ cancel: boolean }>(
    db,
    sql`with alive as (
        update job_work w set lease_ends = now() + make_interval(secs => ${node.lease}) from background_job b
        where w.job_id = ${id} and w.node = ${node.name} and w.attempt = ${attempt} and b.id = w.job_id and b.state = 'running'
        returning w.job_id, w.cancel_asked)
      update background_job b set done = ${progress.done}, total = ${progress.total}, update_time = now()
      from alive where b.id = alive.job_id returning alive.cancel_asked as cancel`,
  )
  return row ? row.cancel : null
}

export const leaseLost = () => new Fail(['任务已由其他服务节点接管', 'The job has been taken over by another server'])

/** Ends a successful job in the transaction of `db`; throws if it was cancelled or is no longer this node's. */
export const finish = async (
  db: Db,
  node: Node,
  { id, attempt, lang }: ClaimedJob,
  outcome: Outcome,
  progress: Progress,
) => {
  const { file, result = null, encryptedResult = null } = outcome
  const { name = null, size = null, storageId = null } = file?.stored ?? {}
  const updatedRows = await run(
    db,
    sql`with own as (
        update job_work set stored_name = ${name}, stored_in = ${storageId}, result = ${JSON.stringify(result)}::jsonb,
          sealed = ${encryptedResult}, lease_ends = null
        where job_id = ${id} and node = ${node.name} and attempt = ${attempt} and not cancel_asked returning job_id)
      update background_job b set state = 'done', done = ${progress.done}, total = ${progress.total},
        message = ${localize(outcome.message, lang)}, file_name = ${file?.name ?? null}, file_size = ${size}, ended_at = now(),
        update_time = now() from own where b.id = own.job_id and b.state = 'running' returning b.id`,
  )
  if (updatedRows.length === 0) throw leaseLost()
  if (file) await markArrived(db, file.stored.name)
}

/** Ends a failed or cancelled job with its message, unless it is no longer this node's. */
export const failJob = async (
  app: App,
  node: Node,
  job: ClaimedJob,
  state: 'failed' | 'cancelled',
  message: Text,
): Promise<void> => {
  const { id, attempt, lang } = job
  await tx(await systemCtx(app, `job-${id}`), async (inside) => {
    const ended = await run(
      inside.db,
      sql`update background_job b set state = ${state}, message = ${localize(message, lang)}, ended_at = now(), update_time = now()
        from job_work w where b.id = ${id} and b.state = 'running' and w.job_id = b.id and w.node = ${node.name}
          and w.attempt = ${attempt} returning b.id`,
    )
    if (ended.length && state === 'failed') await notifyOwner(inside, job, 'failed', message)
  })
}

const interruptedMessage: Text = [
  '服务中断，任务未完成，请重试',
  'The service was interrupted before the job was done; please try again',
]

const hasExpired = sql`b.state = 'running' and w.job_id = b.id and (w.lease_ends is null or w.lease_ends < now())`

/** Marks jobs as failed whose lease has expired without a heartbeat. */
export const failExpired = async (app: App): Promise<void> => {
  const expired = await run(app.db, sql`select 1 from background_job b, job_work w where ${hasExpired} limit 1`)
  if (expired.length === 0) return
  const [chinese, english] = interruptedMessage
  await tx(await systemCtx(app, 'jobs'), async (inside) => {
    const jobs = await run<EndedJob>(
      inside.db,
      sql`update background_job b set state = 'failed', message = case w.lang when 'en' then ${english} else ${chinese} end,
          ended_at = now(), update_time = now() from job_work w where ${hasExpired}
        returning b.id::text, b.kind, b.resource, b.create_user::text as "userId"`,
    )
    for (const job of jobs) await notifyOwner(inside, job, 'failed', interruptedMessage)
  })
}

/** The ctx of a job: its owner's current account, with the selection from its start. Throws 403 if they may not log in. */
export const contextOf = async (app: App, { id, userId, lang, address, ...choices }: ClaimedJob): Promise<UserCtx> => {
  const person = await readPerson(app, userId, { deptChoice: choices.deptChoice, roleChoice: choices.roleChoice })
  if (!person) throw new Fail(['账号已停用，任务已停止', 'The account was disabled, so the job was stopped'], 403)
  return {
    app,
    db: app.db,
    lang,
    ...person,
    request: { id: `job-${id}`, address, agent: '', headers: {} },
  }
}

const retentionDays = 7

/**
 * Removes jobs that ended more than seven days ago, with their files and messages, at most 500 in a call; the next call retries
 * those that could not be removed.
 */
export const deleteOldJobs = async (app: App): Promise<void> => {
  const old = await app.db
    .selectFrom('backgroundJob')
    .innerJoin('jobWork', 'jobWork.jobId', 'backgroundJob.id')
    .select(['backgroundJob.id', 'storedName', 'storedIn', 'uploadName', 'uploadIn'])
    .where(sql<boolean>`coalesce(ended_at, create_time) < now() - make_interval(days => ${retentionDays})`)
    .where('state', 'not in', ['waiting', 'running'])
    .limit(500)
    .execute()
  for (const { id, storedName, storedIn, uploadName, uploadIn } of old) {
    if (storedName) await deleteFile(app, { name: storedName, storageId: storedIn })
    if (uploadName) await deleteFile(app, { name: uploadName, storageId: uploadIn })
    await app.db
      .deleteFrom('message')
      .where('businessTable', '=', 'backgroundJob')
      .where('businessId', '=', id)
      .execute()
    await app.db.deleteFrom('backgroundJob').where('id', '=', id).execute()
  }
}
