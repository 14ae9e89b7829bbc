import { workSend } from '#contract/work/work-send.ts'
import { sql } from '../base/database/sql.ts'
import { answerWith, type Handlers } from '../engine/context.ts'
import { remindByStarter, withdrawInstance } from '../flow/withdraw.ts'
import { workPage } from './task-lists.ts'

export const workSendHandlers: Handlers<'workSend'> = {
  list: (ctx, input) =>
    workPage(ctx, workSend, input, {
      conditions: [sql`start_user_id = ${ctx.actor.id}`],
      order: sql`create_time desc, id desc`,
      time: sql`create_time`,
      status: 'finish',
    }),
  withdraw: async (ctx, { processInstanceId, reason }) => {
    await withdrawInstance(ctx, String(processInstanceId), reason?.trim() ?? '')
    answerWith(ctx, ['已撤回', 'It was withdrawn'])
    return null
  },
  remind: async (ctx, { processInstanceId }) => {
    await remindByStarter(ctx, String(processInstanceId))
    return null
  },
}
