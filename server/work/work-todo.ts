import { sql } from 'kysely'
import { faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { textsHeader } from '#contract/language-header.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { answerWith, type Handlers, type UserCtx } from '../engine/context.ts'
import { isBusinessVisible } from '../flow/task-access.ts'
import { completeTask } from '../flow/tasks.ts'
import { byReadiness, countNotReady, maxSorted, readyFirst } from './readiness.ts'
import { workPage } from './task-lists.ts'
import { mostUrgentFirst } from './urgency.ts'

/** Clients of the family that send no flag agree by this comment. */
const agreement: Text = ['同意', 'agree']

/**
 * Whether a request agrees to its task. A flag decides, whatever the comment says; without one the comment 同意 agrees, and any other
 * says neither yes nor no.
 */
const passOf = (flag: string | null | undefined, comment: string): boolean | null => {
  if (flag?.trim()) return flag.trim() === 'ok'
  return comment === agreement[0] ? true : null
}

const maxVariables = 32_768
/** Everything else in a request to complete a task. */
const maxOtherInput = 8192

const tooLarge = (bytes: number) =>
  faulty([
    {
      at: 'variables',
      text: fill(
        [
          '流程变量不能超过 32 KB，现约 {0} KB，请精简后再提交',
          'Variables can be at most 32 kB, not {0} kB; please shorten them',
        ],
        Math.ceil(bytes / 1024),
      ),
    },
  ])

/** Variables that no process knows are dropped before; the length of the request counts them too. */
const assertSize = ({ request }: UserCtx, variables: object | null | undefined) => {
  const known = Buffer.byteLength(JSON.stringify(variables ?? {}))
  const bytes = Math.max(known, Number(request.headers['content-length'] ?? 0) - maxOtherInput)
  if (bytes > maxVariables) throw tooLarge(bytes)
}

const conditionsFor = (ctx: UserCtx) => [
  // what was returned to its starter is theirs, whatever their data scopes for reviews are
  sql`assignee = ${ctx.actor.id}`,
  sql`(start_user_id = ${ctx.actor.id} or ${isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)})`,
]

export const workTodoHandlers: Handlers<'workTodo'> = {
  list: async (ctx, input) =>
    workPage(ctx, workTodo, input, {
      conditions: conditionsFor(ctx),
      order: ctx.cursor ? await readyFirst(ctx, workTodo, conditionsFor(ctx)) : mostUrgentFirst,
      few: { limit: maxSorted, order: byReadiness(ctx, workTodo) },
      time: sql`create_time`,
      status: 'todo',
    }),
  notReady: (ctx) => countNotReady(ctx, workTodo, { conditions: conditionsFor(ctx) }),
  completeTask: async (ctx, { taskId, processInstanceId, flag, comment, variables }) => {
    assertSize(ctx, variables)
    const opinion = comment?.trim() ?? ''
    const done = await completeTask(ctx, String(taskId), {
      instanceId: processInstanceId ?? null,
      pass: passOf(flag, opinion),
      comment: opinion,
      variables: { ...variables },
    })
    if (ctx.request.headers[textsHeader] === 'both') answerWith(ctx, done)
    return true
  },
}
