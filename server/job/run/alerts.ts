import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type App, type Ctx, tx } from '../../engine/context.ts'
import { notify } from '../../inbox/notify.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { type Alert, type AlertRule, alertsAmong, type Failure } from './alert-rule.ts'

interface StoredFailure extends Failure {
  readonly n: string
  readonly runId: string
  readonly worker: string | null
  readonly error: string | null
  readonly errorEn: string | null
  /** It has waited too long instead of failing. */
  readonly isLate: boolean
}

interface AlertedJob extends AlertRule {
  readonly name: string
  readonly nameEn: string
  readonly server: string
  readonly serverEn: string
  readonly to: readonly string[]
}

const failedTitle: Text = ['任务“{0}”执行失败', 'Job failed: {0}']
const lateTitle: Text = ['任务“{0}”到期未运行', 'Job has not started: {0}']
const text: Text = [
  '任务应用：{0}；失败次数：{1}；原因：{2}；执行进程：{3}',
  'Job server: {0}; failures: {1}; reason: {2}; worker: {3}',
]

/** SQL: whole milliseconds, so that the ends of windows are exact. */
const milliseconds = (at: Fragment) => sql`round(extract(epoch from ${at}) * 1000)::float8`

/** The job, locked: of two servers that apply its rule, the second one sees what the first has told. */
const lockedJob = async ({ db }: Ctx, jobId: string): Promise<AlertedJob | undefined> => {
  const [job] = await run<AlertedJob>(
    db,
    sql`select j.job_name as name, coalesce(j.job_name_en, j.job_name) as "nameEn", s.job_server_name as server,
        coalesce(s.job_server_name_en, s.job_server_name) as "serverEn", coalesce(j.notify_user_ids, '{}')::text[] as "to",
        coalesce(j.alert_threshold, 0) as threshold, 1000 * coalesce(j.statistic_window_len, 0)::float8 as "windowMs",
        1000 * coalesce(j.silence_window_len, 0)::float8 as "silenceMs"
      from job_info j join job_server s on s.id = j.job_server_id where j.id = ${jobId} for update of j`,
  )
  return job
}

const failuresOf = ({ db }: Ctx, jobId: string) =>
  run<StoredFailure>(
    db,
    sql`select n::text, run_id::text as "runId", worker, ${milliseconds(sql`at`)} as at, error, error_en as "errorEn",
        is_counted as "isCounted", is_late as "isLate" from job_failure f where job_id = ${jobId} order by f.n`,
  )

const lastAlertAt = async ({ db }: Ctx, jobId: string): Promise<number | null> => {
  const [last] = await run<{ at: number | null }>(
    db,
    sql`select ${milliseconds(sql`max(at)`)} as at from job_alert where job_id = ${jobId}`,
  )
  return last?.at ?? null
}

const sendAlert = async (ctx: Ctx, jobId: string, job: AlertedJob, { failure, count }: Alert<StoredFailure>) => {
  const { n, runId, worker, error, errorEn, isLate } = failure
  await run(
    ctx.db,
    sql`insert into job_alert (job_id, run_id, at, failures, error, error_en)
      select ${jobId}, run_id, at, ${count}, error, error_en from job_failure where n = ${n}`,
  )
  const textIn = (index: 0 | 1, reason: string | null) =>
    fill(text, [job.server, job.serverEn], String(count), reason ?? '—', worker ?? '—')[index]
  await notify(ctx, {
    to: job.to,
    kind: 'system',
    // with a row, alerts within a minute would become one message
    about: null,
    title: fill(isLate ? lateTitle : failedTitle, [job.name, job.nameEn]),
    text: [textIn(0, error), textIn(1, errorEn ?? error)],
    link: `/job/job-instance?record=${runId}`,
  })
}

/** Keeps the failures that can still lead to an alert: those after the last one, within the window. */
const markCounted = async ({ db }: Ctx, { windowMs }: AlertRule, failures: readonly StoredFailure[], told: string) => {
  const all = failures.map(({ n }) => n)
  const newest = failures.at(-1)?.at ?? 0
  const over = failures
    .filter(({ n, at }) => BigInt(n) <= BigInt(told) || (windowMs > 0 && at <= newest - windowMs))
    .map(({ n }) => n)
  await run(db, sql`delete from job_failure where n = any(${over}::bigint[])`)
  await run(db, sql`update job_failure set is_counted = true where n = any(${all}::bigint[]) and not is_counted`)
}

const alertJob = async (ctx: Ctx, jobId: string): Promise<void> => {
  const job = await lockedJob(ctx, jobId)
  if (!job) return
  const failures = await failuresOf(ctx, jobId)
  const alerts = alertsAmong(job, await lastAlertAt(ctx, jobId), failures)
  for (const alert of alerts) await sendAlert(ctx, jobId, job, alert)
  await markCounted(ctx, job, failures, alerts.at(-1)?.failure.n ?? '0')
}

/** Tells the people of each job about failures that nobody has looked at yet. What cannot be told now is tried in the next round. */
export const sendAlerts = async (app: App): Promise<void> => {
  try {
    const jobs = await run<{ id: string }>(
      app.db,
      sql`select distinct job_id::text as id from job_failure where not is_counted`,
    )
    for (const { id } of jobs) await tx(await systemCtx(app, `alert-${id}`), (inside) => alertJob(inside, id))
  } catch (error) {
    app.log.warn({ err: error }, 'people could not be told of failed jobs')
  }
}
