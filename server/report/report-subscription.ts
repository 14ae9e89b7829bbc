import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { maxSubscriptions, reportSubscription } from '#contract/report/report-subscription.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Handlers, tx } from '../engine/context.ts'
import { insertRow, removeRows, updateRow } from '../engine/crud.ts'
import { announceWork } from '../job/run/claim.ts'
import { addRun, type PlannedJob, plannedColumns } from '../job/run/planner.ts'
import { runnerOf } from '../job/run/runner.ts'
import { assertMayHave } from './report-request.ts'
import { endSchedule, schedule } from './subscription-job.ts'
import { listSubscriptions, ownSubscription } from './subscription-rows.ts'

const tooMany = () =>
  new Fail(fill(['最多订阅 {0} 张报表', 'At most {0} subscriptions are possible'], maxSubscriptions), 409)

const subscribe: Handlers<'reportSubscription'>['subscribe'] = async (ctx, { reportId: report, ...choices }) => {
  const reportId = String(report)
  const { name } = await assertMayHave(ctx, reportId, choices.format ?? 'xlsx')
  return tx(ctx, async (inside) => {
    // a double click must not subscribe twice
    await sql`select pg_advisory_xact_lock(5040, hashtext(${ctx.actor.id}))`.execute(inside.db)
    const own = await run<{ id: string; reportId: string }>(
      inside.db,
      sql`select id::text, report_id::text as "reportId" from report_subscription where create_user = ${ctx.actor.id} and is_deleted = 0`,
    )
    const before = own.find((one) => one.reportId === reportId)
    if (!before && own.length >= maxSubscriptions) throw tooMany()
    const [weekday, monthday] = [choices.weekday ?? 1, choices.monthday ?? 1]
    const day = {
      weekday: choices.rhythm === 'week' ? weekday : null,
      monthday: choices.rhythm === 'month' ? monthday : null,
    }
    const values = { ...choices, ...day, reportId, name: name[0], lang: ctx.lang, reason: null, reasonEn: null }
    const { id } = await (before
      ? updateRow(inside, reportSubscription, before.id, values)
      : insertRow(inside, reportSubscription, values))
    await schedule(inside, await ownSubscription(inside, id), name)
    return { id }
  })
}

/** Pauses a subscription, or lets it go on if the caller may still have the report. */
const change: Handlers<'reportSubscription'>['change'] = (ctx, { id, enable }) =>
  tx(ctx, async (inside) => {
    const row = await ownSubscription(inside, id)
    if (enable) {
      const { name } = await assertMayHave(inside, row.reportId, 'xlsx')
      await run(
        inside.db,
        sql`update report_subscription set reason = null, reason_en = null, update_time = now() where id = ${row.id}`,
      )
      await schedule(inside, row, name)
    } else await endSchedule(inside.db, row.jobId)
    await writeAudit(inside, 'reportSubscription', row.id, 'change', null, { enable }, { title: row.name })
    return null
  })

const runNow: Handlers<'reportSubscription'>['run'] = async (ctx, { id }) => {
  await tx(ctx, async (inside) => {
    const { jobId, reportId } = await ownSubscription(inside, id)
    await assertMayHave(inside, reportId, 'xlsx')
    const [job] = await run<PlannedJob>(
      inside.db,
      sql`select ${plannedColumns} from job_info j where j.id = ${jobId} and j.is_deleted = 0 for update`,
    )
    if (!job) throw new Fail(['订阅已停止，请先恢复', 'The subscription has stopped; resume it first'], 409)
    await addRun(inside.db, job, { trigger: 'manual', userId: ctx.actor.id })
    await announceWork(inside.db)
  })
  runnerOf(ctx.app).poll()
  return null
}

const unsubscribe: Handlers<'reportSubscription'>['unsubscribe'] = (ctx, { id }) =>
  tx(ctx, async (inside) => {
    const row = await ownSubscription(inside, id)
    await endSchedule(inside.db, row.jobId, 'removed')
    return removeRows(inside, reportSubscription, [row.id])
  })

export const reportSubscriptionHandlers: Handlers<'reportSubscription'> = {
  list: listSubscriptions,
  subscribe,
  change,
  run: runNow,
  unsubscribe,
}
