import { createHash } from 'node:crypto'
import type { JobKind } from '#contract/job/background-job.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { tx, type UserCtx } from '../../engine/context.ts'
import { announceWork } from './claim.ts'
import { type JobFile, markArrived } from './job-files.ts'
import { runnerOf } from './runner.ts'

interface JobRequest {
  readonly kind: JobKind
  readonly resource: string
  readonly input: object
  /** The uploaded file of the job. */
  readonly upload?: JobFile
  /** The idempotency key of the request: a repeat returns the same job. */
  readonly key?: string | undefined
  /** The platform starts it for its owner, however many of theirs wait. */
  readonly isPlanned?: boolean
  /** It ends with the session of the caller. */
  readonly endsWithSession?: boolean
  /** How many processes it may lose before it fails. */
  readonly retries?: number
  /** Name of a file that is made when it is downloaded. */
  readonly fileName?: string
  /** Stores what else belongs to the job, in its transaction. */
  readonly store?: (db: Db, id: string) => Promise<unknown>
}

const maxWaitingJobs = 5

const tooMany = () =>
  new Fail(
    [
      '您已有多个任务在排队，请等待完成后再发起',
      'You already have several jobs waiting; please wait until they have finished',
    ],
    409,
  )

/** The caller's job with this key, or one with the same content that is still waiting or running. */
const findSameJob = (ctx: UserCtx, key: string | null, hash: Buffer) =>
  ctx.db
    .selectFrom('backgroundJob')
    .innerJoin('jobWork', 'jobWork.jobId', 'backgroundJob.id')
    .select(['backgroundJob.id', 'inputHash'])
    .where('createUser', '=', ctx.actor.id)
    .where((is) =>
      is.or([
        ...(key ? [is('requestKey', '=', key)] : []),
        is.and([is('inputHash', '=', hash), is('state', 'in', ['waiting', 'running'])]),
      ]),
    )
    .executeTakeFirst()

/** Adds the job with all that belongs to it. */
const insertJob = async (
  { db, actor, lang, request: { address } }: UserCtx,
  { kind, resource, input, upload, endsWithSession = false, retries = 0, fileName, store }: JobRequest,
  inputHash: Buffer,
  requestKey: string | null,
): Promise<string> => {
  const { id } = await db
    .insertInto('jobRun')
    .values({
      kind,
      trigger: 'person',
      // a person's jobs of one kind run one after another
      runKey: `${actor.id}:${kind}`,
      retries,
      createUser: actor.id,
      tenantId: actor.tenantId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('jobWork')
    .values({
      jobId: id,
      resource,
      lang,
      deptChoice: actor.deptChoice,
      roleChoice: actor.roleChoice,
      remoteIp: address,
      input: JSON.stringify(input),
      inputHash,
      requestKey,
      sessionId: endsWithSession ? actor.sessionId : null,
      fileName: fileName ?? null,
      ...(upload ? { uploadName: upload.name, uploadIn: upload.storageId } : {}),
    })
    .execute()
  if (upload) await markArrived(db, upload.name)
  await store?.(db, id)
  return id
}

/** Adds a job for the caller with the currently selected department and role, or returns the same job if it already exists. */
export const enqueue = async (ctx: UserCtx, request: JobRequest): Promise<{ id: string; isNew: boolean }> => {
  const { kind, resource, input, key, isPlanned = false } = request
  const { actor, lang } = ctx
  const requestKey = key ? `${actor.id}:${kind}:${key}` : null
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, resource, input, lang]))
    .digest()
  const job = await tx(ctx, async (inside) => {
    // serializes simultaneous requests of one caller, such as a double click
    await sql`select pg_advisory_xact_lock(5030, hashtext(${actor.id}))`.execute(inside.db)
    const existingJob = await findSameJob(inside, requestKey, hash)
    if (existingJob && !existingJob.inputHash.equals(hash))
      throw new Fail(['该请求标识已用于其他内容', 'This key was already used for another request'], 409)
    if (existingJob) return { id: existingJob.id, isNew: false }
    const { n } = await inside.db
      .selectFrom('backgroundJob')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('createUser', '=', actor.id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (!isPlanned && Number(n) >= maxWaitingJobs) throw tooMany()
    const id = await insertJob(inside, request, hash, requestKey)
    await announceWork(inside.db)
    return { id, isNew: true }
  })
  runnerOf(ctx.app).poll()
  return job
}
