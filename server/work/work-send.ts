import { sql } from 'kysely'
import { workSend } from '#contract/work/work-send.ts'
import type { Handlers } from '../engine/context.ts'
import { workPage } from './task-lists.ts'

export const workSendHandlers: Handlers<'workSend'> = {
  list: (ctx, input) =>
    workPage(ctx, workSend, input, {
      conditions: [sql`start_user_id = ${ctx.actor.id}`],
      order: sql`create_time desc, id desc`,
      time: sql`create_time`,
      status: 'finish',
    }),
}
