import { faulty } from '#contract/kit/fail.ts'
import { isSameRubric, type RubricItem, rubricFaults } from '#contract/project/rubric.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

interface Input {
  readonly id?: string | null
  readonly rubric?: readonly Partial<RubricItem>[] | null
}

export const assertRubric = ({ rubric }: Input): void => {
  const faults = rubricFaults(rubric ?? [])
  if (faults.length) throw faulty(faults)
}

/**
 * The items by which declarations of a template are scored, until the end of the transaction: whoever changes them waits until the score
 * is stored, and is refused then.
 */
export const lockRubric = async (ctx: Ctx, templateId: string | null): Promise<readonly RubricItem[]> => {
  const [row] = await run<{ rubric: readonly RubricItem[] | null }>(
    ctx.db,
    sql`select rubric from template where id = ${templateId} for share`,
  )
  return row?.rubric ?? []
}

/** Throws if a rubric changes by which experts have scored: all declarations of a template have one. */
export const assertRubricUnused = async (ctx: Ctx, { id, rubric }: Input): Promise<void> => {
  if (rubric === undefined) return
  const [row] = await run<{ rubric: readonly RubricItem[] | null }>(
    ctx.db,
    sql`select rubric from template where id = ${id} for update`,
  )
  if (isSameRubric(row?.rubric ?? [], rubric ?? [])) return
  const scores = await run(
    ctx.db,
    sql`select 1 from declaration_move m join declaration d on d.id = m.pid
      where d.template_id = ${id} and m.move = 'score' and not m.conflict limit 1`,
  )
  if (scores.length)
    throw faulty([
      {
        at: 'rubric',
        text: [
          '已有专家按本模板评分，评分标准不能再修改',
          'Experts have scored by this template, so its rubric cannot change any more',
        ],
      },
    ])
}
