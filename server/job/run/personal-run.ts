import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type App, tx, type UserCtx } from '../../engine/context.ts'
import { readPerson } from '../../engine/session.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { type Execution, isInterrupted } from './active-runs.ts'
import { engineClock } from './engine-clock.ts'
import { type JobFile, markArrived } from './job-files.ts'
import { type EndedJob, notifyOwner } from './job-messages.ts'
import { endRun, releaseRun } from './lease.ts'
import { failureText } from './run-failure.ts'

/** The result of a finished job. */
export interface Outcome {
  readonly message: Text
  /** The file for the owner to download. */
  readonly file?: { readonly name: string; readonly stored: JobFile }
  readonly result?: unknown
  readonly encryptedResult?: string
}

/** A running job of a person, as its task sees it. */
export interface Work {
  readonly id: string
  readonly ctx: UserCtx
  /** The owner as they are now; throws if they may no longer do this. */
  readonly current: () => Promise<UserCtx>
  readonly resource: string
  readonly input: unknown
  /** The uploaded file of the job. */
  readonly upload: Pick<JobFile, 'name' | 'storageId'> | null
  /** Reports progress and yields to requests; throws if the job must stop. Call it every few milliseconds. */
  readonly step: (done: number, total?: number) => Promise<void>
  /** Aborted if the job must stop. */
  readonly signal: AbortSignal
  /** Ends the job in the transaction of `db`; throws if it was cancelled or is no longer this worker's. */
  readonly finish: (db: Db, outcome: Outcome) => Promise<void>
}

/** A kind of job that people start. */
export interface Task {
  /**
   * Runs at the start and on every heartbeat; throws if the owner may not (or no longer) do this. The result describes what the
   * owner may see: if it differs from the first one, the job stops too.
   */
  readonly authorize: (ctx: UserCtx, resource: string, input: unknown) => string | Promise<string>
  readonly run: (work: Work) => Promise<void>
  /** Throws if the owner may no longer have the file, though they may still start such a job. */
  readonly authorizeFile?: (ctx: UserCtx, resource: string, result: unknown) => void | Promise<void>
  /** Makes the file of a job when it is downloaded, also of one that was stopped. */
  readonly makeFile?: (ctx: UserCtx, job: { readonly id: string; readonly resource: string }) => Promise<Readable>
  /** It goes on where it was when its process ended or was lost: it keeps what it has done. */
  readonly isResumable?: true
}

interface PersonalJob extends EndedJob {
  readonly lang: Lang
  readonly deptChoice: string | null
  readonly roleChoice: string | null
  /** The owner's network address when the job was requested; '' if none was stored. */
  readonly address: string
  readonly upload: Pick<JobFile, 'name' | 'storageId'> | null
  readonly sessionId: string | null
}

const jobsWithIds = (db: Db, ids: readonly string[], condition = sql`true`) =>
  run<PersonalJob>(
    db,
    sql`select i.id::text, i.kind, w.resource, i.create_user::text as "userId", w.lang, w.dept_choice::text as "deptChoice",
        w.role_choice::text as "roleChoice", w.session_id::text as "sessionId", w.input, coalesce(w.remote_ip, '') as address,
        case when w.upload_name is not null then jsonb_build_object('name', w.upload_name, 'storageId', w.upload_in::text) end as upload
      from job_work w join job_run i on i.id = w.job_id where w.job_id = any(${ids}::bigint[]) and ${condition}`,
  )

const rightsChangedMessage: Text = [
  '您的权限或数据范围已变更，任务已停止，请重新发起',
  'Your permissions or data scope have changed, so the job was stopped; please start it again',
]
const interruptedMessage: Text = [
  '服务中断，任务未完成，请重试',
  'The service was interrupted before the job was done; please try again',
]
const runLost = () =>
  new Fail(['任务已取消或已由其他服务节点接管', 'The job was cancelled or taken over by another server'])

const sessionEnded = () =>
  new Fail(
    ['登录已退出或已到期，任务已停止', 'You have logged out or the session has ended, so the job was stopped'],
    403,
  )

const hasSession = async (app: App, id: string): Promise<boolean> =>
  (
    await run(
      app.db,
      sql`select 1 from session where id = ${id} and ended_at is null and refresh_ends > ${engineClock}`,
    )
  ).length > 0

const choiceLost = () =>
  new Fail(
    [
      '您办理时所选的角色或部门已被取消，任务已停止',
      'The role or department in which you began this was taken from you, so it was stopped',
    ],
    403,
  )

/**
 * The ctx of a job: its owner's current account, with the selection from its start. Throws 403 if they may not log in, or the session
 * has ended that the job ends with.
 */
const contextOf = async (
  app: App,
  { id, userId, lang, address, sessionId, ...choices }: PersonalJob,
): Promise<UserCtx> => {
  if (sessionId !== null && !(await hasSession(app, sessionId))) throw sessionEnded()
  const person = await readPerson(app, userId, { deptChoice: choices.deptChoice, roleChoice: choices.roleChoice })
  if (!person) throw new Fail(['账号已停用，任务已停止', 'The account was disabled, so the job was stopped'], 403)
  // the rest of an act is not made for another office
  const isLost = (choice: string | null, own: readonly string[]) => choice !== null && !own.includes(choice)
  const { roleIds, deptIds } = person.actor
  if (sessionId !== null && (isLost(choices.roleChoice, roleIds) || isLost(choices.deptChoice, deptIds)))
    throw choiceLost()
  return {
    app,
    db: app.db,
    lang,
    ...person,
    request: { id: `job-${id}`, address, agent: '', headers: {} },
  }
}

const maxPauseMs = 5

/** Pauses as long as the work since the last pause took, at most `maxPauseMs`: leaves half of the processor to requests. */
const eventLoopYielder = () => {
  let since = performance.now()
  return async () => {
    await sleep(Math.min(performance.now() - since, maxPauseMs))
    since = performance.now()
  }
}

/** Stores the result of a successful job in the transaction of `db`. */
const storeOutcome = async (db: Db, { id, lang }: PersonalJob, outcome: Outcome): Promise<void> => {
  const { file, result = null, encryptedResult = null } = outcome
  const { name = null, size = null, storageId = null } = file?.stored ?? {}
  await run(
    db,
    sql`update job_work set stored_name = ${name}, stored_in = ${storageId}, result = ${JSON.stringify(result)}::jsonb,
        sealed = ${encryptedResult}, message = ${localize(outcome.message, lang)}, file_name = coalesce(${file?.name ?? null}, file_name),
        file_size = ${size} where job_id = ${id}`,
  )
  if (file) await markArrived(db, file.stored.name)
}

/** Ends a failed job with its message, unless it was cancelled or is no longer this worker's. */
const failJob = async ({ app, worker, claimed }: Execution, job: PersonalJob, message: Text): Promise<void> => {
  await tx(await systemCtx(app, `job-${job.id}`), async (inside) => {
    if (!(await endRun(inside.db, worker, claimed, runStatus.failed))) return
    await setMessage(inside.db, [job], message)
    await notifyOwner(inside, job, 'failed', message)
  })
}

const setMessage = (db: Db, jobs: readonly Pick<PersonalJob, 'id'>[], [chinese, english]: Text) =>
  run(
    db,
    sql`update job_work set message = case lang when 'en' then ${english} else ${chinese} end
      where job_id = any(${jobs.map(({ id }) => id)}::bigint[])`,
  )

/** Ends the step of a job that goes on in another process. */
const processEnds = new Error('The process is about to end.')

/** Runs one job of a person to its end; records every failure. */
export const performPersonalRun = async (execution: Execution, task: Task): Promise<void> => {
  const { app, worker, claimed, control } = execution
  const { progress, signal, checks } = control
  const [job] = await jobsWithIds(app.db, [claimed.id])
  if (!job) return
  try {
    const ctx = await contextOf(app, job)
    const visibility = await task.authorize(ctx, job.resource, job.input)
    const checkRights = async () => {
      if ((await task.authorize(await contextOf(app, job), job.resource, job.input)) !== visibility)
        throw new Fail(rightsChangedMessage, 403)
    }
    checks.add(checkRights)
    const yieldToEventLoop = eventLoopYielder()
    signal.throwIfAborted()
    await task.run({
      id: job.id,
      ctx,
      current: () => contextOf(app, job),
      resource: job.resource,
      input: job.input,
      upload: job.upload,
      signal,
      step: async (done, total) => {
        progress.done = done
        progress.total = total ?? progress.total
        await yieldToEventLoop()
        signal.throwIfAborted()
        if (task.isResumable && control.ending.aborted) throw processEnds
      },
      finish: async (db, outcome) => {
        await checkRights()
        if (!(await endRun(db, worker, claimed, runStatus.done, { progress }))) throw runLost()
        await storeOutcome(db, job, outcome)
        await notifyOwner({ ...ctx, db }, job, 'done', outcome.message)
      },
    })
  } catch (caught) {
    // another process, or this one after its restart, goes on
    if (task.isResumable && (caught === processEnds || isInterrupted(control)))
      return releaseRun(app.db, worker, claimed)
    // an aborted task fails with some other error: the reason of the abort is what counts
    const error = signal.aborted ? signal.reason : caught
    await failJob(execution, job, failureText(app, error, job.id))
  }
}

/** Tells the owners of jobs that failed because their worker was lost, in the transaction that marks them as failed. */
export const announceLost = async (ctx: Parameters<typeof notifyOwner>[0], ids: readonly string[]): Promise<void> => {
  const jobs = await jobsWithIds(ctx.db, ids, sql`i.status = ${sql.lit(runStatus.failed)}`)
  await setMessage(ctx.db, jobs, interruptedMessage)
  for (const job of jobs) await notifyOwner(ctx, job, 'failed', interruptedMessage)
}
