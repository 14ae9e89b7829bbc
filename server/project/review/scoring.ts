import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { AssignedExpert } from '#contract/project/status.ts'
import type { Ctx } from '../../engine/context.ts'
import { acceptedPeople } from '../../flow/named-people.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { scoring } from './experts.ts'
import { stepsAtStage } from './timeline.ts'

/** Minimum number of independent scores for a decision at stage 40 (docs/decisions/0129). */
const minExperts = 3

/** Experts who ever declared a conflict of interest in this declaration: they cannot be assigned to it again. */
const recusedFrom = async (ctx: Ctx, pid: string): Promise<Set<string | null>> => {
  const steps = await ctx.db
    .selectFrom('declarationMove')
    .select('userId')
    .where('pid', '=', pid)
    .where('move', '=', 'score')
    .where('conflict', '=', true)
    .execute()
  return new Set(steps.map(({ userId }) => userId))
}

/** The assigned experts with their scores since the declaration last reached stage 40; scores of other experts do not count. */
export const assignedTo = async (ctx: Ctx, row: DeclarationRow): Promise<AssignedExpert[]> => {
  if (row.experts.length === 0) return []
  const [people, recused, steps] = await Promise.all([
    ctx.db.selectFrom('user').select(['id', 'realName']).where('id', 'in', row.experts).execute(),
    recusedFrom(ctx, row.id),
    stepsAtStage(ctx, row, 40),
  ])
  return row.experts.map((id) => {
    const realName = people.find((one) => one.id === id)?.realName ?? ''
    const scoreStep = steps.find(({ move, userId, conflict }) => move === 'score' && userId === id && !conflict)
    if (recused.has(id)) return { id, realName, state: 'recused', score: null }
    return { id, realName, state: scoreStep ? 'scored' : 'waiting', score: scoreStep?.score ?? null }
  })
}

export const canScore = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await assignedTo(ctx, row)).some(({ id, state }) => id === ctx.actor.id && state === 'waiting')

/** Requires at least three active experts, none with a conflict of interest. */
export const validExperts = async (
  ctx: Ctx,
  row: DeclarationRow,
  { experts }: { experts?: string | null },
): Promise<void> => {
  const ids = [...new Set(split(experts))]
  if (ids.length < minExperts || (await acceptedPeople(ctx, ids, scoring)).length !== ids.length)
    throw faulty([{ at: 'experts', text: ['请指派至少三名评审专家', 'Please assign at least three experts'] }])
  const recused = await recusedFrom(ctx, row.id)
  if (ids.some((id) => recused.has(id)))
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

/** Requires an answer on the conflict of interest (`conflict`), and a score if there is none. Each expert scores once. */
export const validScore = async (
  ctx: Ctx,
  row: DeclarationRow,
  { score, conflict }: { score?: number | null; conflict?: number | null },
): Promise<void> => {
  if (typeof conflict !== 'number')
    throw faulty([
      {
        at: 'conflict',
        text: ['请先说明是否与申报单位存在利益关系', 'Please first state whether you have a conflict of interest'],
      },
    ])
  if (conflict === 0 && typeof score !== 'number')
    throw faulty([{ at: 'score', text: ['请输入评分（0–100）', 'Please enter a score (0–100)'] }])
  if (!(await canScore(ctx, row)))
    throw new Fail(['您已提交过评分或已回避', 'You have already submitted a score or recused yourself'], 409)
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
