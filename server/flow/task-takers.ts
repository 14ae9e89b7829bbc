import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { failingPart } from './failing-part.ts'
import { isBusinessVisible, isCandidate, isExcluded, mayHandle } from './task-access.ts'

/** SQL: tasks of the instance `i` that a person was drawn for, or that its starter has to correct, stay with that person. */
export const isPersonal = ({ app }: Pick<UserCtx, 'app'>): Fragment =>
  sql`(t.moves && ${[...(app.stageRules.secretMoves ?? [])]}::text[] or t.assignee is not distinct from i.start_user)`

/** SQL: whether the caller's permissions handle the task `t`; the same as `mayHandle`. */
const isPermitted = (ctx: UserCtx): Fragment => {
  const allowed = [...ctx.app.stageRules.moves].filter((move) => mayHandle(ctx, [move]))
  return sql`case when t.moves = '{}' then ${mayHandle(ctx, [])} else t.moves && ${allowed}::text[] end`
}

/** SQL: whether a business refuses the caller for its task `t` of the instance `i`, whatever their permissions are. */
const isRefused = (ctx: UserCtx): Fragment => {
  const tests = Object.entries(ctx.app.flowBusinesses).flatMap(([table, { refusesHandler, mayTake }]) => {
    if (refusesHandler?.(ctx.actor)) return [sql`when ${table} then true`]
    return mayTake ? [sql`when ${table} then not ${mayTake(ctx, sql`i.business_id`, sql`t.moves`)}`] : []
  })
  return tests.length ? sql`case i.business_table ${sql.join(tests, sql` `)} else false end` : sql`false`
}

/** SQL: the parts of the rule for the task `t` of the instance `i`, each of which has to hold for the caller. */
const partsOf = (ctx: UserCtx) => ({
  isOther: sql`(i.start_user is distinct from ${ctx.actor.id} and not ${isExcluded(ctx, sql`t.excluded_users`)} and not ${isRefused(ctx)})`,
  // a task without candidates was given to one person, and goes to whom its process could have named
  isCandidate: sql`(not exists (select 1 from flow_task_candidate n where n.task_id = t.id) or ${isCandidate(ctx, sql`t.id`)})`,
  isPermitted: isPermitted(ctx),
  isVisible: isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`),
})

/**
 * SQL: whether the caller could take the task `t` of the instance `i` themselves if nobody had it. Whoever gets a task from a colleague
 * has to be one of these, when they are named and when they decide (docs/decisions/0151).
 */
export const isTaker = (ctx: UserCtx): Fragment => {
  const { isOther, isCandidate: isNamed, isPermitted: isAllowed, isVisible } = partsOf(ctx)
  return sql`(${isOther} and ${isNamed} and ${isAllowed} and ${isVisible})`
}

const sentences: Readonly<Record<keyof ReturnType<typeof partsOf>, Text>> = {
  isOther: [
    '该人员是此事项的发起人、当事人，或须回避，不能办理此任务，请另选',
    'This person started the matter, is a party to it or has to stay out of it; choose another',
  ],
  isCandidate: [
    '该人员不能签收此任务，不能办理，请从列表中选择',
    'This person could not claim the task themselves; choose one from the list',
  ],
  isPermitted: [
    '该人员没有办理此任务的权限，请另选办理人',
    'This person has no permission to handle this task; choose another',
  ],
  isVisible: [
    '该事项不在该人员的数据范围内，请另选办理人',
    'The matter is outside the data that this person may see; choose another',
  ],
}

/** Why the caller could not take the open task with this id themselves; null if they could. */
export const takerRefusal = async (ctx: UserCtx, taskId: string): Promise<Text | null> => {
  const part = await failingPart(ctx, taskId, partsOf(ctx))
  return part && sentences[part]
}

/** To somebody who has got a task and may not handle it any more. */
export const noLongerTaker = () =>
  new Fail(
    [
      '您已不能办理此任务（权限、数据范围或回避关系已变化），请取消签收或联系管理员改派',
      'You may no longer handle this task, as your rights or ties have changed; give it back, or ask an administrator to reassign it',
    ],
    403,
  )
