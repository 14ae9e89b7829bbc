import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import { hasOpenTask } from './task-access.ts'

/** Corrections of requests that were returned to whoever started them. */

const notReturned: Text = ['只能修改被退回的申请', 'Only a returned request can be corrected']
const othersDecide: Text = [
  '其他环节正在办理，待其办结后再修改',
  'Somebody else is deciding on it; correct it when they have',
]

/**
 * Throws 409 unless the request was returned to the caller, who has an open task of it, and nobody else has one: what they read stays as it
 * is until they have decided. `isReturned` is what its state says.
 */
export const assertCorrectable = async (
  ctx: UserCtx,
  instanceId: string | null,
  isReturned: boolean,
): Promise<void> => {
  if (!isReturned || !(await hasOpenTask(ctx, instanceId))) throw new Fail(notReturned, 409)
  const others = sql`select 1 from flow_task where instance_id = ${instanceId} and end_time is null
    and assignee is distinct from ${ctx.actor.id} limit 1`
  if ((await run(ctx.db, others)).length) throw new Fail(othersDecide, 409)
}

interface Earlier {
  readonly replacedTime: string | null
}

/**
 * What a request was before its corrections, with what it is now. Of several corrections before the next decision nobody has read the
 * first ones: they are not added.
 */
export const withEarlier = async <E extends Earlier>(
  { db }: Ctx,
  instanceId: string | null,
  earlier: readonly E[],
  now: Omit<E, 'replacedTime'>,
): Promise<E[]> => {
  const last = earlier.at(-1)?.replacedTime
  const decided = sql`select 1 from flow_task where instance_id = ${instanceId} and end_reason = 'completed'
    and end_time >= (${last ?? null}::timestamp + interval '1 second') at time zone 'Asia/Shanghai' limit 1`
  if (last && (await run(db, decided)).length === 0) return [...earlier]
  return [...earlier, { ...now, replacedTime: wireTime() } as E]
}
