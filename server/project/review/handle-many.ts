import { check } from '#contract/kit/check.ts'
import { denied, Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { commonPlacesOf, isCommonPlace, placesIn } from '#contract/project/common-places.ts'
import { declaration } from '#contract/project/declaration.ts'
import {
  type CommonRemark,
  isMoveOfMany,
  lacksPlace,
  type MoveOfMany,
  type MoveOfManyName,
  movesOfMany,
  type TrialOfMany,
  versionIn,
} from '#contract/project/moves-of-many.ts'
import type { Remark } from '#contract/project/status.ts'
import { commonRemark } from '#contract/project/transition-input.ts'
import { type TransitionName, transitionForAction, transitionOf } from '#contract/project/transitions.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission, type UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import type { CallOnRows } from '../../job/rows/call-on-rows.ts'
import { eachRow } from '../../job/rows/each-row.ts'
import { assertNoActRuns } from '../../job/rows/running-act.ts'
import { startAct } from '../../job/rows/start-act.ts'
import { readablePlaces } from '../draft/readable-places.ts'
import { documentsOf, readParts } from '../draft/stored-parts.ts'
import { type DeclarationRow, lastReturn, readDeclaration } from '../record/declaration-row.ts'
import { readTemplate } from '../template/template-row.ts'
import { changedMeanwhile } from './concurrent-reviews.ts'
import { aloneFailure } from './decided-by-two.ts'
import { isUnopened } from './openings.ts'
import { stepsAtStage } from './timeline.ts'
import { transitionRules } from './transition-rules.ts'
import { applyTransition, availableTransitions, stageConflict } from './transitions.ts'

/** One move of many declarations: each in a transaction of its own, by the same function as a single one (docs/decisions/0147). */

interface Move {
  readonly id: string
  readonly action: MoveOfManyName
  /** The versions that the caller has seen (`versionsText`). */
  readonly versions: string
  /** For a return; a check may come before the place is chosen. */
  readonly remark: CommonRemark | null
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

/** Throws unless the caller may make this move of any declaration. */
const assertMay = (ctx: Ctx, action: MoveOfManyName): void => {
  const { perms }: MoveOfMany = movesOfMany[action]
  if (!perms.some((perm) => may(ctx, perm))) throw denied()
}

const readDocuments = async (ctx: Ctx, row: DeclarationRow) => documentsOf(await readParts(ctx, row.id))

/** The remark at the places of this declaration; throws if it has none of them. */
const remarksOn = async (ctx: Ctx, row: DeclarationRow, { place, remark }: CommonRemark): Promise<Remark[]> => {
  const places = placesIn(await readDocuments(ctx, row), place, readablePlaces(ctx, row))
  if (places.length === 0) throw new Fail(lacksPlace)
  return places.map((at) => ({ at, text: remark }))
}

/** Resolves to the transition; throws what forbids it besides the checks of a single one. */
const assertForMany = async (ctx: Ctx, row: DeclarationRow, { action, versions }: Move): Promise<TransitionName> => {
  const { moves }: MoveOfMany = movesOfMany[action]
  // before anything is told of the declaration
  assertMay(ctx, action)
  const name = transitionForAction(action, row.declareStatus)
  const isNow = name !== null && transitionOf(name).from.includes(row.declareStatus)
  // also where it is the turn of another office
  if (!isNow || !may(ctx, transitionOf(name).perm)) throw await stageConflict(ctx, row)
  if (!moves.includes(name))
    throw (name === 'decideApprove' ? await aloneFailure(ctx, row) : null) ?? new Fail(oneByOne)
  if ((await readTemplate(ctx, row.templateId))?.oneByOne === 1) throw new Fail(templateForbids)
  if (versionIn(versions, row.id) !== row.version) throw new Fail(changedMeanwhile, 409)
  // an approval would pass over them, and a return replace them
  const open = action === 'approve' || action === 'return' ? await countOpenRemarks(ctx, row) : 0
  if (open) throw new Fail(fill(openRemarks, open))
  return name
}

/** Throws why the move cannot be made now, otherwise resolves to what the user should know before; changes nothing. */
const tryOneOfMany = async (ctx: Ctx, move: Move): Promise<TrialOfMany> => {
  const row = await readDeclaration(ctx, move.id)
  const name = await assertForMany(ctx, row, move)
  // first, as a transition that has to wait is not offered either
  const obstacle = await transitionRules[name].obstacle?.(ctx, row, false)
  if (obstacle) throw obstacle
  if (!(await availableTransitions(ctx, row)).includes(name)) throw denied()
  if (move.remark) await remarksOn(ctx, row, move.remark)
  const places = move.action === 'return' ? commonPlacesOf(await readDocuments(ctx, row), readablePlaces(ctx, row)) : []
  const [found] = await run<{ isUnopened: boolean }>(ctx.db, sql`select ${isUnopened(ctx, row.id)} as "isUnopened"`)
  return { isUnopened: found?.isUnopened ?? true, places }
}

/** Makes the move; the step says that it was one of many. */
const handleOneOfMany = (ctx: Ctx, move: Move) =>
  applyTransition(
    ctx,
    { id: move.id, action: move.action },
    {
      prepare: async (inside, row) => {
        await assertForMany(inside, row, move)
        return move.remark ? { remarks: await remarksOn(inside, row, move.remark) } : {}
      },
    },
  )

const moveIn = (action: unknown): MoveOfManyName => {
  if (isMoveOfMany(action)) return action
  throw faulty([{ at: 'action', text: ['不支持批量办理此操作', 'This cannot be done for many at once'] }])
}

interface Sent {
  readonly ids?: unknown
  readonly action?: unknown
  readonly versions?: unknown
  readonly place?: string | null
  readonly remark?: string | null
  readonly isTrial?: unknown
}

const unknownPlace: Text = ['没有此修改位置', 'There is no such place']

/** The remark of a return; throws if it is not complete, unless it only checks. */
const remarkIn = (action: MoveOfManyName, { place = null, remark = null, isTrial }: Sent): CommonRemark | null => {
  if (action !== 'return' || (isTrial && !place)) return null
  const { faults } = isTrial ? { faults: [] } : check(commonRemark, { place, remark }, { mode: 'new' })
  if (faults.length) throw faulty(faults)
  if (!isCommonPlace(String(place))) throw faulty([{ at: 'place', text: unknownPlace }])
  return { place: place ?? '', remark: remark ?? '' }
}

/** Makes a move of declarations, or only says of each whether it could be made. */
export const handleMany = async (ctx: Ctx, sent: Sent): Promise<TrialOfMany | null> => {
  const { ids, versions, isTrial } = sent
  const action = moveIn(sent.action)
  const remark = remarkIn(action, sent)
  const moveOf = (id: string) => ({ id, action, versions: String(versions), remark })
  if (isTrial) {
    let trial: TrialOfMany | null = null
    for (const id of split(String(ids))) trial = await tryOneOfMany(ctx, moveOf(id))
    return trial
  }
  await assertNoActRuns(ctx)
  await eachRow(ctx, ids, (id) => handleOneOfMany(ctx, moveOf(id)))
  return null
}

/** Begins the same in the background. */
export const startMany = (ctx: UserCtx, sent: Omit<Sent, 'ids' | 'isTrial'>) => {
  const action = moveIn(sent.action)
  const act = {
    call: 'declaration.handleMany',
    input: { action, ...remarkIn(action, sent) },
    label: movesOfMany[action].label,
  }
  return startAct(ctx, 'declaration', act, sent.versions)
}

/** What `handleMany` needs to run in the background. */
export const declarationMoves: CallOnRows = {
  titles: async (ctx, ids) => {
    const rows = await run<{ id: string; title: string }>(
      ctx.db,
      sql`select id::text, concat_ws(' ', declare_no, project_name) as title from declaration
        where id = any(${ids}::bigint[]) and ${rowFilter(ctx, declaration)}`,
    )
    return new Map(rows.map(({ id, title }) => [id, title]))
  },
  assertMay: (ctx, { action }) => assertMay(ctx, moveIn(action)),
}
