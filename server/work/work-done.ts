import { workDone } from '#contract/work/work-done.ts'
import { sql } from '../base/database/sql.ts'
import type { Handlers } from '../engine/context.ts'
import { isBusinessVisible } from '../flow/task-access.ts'
import { workPage } from './task-lists.ts'

const latestFirst = sql`end_time desc, id desc`
/** The page of more is read by its index, and they are counted apart. */
const maxReadAtOnce = 100

export const workDoneHandlers: Handlers<'workDone'> = {
  list: (ctx, input) =>
    workPage(ctx, workDone, input, {
      conditions: [
        sql`assignee = ${ctx.actor.id}`,
        sql`(start_user_id = ${ctx.actor.id} or ${isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)})`,
      ],
      order: latestFirst,
      few: { limit: maxReadAtOnce, order: latestFirst },
      time: sql`end_time`,
      status: 'finish',
    }),
}
