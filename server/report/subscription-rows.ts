import { notFound } from '#contract/kit/fail.ts'
import { type Lang, localize } from '#contract/kit/text.ts'
import type { Subscribed } from '#contract/report/report-subscription.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import type { Format } from './export-report.ts'

type Row = Readonly<Record<'id' | 'reportId' | 'name' | 'jobId' | 'timeOfDay' | 'rhythm', string>> & {
  readonly weekday: number | null
  readonly monthday: number | null
}

/** A subscription of the caller, whatever their rights over those of others. Throws 404. */
export const ownSubscription = async ({ db, actor }: Ctx, id: unknown): Promise<Row> => {
  const [row] = await run<Row>(
    db,
    sql`select id::text, report_id::text as "reportId", name, job_id::text as "jobId", rhythm, weekday, monthday, time_of_day as "timeOfDay"
      from report_subscription where id = ${String(id)}::bigint and create_user = ${actor.id} and is_deleted = 0 for update`,
  )
  if (!row) throw notFound()
  return row
}

/** What the caller has subscribed to, the newest first. */
export const listSubscriptions = async (ctx: UserCtx): Promise<Subscribed[]> => {
  const rows = await run<Omit<Subscribed, 'name'> & { readonly name: string; readonly nameEn: string | null }>(
    ctx.db,
    sql`select s.id::text, s.report_id::text as "reportId", coalesce(r.name, s.name) as name, r.name_en as "nameEn", s.format, s.rhythm, s.weekday,
        s.monthday, s.time_of_day as "timeOfDay", j.next_at as "nextAt",
        (select max(w.started_at) from job_run w where w.job_id = s.job_id) as "lastAt",
        case when s.reason is not null then 'stopped' when j.enable = 1 then 'active' else 'paused' end as state,
        ${ctx.lang === 'en' ? sql`s.reason_en` : sql`s.reason`} as reason
      from report_subscription s left join report r on r.id = s.report_id and r.is_deleted = 0
        left join job_info j on j.id = s.job_id and j.is_deleted = 0
      where s.create_user = ${ctx.actor.id} and s.is_deleted = 0 order by s.create_time desc, s.id desc`,
  )
  return rows.map(({ nameEn, name, ...row }) => ({ ...row, name: localize([name, nameEn || name], ctx.lang) }))
}

/** A subscription whose run has begun. */
export interface DueSubscription {
  readonly id: string
  readonly reportId: string
  readonly name: string
  readonly jobId: string
  readonly userId: string
  readonly format: Format
  readonly lang: Lang
}

/** The subscription of a run; undefined if it was cancelled, or if somebody has given its number to another job. */
export const subscriptionOf = async (db: Db, runId: string): Promise<DueSubscription | undefined> => {
  const [row] = await run<DueSubscription>(
    db,
    sql`select s.id::text, s.report_id::text as "reportId", s.name, s.job_id::text as "jobId", s.create_user::text as "userId", s.format, s.lang
      from job_run w join report_subscription s on s.job_id = w.job_id and s.is_deleted = 0 where w.id = ${runId}`,
  )
  return row
}
