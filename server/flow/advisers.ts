import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { User, UserCtx } from '../engine/context.ts'
import { failingPart } from './failing-part.ts'
import { isBusinessVisible, isExcluded, mayHandle } from './task-access.ts'

/** Staff, and no experts: those were drawn, and say what they think by their scores. */
export const isOfStaff = ({ accountType, rights }: User): boolean =>
  accountType === null && !rights.aliases.includes('expert')

/** SQL: whether the caller has to stay out of the matter of the instance `i` for good. */
const isInvolved = (ctx: UserCtx): Fragment => {
  const tests = Object.entries(ctx.app.flowBusinesses).flatMap(([table, business]) =>
    business.isInvolved ? [sql`when ${table} then ${business.isInvolved(ctx, sql`i.business_id`)}`] : [],
  )
  return tests.length ? sql`case i.business_table ${sql.join(tests, sql` `)} else false end` : sql`false`
}

/** SQL: the parts of the rule for the task `t` of the instance `i`, each of which has to hold for the caller. */
const partsOf = (ctx: UserCtx) => {
  const { id } = ctx.actor
  const readable = Object.entries(ctx.app.flowBusinesses).flatMap(([table, { mayRead }]) =>
    mayRead?.(ctx) ? [table] : [],
  )
  return {
    isReader: sql`(${isOfStaff(ctx.actor) && mayHandle(ctx, [])} and i.business_table = any(${readable}::text[]))`,
    isOther: sql`(i.start_user is distinct from ${id} and t.assignee is distinct from ${id}
      and not ${isExcluded(ctx, sql`t.excluded_users`)} and not ${isInvolved(ctx)})`,
    isVisible: isBusinessVisible(ctx, sql`i.business_table`, sql`i.business_id`),
  }
}

/**
 * SQL: whether the caller may advise on the task `t` of the instance `i`: staff who see its matter anyway and have no part in it. Asked
 * when they are consulted, in their lists, and when they answer (docs/decisions/0156).
 */
export const isAdviser = (ctx: UserCtx): Fragment => {
  const { isReader, isOther, isVisible } = partsOf(ctx)
  return sql`(${isReader} and ${isOther} and ${isVisible})`
}

const sentences: Readonly<Record<keyof ReturnType<typeof partsOf>, Text>> = {
  isReader: [
    '该人员不能查看此事项（无权限、为专家或单位账号），请从列表中选择',
    'This person cannot open the matter, is an expert or works for a company; choose one from the list',
  ],
  isOther: [
    '该人员为本任务办理人，或为此事项的发起人、当事人、编写人，须回避，请另选',
    'This person has the task, or started or wrote the matter, or is a party to it, and stays out; choose another',
  ],
  isVisible: [
    '该事项不在该人员的数据范围内，请另选',
    'The matter is outside the data that this person may see; choose another',
  ],
}

/** Why the caller may not advise on the task with this id; null if they may. */
export const adviserRefusal = async (ctx: UserCtx, taskId: string): Promise<Text | null> => {
  const part = await failingPart(ctx, taskId, partsOf(ctx))
  return part && sentences[part]
}

/** To somebody who was consulted and may not advise any more. */
export const noLongerAdviser = () =>
  new Fail(
    [
      '您已不能就此事项提出意见（权限、数据范围或回避关系已变化）',
      'You may no longer advise on this matter, as your rights or ties have changed',
    ],
    403,
  )
