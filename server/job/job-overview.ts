import type { JobFigures, jobOverview, OverviewAlert, TimelineJob, WorkerLoad } from '#contract/job/job-overview.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { describeSchedule } from '#contract/job/schedule-words.ts'
import { timing } from '#contract/job/timing.ts'
import { type Lang, localize } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import type { CallHandlers } from '../engine/context.ts'
import { engineClock } from './run/engine-clock.ts'
import { databaseTime, plannedTimes, type Schedule } from './run/job-plan.ts'
import { isAlive, workerState } from './workers/worker-row.ts'

const { waiting, running, failed, done } = runStatus
const dayMs = 86_400_000
/** Times of a job that are listed one by one: one each half hour. */
const maxTimes = 48
const maxRows = 100

/** The name of the job `j` for a reader of this language. */
const jobName = (lang: Lang): Fragment => (lang === 'en' ? sql`coalesce(j.job_name_en, j.job_name)` : sql`j.job_name`)

const readWorkers = (db: Db) =>
  run<WorkerLoad>(
    db,
    sql`select ${workerState('me')}, me.version, me.started_at as "startedAt"
      from job_worker me where ${isAlive('me', engineClock)} order by me.score desc, me.name desc limit ${maxRows}`,
  )

/** The runs that go on and those that wait, as the list of runs shows them under these states. */
const countRuns = async (db: Db) => {
  const [counts] = await run<{ running: number; waiting: number }>(
    db,
    sql`select count(*) filter (where status = ${sql.lit(running)})::integer as running,
        count(*) filter (where status = ${sql.lit(waiting)})::integer as waiting
      from job_instance where status in (${sql.lit(waiting)}, ${sql.lit(running)})`,
  )
  return counts ?? { running: 0, waiting: 0 }
}

const readAlerts = (db: Db, lang: Lang) =>
  run<OverviewAlert>(
    db,
    sql`select a.id::text, a.at, a.failures, ${lang === 'en' ? sql`coalesce(a.error_en, a.error)` : sql`a.error`} as error,
        a.run_id::text as "runId", j.id::text as "jobId", ${jobName(lang)} as "jobName"
      from job_alert a join job_info j on j.id = a.job_id where j.is_deleted = 0 order by a.at desc, a.id desc limit 20`,
  )

type PlannedJob = Schedule & { readonly id: string; readonly name: string; readonly total: number }

/** Enabled jobs of this platform that run within a day: at a planned time, or again and again. */
const readPlannedJobs = (db: Db, lang: Lang) =>
  run<PlannedJob>(
    db,
    sql`select j.id::text, ${jobName(lang)} as name, j.time_expression_type as "timeExpressionType",
        j.time_expression as "timeExpression", j.time_zone as "timeZone", j.lifecycle, (count(*) over ())::integer as total
      from job_info j join job_server s on s.id = j.job_server_id and s.is_shipped = 1
      where j.enable = 1 and j.is_deleted = 0 and (j.next_at < ${engineClock} + make_interval(days => 1)
        or j.time_expression_type in (${sql.lit(timing.fixedRate)}, ${sql.lit(timing.fixedDelay)}))
      order by j.next_at nulls last, j.id limit ${maxRows}`,
  )

const onTimeline = ({ id, name, ...schedule }: PlannedJob, from: Date, lang: Lang): TimelineJob => {
  const { timeExpressionType: type, timeExpression: expression } = schedule
  const words = describeSchedule({ type, expression })
  const times = plannedTimes(schedule, from, maxTimes + 1).filter((time) => time.getTime() < from.getTime() + dayMs)
  const isMore = times.length > maxTimes || type !== timing.cron
  return { id, name, words: words && localize(words, lang), times: isMore ? [] : times.map(wireTime), isMore }
}

const milliseconds = sql`extract(epoch from i.ended_at - i.started_at)::float8 * 1000`
/** The length of a run that has an end of its own. */
const isTimed = sql`i.trigger <> 'repeat' and i.started_at is not null`

const readFigures = (db: Db, lang: Lang) =>
  run<JobFigures & { total: number }>(
    db,
    sql`select j.id::text, ${jobName(lang)} as name, f.done, f.failed, f."medianMs", f."p95Ms", f."longestMs", f.total from (
        select i.job, count(*) filter (where i.status = ${sql.lit(done)})::integer as done,
          count(*) filter (where i.status = ${sql.lit(failed)})::integer as failed,
          percentile_cont(0.5) within group (order by ${milliseconds}) filter (where ${isTimed}) as "medianMs",
          percentile_cont(0.95) within group (order by ${milliseconds}) filter (where ${isTimed}) as "p95Ms",
          max(${milliseconds}) filter (where ${isTimed}) as "longestMs", (count(*) over ())::integer as total
        from job_instance i where i.status in (${sql.lit(done)}, ${sql.lit(failed)})
          and i.job in (select id from job_info where is_deleted = 0)
        group by i.job order by failed desc, done desc, i.job limit ${maxRows}) f
      join job_info j on j.id = f.job order by f.failed desc, f.done desc, j.id`,
  )

/** An overview of the jobs of this platform: workers and their load, alerts, the plan of a day, and how runs ended. */
export const jobOverviewCalls: CallHandlers<typeof jobOverview> = {
  now: async ({ db, lang }) => ({
    checkedAt: wireTime(await databaseTime(db)),
    workers: await readWorkers(db),
    ...(await countRuns(db)),
    alerts: await readAlerts(db, lang),
  }),
  timeline: async ({ db, lang }) => {
    const from = await databaseTime(db)
    const jobs = await readPlannedJobs(db, lang)
    return {
      from: wireTime(from),
      until: wireTime(new Date(from.getTime() + dayMs)),
      jobs: jobs.map((job) => onTimeline(job, from, lang)),
      more: (jobs[0]?.total ?? 0) - jobs.length,
    }
  },
  statistics: async ({ db, lang }) => {
    const figures = await readFigures(db, lang)
    return {
      jobs: figures.map(({ total: _, ...job }) => job),
      more: (figures[0]?.total ?? 0) - figures.length,
    }
  },
}
