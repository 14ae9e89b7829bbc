import { faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { textsHeader } from '#contract/language-header.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { answerWith, type Handlers, type UserCtx } from '../engine/context.ts'
import { advise, withdrawConsultation } from '../flow/advise.ts'
import { advisersFor, consult } from '../flow/consult.ts'
import { copyPeople, copyTask } from '../flow/copy-task.ts'
import { isBusinessVisible } from '../flow/task-access.ts'
import { completeTask } from '../flow/tasks.ts'
import { transferPeople, transferTask } from '../flow/transfer-task.ts'
import { isHandled } from './deputised.ts'
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

const conditionsFor = async (ctx: UserCtx): Promise<Fragment[]> => [
  // what was returned to its starter is theirs, whatever their data scopes for reviews are
  await isHandled(ctx, workTodo),
  sql`(start_user_id = ${ctx.actor.id} or ${isBusinessVisible(ctx, sql`business_table`, sql`business_id::bigint`)})`,
]

export const workTodoHandlers: Handlers<'workTodo'> = {
  list: async (ctx, input) => {
    const conditions = await conditionsFor(ctx)
    return workPage(ctx, workTodo, input, {
      conditions,
      order: ctx.cursor ? await readyFirst(ctx, workTodo, conditions) : mostUrgentFirst,
      few: { limit: maxSorted, order: byReadiness(ctx, workTodo) },
      time: sql`create_time`,
      status: 'todo',
    })
  },
  notReady: async (ctx) => countNotReady(ctx, workTodo, { conditions: await conditionsFor(ctx) }),
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
  copyPeople: (ctx, { taskId, realName }) => copyPeople(ctx, String(taskId), realName?.trim() ?? ''),
  copyTask: async (ctx, { taskId, userId, reason }) => {
    await copyTask(ctx, String(taskId), String(userId), reason?.trim() ?? '')
    answerWith(ctx, ['已抄送', 'The copy was sent'])
    return null
  },
  advisers: (ctx, { taskId, realName }) => advisersFor(ctx, String(taskId), realName?.trim() ?? ''),
  consult: async (ctx, { taskId, userIds, reason }) => {
    await consult(ctx, String(taskId), split(userIds), reason?.trim() ?? '')
    answerWith(ctx, ['已加签', 'Your colleagues were consulted'])
    return null
  },
  advise: async (ctx, { consultationId, comment }) => {
    await advise(ctx, String(consultationId), String(comment).trim())
    answerWith(ctx, ['加签意见已提交', 'Your advice was given'])
    return null
  },
  withdrawConsultation: async (ctx, { consultationId }) => {
    await withdrawConsultation(ctx, String(consultationId))
    answerWith(ctx, ['已撤回加签', 'The consultation was withdrawn'])
    return null
  },
  transferPeople: (ctx, { taskId, realName }) => transferPeople(ctx, String(taskId), realName?.trim() ?? ''),
  transferTask: async (ctx, { taskId, userId, reason }) => {
    await transferTask(ctx, String(taskId), String(userId), reason?.trim() ?? '')
    answerWith(ctx, ['已转办', 'The task was passed on'])
    return null
  },
}
