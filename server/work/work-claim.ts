import { workClaim } from '#contract/work/work-claim.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { answerWith, type Handlers, type UserCtx } from '../engine/context.ts'
import { isBusinessVisible, isCandidate } from '../flow/task-access.ts'
import { claimTask, unclaimTask } from '../flow/tasks.ts'
import type { CallOnRows } from '../job/rows/call-on-rows.ts'
import { eachRow } from '../job/rows/each-row.ts'
import { assertNoActRuns } from '../job/rows/running-act.ts'
import { startAct } from '../job/rows/start-act.ts'
import { claimable } from './claimable.ts'
import { countNotReady, readyFirst } from './readiness.ts'
import { workPage } from './task-lists.ts'
import { mostUrgentOf, openTasksPage } from './urgent-tasks.ts'

/** What an export reads, which has no end. */
const everyTask = async (ctx: UserCtx) => {
  const conditions = [
    isCandidate(ctx, sql`work_claim.id`),
    isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`),
  ]
  return { conditions, order: await readyFirst(ctx, workClaim, conditions) }
}

/** What `claimTasks` needs to run in the background. */
export const claims: CallOnRows = {
  titles: async (ctx, ids) => {
    const { conditions } = await everyTask(ctx)
    const rows = await run<{ id: string; title: string }>(
      ctx.db,
      sql`select id::text, concat_ws(' · ', subject, task_name) as title from work_claim
        where id = any(${ids}::bigint[]) and ${sql.join(conditions, sql` and `)}`,
    )
    return new Map(rows.map(({ id, title }) => [id, title]))
  },
}

export const workClaimHandlers: Handlers<'workClaim'> = {
  list: async (ctx, input) =>
    workPage(ctx, workClaim, input, {
      ...(ctx.cursor
        ? await everyTask(ctx)
        : { conditions: [], ...(await openTasksPage(ctx, workClaim, claimable, input)) }),
      time: sql`create_time`,
      status: 'claim',
    }),
  notReady: async (ctx) => countNotReady(ctx, workClaim, { among: await mostUrgentOf(ctx, claimable) }),
  claimTask: async (ctx, { taskId }) => {
    await claimTask(ctx, String(taskId))
    answerWith(ctx, ['签收事务成功', 'Task claimed'])
    return String(taskId)
  },
  claimTasks: async (ctx, { ids }) => {
    await assertNoActRuns(ctx)
    await eachRow(ctx, ids, (id) => claimTask(ctx, id))
    return null
  },
  startClaims: (ctx, { versions }) =>
    startAct(ctx, 'workClaim', { call: 'workClaim.claimTasks', input: {}, label: ['签收', 'Claim'] }, versions),
  unclaimTask: async (ctx, { taskId, reason }) => {
    await unclaimTask(ctx, String(taskId), String(reason).trim())
    answerWith(ctx, ['已取消签收，任务回到待签事务', 'The task can be claimed again'])
    return String(taskId)
  },
}
