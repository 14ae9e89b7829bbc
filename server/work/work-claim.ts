import { sql } from 'kysely'
import { split } from '#contract/kit/field.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { answerWith, type Handlers, type UserCtx } from '../engine/context.ts'
import { isBusinessVisible, isCandidate } from '../flow/task-access.ts'
import { claimTask, unclaimTask } from '../flow/tasks.ts'
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
    for (const id of split(ids)) await claimTask(ctx, id)
    return null
  },
  unclaimTask: async (ctx, { taskId, reason }) => {
    await unclaimTask(ctx, String(taskId), String(reason).trim())
    answerWith(ctx, ['已取消签收，任务回到待签事务', 'The task can be claimed again'])
    return String(taskId)
  },
}
