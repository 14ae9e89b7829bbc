import { sql } from 'kysely'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { AssignedExpert } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { acceptedPeople } from '../../flow/named-people.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isRecused, owesScore, scoreOf } from './conditions.ts'
import { scoring } from './experts.ts'

/** Minimum number of independent scores for a decision at stage 40 (docs/decisions/0129). */
const minExperts = 3

/** The assigned experts with their scores since the declaration last reached stage 40; scores of other experts do not count. */
export const assignedTo = async (
  ctx: Ctx,
  { id, experts }: Pick<DeclarationRow, 'id' | 'experts'>,
): Promise<AssignedExpert[]> => {
  if (experts.length === 0) return []
  const expert = sql`e.id`
  return run<AssignedExpert>(
    ctx.db,
    sql`select e.id::text as id, coalesce(u.real_name, '') as "realName",
        case when ${isRecused(expert)} then 'recused' when ${owesScore(expert)} then 'waiting' else 'scored' end as state,
        case when not ${isRecused(expert)} then ${scoreOf(expert)} end as score
      from declaration cross join unnest(${experts}::bigint[]) with ordinality as e(id, n) left join "user" u on u.id = e.id
      where declaration.id = ${id} order by e.n`,
  )
}

/** Requires at least three active experts, none with a conflict of interest. */
export const validExperts = async (
  ctx: Ctx,
  row: DeclarationRow,
  { experts }: { experts?: string | null },
): Promise<void> => {
  const ids = [...new Set(split(experts))]
  if (ids.length < minExperts || (await acceptedPeople(ctx, ids, scoring)).length !== ids.length)
    throw faulty([{ at: 'experts', text: ['请指派至少三名评审专家', 'Please assign at least three experts'] }])
  if ((await assignedTo(ctx, { id: row.id, experts: ids })).some(({ state }) => state === 'recused'))
    throw faulty([
      {
        at: 'experts',
        text: [
          '所选专家已申明存在利益关系，请改选其他专家',
          'A selected expert has declared a conflict of interest; please choose another',
        ],
      },
    ])
}

/** Requires an answer on the conflict of interest (`conflict`), and a score if there is none. */
export const validScore = (
  _ctx: Ctx,
  _row: DeclarationRow,
  { score, conflict }: { score?: number | null; conflict?: number | null },
): void => {
  if (typeof conflict !== 'number')
    throw faulty([
      {
        at: 'conflict',
        text: ['请先说明是否与申报单位存在利益关系', 'Please first state whether you have a conflict of interest'],
      },
    ])
  if (conflict === 0 && typeof score !== 'number')
    throw faulty([{ at: 'score', text: ['请输入评分（0–100）', 'Please enter a score (0–100)'] }])
}

/** Why there is no decision yet: too few scores, or an assigned expert without one who is not recused; else null. */
export const scoresFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  const assigned = await assignedTo(ctx, row)
  const count = (state: AssignedExpert['state']) => assigned.filter((one) => one.state === state).length
  if (assigned.length === 0)
    return new Fail([
      '尚未指派专家，请先指派至少三名评审专家',
      'No experts are assigned yet; assign at least three first',
    ])
  if (count('scored') < minExperts)
    return new Fail(
      fill(
        [
          '至少需要三名无利益关系专家的评分，目前 {0} 份',
          'At least three scores from experts without a conflict of interest are needed; there are {0}',
        ],
        count('scored'),
      ),
    )
  if (count('waiting') > 0)
    return new Fail(
      fill(['还有 {0} 名已指派的专家未评分', '{0} of the assigned experts have not scored yet'], count('waiting')),
    )
  return null
}
