import { sql } from 'kysely'
import type { Text } from '#contract/kit/text.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import type { Handlers } from '../engine/context.ts'
import { isBusinessVisible } from '../flow/task-access.ts'
import { completeTask } from '../flow/tasks.ts'
import { workPage } from './task-lists.ts'

/** Clients of the family agree by the flag or by this comment. */
const agreement: Text = ['同意', 'agree']

export const workTodoHandlers: Handlers<'workTodo'> = {
  list: (ctx, input) =>
    workPage(ctx, workTodo, input, {
      conditions: [
        // what was returned to its starter is theirs, whatever their data scopes for reviews are
        sql`assignee = ${ctx.actor.id}`,
        sql`(start_user_id = ${ctx.actor.id} or ${isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)})`,
      ],
      order: sql`(due_time < now()) desc nulls last, create_time desc, id desc`,
      time: sql`create_time`,
      status: 'todo',
    }),
  completeTask: async (ctx, { taskId, processInstanceId, flag, comment, variables }) => {
    const pass = flag === 'ok' || comment?.trim() === agreement[0]
    await completeTask(ctx, String(taskId), {
      instanceId: processInstanceId ?? null,
      pass,
      comment: comment?.trim() ?? '',
      variables: { ...variables },
    })
    return true
  },
}
