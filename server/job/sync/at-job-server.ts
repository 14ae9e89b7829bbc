import type { jobServer } from '#contract/job/job-server.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { inOwnSession } from '../../base/database/own-session.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { decryptRowSecret } from '../../storage/decrypt-row-secret.ts'
import { connectPowerJob, type PowerJob, requestLimitMs, timeWithin } from './powerjob-client.ts'

export type JobServer = Pick<
  RowOf<typeof jobServer>,
  'id' | 'jobServerName' | 'jobServerNameEn' | 'jobServerUrl' | 'jobAppName'
>

/** The name of a job server, in the language of the reader. */
export const serverNameIn = (
  { jobServerName, jobServerNameEn }: Pick<JobServer, 'jobServerName' | 'jobServerNameEn'>,
  lang: Lang,
): string => localize([jobServerName, jobServerNameEn || jobServerName], lang)

/** Logs in at a job server. Throws a Fail with a sentence if it cannot be reached or does not accept the application. */
export const connectTo = async (
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  { id, jobServerUrl, jobAppName, jobServerName }: JobServer,
  timeLeft = timeWithin(requestLimitMs),
): Promise<PowerJob> => {
  const { jobAppPassword } = await db
    .selectFrom('jobServer')
    .select('jobAppPassword')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const password = decryptRowSecret(app, jobAppPassword, 'jobServer.jobAppPassword', jobServerName)
  return connectPowerJob({ url: jobServerUrl, name: jobAppName, password }, app.env.outgoingHosts, timeLeft)
}

const isBusy: Text = ['该任务应用正在同步，请稍后再试', 'This job server is being synchronised; please try again later']

/** Part of the time of a request: some of it is left for the job server. */
const settings = { statement_timeout: '0', lock_timeout: '3000' }
const lockTimedOut = '55P03'

/**
 * Does work with the jobs of a job server, one piece at a time for each server: two at once would add a job twice. The lock is that of a
 * connection of its own, so no transaction waits for the job server. Throws a Fail if the lock is not free within three seconds.
 */
export const atJobServer = <T>(
  ctx: Ctx,
  server: JobServer,
  work: (connect: () => Promise<PowerJob>) => Promise<T>,
  timeLeft = timeWithin(requestLimitMs),
): Promise<T> =>
  inOwnSession(ctx.db, { settings }, async (own) => {
    const lock = sql`select pg_advisory_lock(hashtextextended(${`job-server:${server.id}`}, 0))`
    await run(own, lock).catch((error: { code?: string }) => {
      throw error.code === lockTimedOut ? new Fail(isBusy, 409) : error
    })
    return work(() => connectTo(ctx, server, timeLeft))
  })
