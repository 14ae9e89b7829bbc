import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { subscriptionsPath } from '#contract/report/report-path.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type App, tx, type UserCtx } from '../engine/context.ts'
import { readPerson } from '../engine/session.ts'
import { notify } from '../inbox/notify.ts'
import { systemCtx } from '../inbox/system-ctx.ts'
import type { Processor } from '../job/run/processor.ts'
import { startReport } from './report-request.ts'
import { endSchedule } from './subscription-job.ts'
import { type DueSubscription, subscriptionOf } from './subscription-rows.ts'

/** Ends a subscription, and tells its owner why. */
const stop = async (app: App, { id, jobId, name, userId }: DueSubscription, [zh, en]: Text): Promise<Text> => {
  await tx(await systemCtx(app, `subscription-${id}`), async (inside) => {
    await run(
      inside.db,
      sql`update report_subscription set reason = ${zh}, reason_en = ${en}, update_time = now() where id = ${id}`,
    )
    await endSchedule(inside.db, jobId)
    await notify(inside, {
      to: [userId],
      kind: 'result',
      about: null,
      title: fill(['报表“{0}”的订阅已停止', 'Your subscription to “{0}” has stopped'], name),
      text: [zh, en],
      link: subscriptionsPath,
    })
  })
  return fill(['订阅已停止：{0}', 'The subscription has stopped: {0}'], [zh, en])
}

/** Who may not have a report any more, or whose report cannot run, will not get it tomorrow either. */
const isFinal = (error: unknown): error is Fail => error instanceof Fail && [400, 403, 404].includes(error.code)

/** The ctx of the owner, with all roles and departments that they have now; null if they may not log in. */
const ownerOf = async (app: App, { userId, lang }: DueSubscription, runId: string): Promise<UserCtx | null> => {
  const person = await readPerson(app, userId, { deptChoice: null, roleChoice: null })
  const request = { id: `run-${runId}`, address: '', agent: '', headers: {} }
  return person && { app, db: app.db, lang, ...person, request }
}

/** Sends one subscription: starts a job of its owner, whose rights of now decide what the file has, or whether there is one. */
export const sendSubscription: Processor['run'] = async ({ app, runId, log }) => {
  const due = await subscriptionOf(app.db, runId)
  if (!due) return ['订阅已取消，未生成文件', 'The subscription was cancelled; no file is made']
  const ctx = await ownerOf(app, due, runId)
  const ended = async (why: Text): Promise<Text> => {
    const text = await stop(app, due, why)
    log.warn(text)
    return text
  }
  if (!ctx) return ended(['账号已停用', 'Account disabled'])
  try {
    const job = await startReport(ctx, due.reportId, due.format, `run-${runId}`)
    return fill(['已为{0}生成任务 {1}', 'Started for {0}: job {1}'], ctx.actor.realName || ctx.actor.account, job)
  } catch (error) {
    if (isFinal(error)) return ended(error.text)
    throw error
  }
}
