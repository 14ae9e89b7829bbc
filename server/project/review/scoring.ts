import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { RubricItem } from '#contract/project/rubric.ts'
import { scoredItems, scoreText, sheetFaults, totalOf } from '#contract/project/score-sheet.ts'
import type { AssignedExpert } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { acceptedPeople } from '../../flow/named-people.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { lockRubric } from '../template/rubric-use.ts'
import { isRecused, owesScore, sheetOf } from './conditions.ts'
import { scoring } from './experts.ts'

/** Minimum number of independent scores for a decision at stage 40 (docs/decisions/0129). */
export const minExperts = 3

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
        s.score, coalesce(s.items, '[]') as items, coalesce(s.corrections, 0) as corrections
      from declaration cross join unnest(${experts}::bigint[]) with ordinality as e(id, n) left join "user" u on u.id = e.id
        left join lateral ${sheetOf(expert)} s on not ${isRecused(expert)}
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

export interface ScoreInput {
  score?: number | null
  items?: readonly { itemName?: string | null; points?: number | null; reason?: string | null }[] | null
  conflict?: number | null
}

/** What a step of the review stores of a score; the items as JSON. */
interface Score {
  readonly score: number | null
  readonly items: string
  readonly conflict: boolean
}

export const noScore: Score = { score: null, items: '[]', conflict: false }

/** The score of a template without rubric: one whole number. */
const plainScore = ({ score, items }: ScoreInput): Score => {
  if (items?.length)
    throw faulty([
      {
        at: 'items',
        text: ['本申报没有评分标准，请只填写评分', 'This declaration has no rubric; please send the score alone'],
      },
    ])
  if (typeof score !== 'number')
    throw faulty([{ at: 'score', text: ['请输入评分（0–100）', 'Please enter a score (0–100)'] }])
  if (!Number.isInteger(score)) throw faulty([{ at: 'score', text: ['评分应为整数', 'Score must be a whole number'] }])
  return { ...noScore, score }
}

/** The score by the items of a rubric; one that the client has computed itself has to be the same. */
const scoreByItems = (rubric: readonly RubricItem[], { score, items }: ScoreInput): Score => {
  const faults = sheetFaults(rubric, items ?? [])
  if (faults.length) throw faulty(faults)
  const scored = scoredItems(rubric, items ?? [])
  const total = totalOf(scored)
  if (typeof score === 'number' && score !== total)
    throw faulty([
      {
        at: 'score',
        text: fill(
          ['评分与各评分项不一致，按评分项计算为{0}', 'The score contradicts its items, which make {0}'],
          scoreText(total),
        ),
      },
    ])
  return { ...noScore, score: total, items: JSON.stringify(scored) }
}

/** Requires an answer on the conflict of interest (`conflict`), and if there is none a score, by items if the template has a rubric. */
export const readScore = async (ctx: Ctx, row: DeclarationRow, input: ScoreInput): Promise<Score> => {
  if (typeof input.conflict !== 'number')
    throw faulty([
      {
        at: 'conflict',
        text: ['请先说明是否与申报单位存在利益关系', 'Please first state whether you have a conflict of interest'],
      },
    ])
  if (input.conflict === 1) return { ...noScore, conflict: true }
  const rubric = await lockRubric(ctx, row.templateId)
  return rubric.length ? scoreByItems(rubric, input) : plainScore(input)
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
