import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type MoveOfMany, type MoveOfManyName, movesOfMany, versionIn } from '#contract/project/moves-of-many.ts'
import type { Remark } from '#contract/project/status.ts'
import { type TransitionName, transitionForAction, transitionOf } from '#contract/project/transitions.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { type DeclarationRow, lastReturn, readDeclaration } from '../record/declaration-row.ts'
import { readTemplate } from '../template/template-row.ts'
import { changedMeanwhile } from './concurrent-reviews.ts'
import { stepsAtStage } from './timeline.ts'
import { transitionRules } from './transition-rules.ts'
import { applyTransition, availableTransitions, stageConflict } from './transitions.ts'

/** One move of many declarations: each in a transaction of its own, by the same function as a single one (docs/decisions/0147). */

interface Move {
  readonly id: string
  readonly action: MoveOfManyName
  /** The versions that the caller has seen (`versionsText`). */
  readonly versions: string
}

const oneByOne: Text = ['评审结论须逐件作出', 'Decide on the expert review one by one']
const templateForbids: Text = [
  '该模板的申报只能逐件办理',
  'Declarations of this template can only be handled one by one',
]
const openRemarks: Text = [
  '上次退回的 {0} 条修改要求尚未标记“已落实”，请逐件办理',
  'Remarks of the last return not marked as resolved: {0}. Please open this declaration',
]

/** Remarks of the last return, if this stage made it, that nobody has marked as resolved since. */
const countOpenRemarks = async (ctx: Ctx, row: DeclarationRow): Promise<number> => {
  const returned = await lastReturn(ctx, row.id)
  if (returned?.fromStage !== row.declareStatus) return 0
  const later = await stepsAtStage(ctx, row, 70)
  const met = new Set(later.flatMap((step) => (step.met as Remark[]).map(({ at }) => at)))
  return (returned.remarks as Remark[]).filter(({ at }) => !met.has(at)).length
}

const may = (ctx: Ctx, perm: string | null) => perm !== null && hasPermission(ctx, `declaration_${perm}`)

/** Resolves to the transition; throws what forbids it besides the checks of a single one. */
const assertForMany = async (ctx: Ctx, row: DeclarationRow, { action, versions }: Move): Promise<TransitionName> => {
  const { perms, moves }: MoveOfMany = movesOfMany[action]
  // before anything is told of the declaration
  if (!perms.some((perm) => may(ctx, perm))) throw denied()
  const name = transitionForAction(action, row.declareStatus)
  const isNow = name !== null && transitionOf(name).from.includes(row.declareStatus)
  // also where it is the turn of another office
  if (!isNow || !may(ctx, transitionOf(name).perm)) throw await stageConflict(ctx, row)
  if (!moves.includes(name)) throw new Fail(oneByOne)
  if ((await readTemplate(ctx, row.templateId))?.oneByOne === 1) throw new Fail(templateForbids)
  if (versionIn(versions, row.id) !== row.version) throw new Fail(changedMeanwhile, 409)
  const open = action === 'approve' ? await countOpenRemarks(ctx, row) : 0
  if (open) throw new Fail(fill(openRemarks, open))
  return name
}

/** Throws why the move cannot be made now; changes nothing. */
export const tryOneOfMany = async (ctx: Ctx, move: Move): Promise<void> => {
  const row = await readDeclaration(ctx, move.id)
  const name = await assertForMany(ctx, row, move)
  // first, as a transition that has to wait is not offered either
  const obstacle = await transitionRules[name].obstacle?.(ctx, row)
  if (obstacle) throw obstacle
  if (!(await availableTransitions(ctx, row)).includes(name)) throw denied()
}

/** Makes the move; the step says that it was one of many. */
export const handleOneOfMany = (ctx: Ctx, move: Move) =>
  applyTransition(
    ctx,
    { id: move.id, action: move.action },
    { assert: (inside, row) => assertForMany(inside, row, move) },
  )
