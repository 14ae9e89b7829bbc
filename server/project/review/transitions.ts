import { denied, Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import type { Transition } from '#contract/project/transition.ts'
import {
  isOfDeclarant,
  liftNames,
  type TransitionName,
  transitionNames,
  transitionOf,
} from '#contract/project/transitions.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import type { LockedBatches } from '../batch/membership.ts'
import { type DeclarationRow, rowOf, titleOf } from '../record/declaration-row.ts'
import { isInvitedOperator, isOwner, isParty } from '../record/editing.ts'
import { batchStep, lockForStep, noBatches } from './batch-step.ts'
import { changedMeanwhile, isBlind, isStale, versionFor } from './concurrent-reviews.ts'
import { conditionFor, isRemovalPending, isSecondPerson, isTrueOf } from './conditions.ts'
import { correctionEnd, lateFailure } from './correction-time.ts'
import { type FurtherReview, furtherReviewOf } from './further-review.ts'
import { actingOffice, haveOfficesAgreed, removalConflict } from './joint-approval.ts'
import { notifyTransition } from './notify-transition.ts'
import { isUnopened } from './openings.ts'
import { startRemoval } from './removal-process.ts'
import { resumeReview } from './replay-reviews.ts'
import { continueReview, lockReview, type ReviewStep, reviewMoves, startReview } from './review-process.ts'
import { noScore, readScore } from './scoring.ts'
import { columnsAt } from './stage-ends.ts'
import { submissionTarget } from './submission-target.ts'
import { assertPlaces, inputGuards, type TransitionInput } from './transition-guards.ts'
import { transitionNameOf } from './transition-name.ts'
import { assertPrecondition, transitionRules } from './transition-rules.ts'

/** Whether the caller is somebody who makes such transitions of the declaration, besides the permission. */
const isMaker: Readonly<Record<Transition['by'], (ctx: Ctx, row: DeclarationRow) => boolean>> = {
  owner: isOwner,
  invited: isInvitedOperator,
  reviewer: (ctx, row) => !isParty(ctx, row),
  expert: (ctx, row) => !isParty(ctx, row) && ctx.actor.id !== null && row.experts.includes(ctx.actor.id),
  timer: () => false,
}

/** Whether stage, permission and role in the declaration allow the caller this transition. */
const isAvailable = (ctx: Ctx, row: DeclarationRow, name: TransitionName): boolean => {
  const { from, perm, by } = transitionOf(name)
  const isAllowed = perm !== null && hasPermission(ctx, `declaration_${perm}`)
  return from.includes(row.declareStatus) && isAllowed && isMaker[by](ctx, row)
}

/** Those of the transitions whose precondition is true, found in one statement. */
const possibleOf = async (
  ctx: Ctx,
  row: DeclarationRow,
  names: readonly TransitionName[],
): Promise<TransitionName[]> => {
  const checks = names.flatMap((name) => {
    const condition = transitionRules[name].when?.condition
    return condition ? [sql`case when ${conditionFor(ctx, condition)} then null else ${name}::text end`] : []
  })
  if (checks.length === 0) return [...names]
  const [found] = await run<{ impossible: (string | null)[] }>(
    ctx.db,
    sql`select array[${sql.join(checks)}] as impossible from declaration where declaration.id = ${row.id}`,
  )
  return names.filter((name) => !found?.impossible.includes(name))
}

/** The transitions the caller may perform now, for display. `applyTransition` checks again before it acts. */
export const availableTransitions = async (ctx: Ctx, row: DeclarationRow): Promise<TransitionName[]> => {
  const moves = await reviewMoves(ctx, row)
  const names = transitionNames.filter((name) => isAvailable(ctx, row, name) && moves?.has(name) !== false)
  return possibleOf(ctx, row, names)
}

/** Why transitions that the caller may perform cannot be performed yet. */
export const obstaclesTo = async (
  ctx: Ctx,
  row: DeclarationRow,
  names: readonly TransitionName[],
): Promise<Status['obstacles']> => {
  const found: { action: TransitionName; reason: string }[] = []
  for (const action of names) {
    const failure = await transitionRules[action].obstacle?.(ctx, row, false)
    if (failure) found.push({ action, reason: localize(failure.text, ctx.lang) })
  }
  return found
}

/**
 * The resulting stage by the table, where no process decides: outside the review, and in reviews that began before there was one.
 * A joint approval keeps the current stage until everyone required has approved.
 */
const stageByTable = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<StageCode> => {
  const { to, joint } = transitionOf(name)
  if (to === 'back') return (await submissionTarget(ctx, row)).stage
  if (to === 'process') throw await stageConflict(ctx, row)
  if (joint === 'offices') return (await haveOfficesAgreed(ctx, row)) ? to : row.declareStatus
  if (joint === 'persons') return (await isTrueOf(ctx, row, isSecondPerson)) ? to : row.declareStatus
  return to
}

/** The resulting stage: a submission starts the review, a request for a removal that of the removal; their processes decide. */
const nextStep = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
): Promise<ReviewStep> => {
  if (name === 'submit' && row.declareStatus !== 70) return startReview(ctx, row, input)
  if (liftNames.includes(name))
    return { stage: 70, columns: await resumeReview(ctx, row, await correctionEnd(ctx, row)) }
  const review = await lockReview(ctx, row)
  if (review) return continueReview(ctx, review, row, name, input)
  // a request of the time before this process is confirmed by the table
  if (name === 'unlist' && !(await isTrueOf(ctx, row, isRemovalPending))) return startRemoval(ctx, row)
  return { stage: await stageByTable(ctx, row, name), columns: {} }
}

const notAtThisStage: Text = [
  '该申报目前处于“{0}”，不能执行此操作，请刷新后再试',
  'The declaration is now at “{0}”, so this is not possible; please reload and try again',
]

/** That the declaration is at another stage than the caller thought, or what `text` says of it. */
export const stageConflict = async (ctx: Ctx, row: DeclarationRow, text: Text | null = null) =>
  new Fail(text ?? fill(notAtThisStage, titleOf(row)), 409, {
    data: {
      status: row.declareStatus,
      name: localize(titleOf(row), ctx.lang),
      version: await versionFor(ctx, row),
    },
  })

/** To a declarant whose correction comes after its expiry. */
const expiryConflict = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<Fail | null> => {
  if (name !== 'submit' || row.declareStatus !== 99 || !row.correctionUntil || !isOwner(ctx, row)) return null
  const { text } = await lateFailure(ctx, row)
  return stageConflict(ctx, row, text)
}

/** A step that is one of many by the same act. */
interface OneOfMany {
  /** Throws for a declaration, now locked, that has to be handled alone; resolves to what its step needs besides. */
  readonly prepare: (ctx: Ctx, row: DeclarationRow) => Promise<Pick<TransitionInput, 'remarks'>>
  /** Whether a confirmed proposal of the batch demands it: it is no decision of one person. */
  readonly isProposed?: boolean
}

/**
 * Performs one transition in one transaction: locks the row, runs every guard, writes the step with its reasons. Throws 403
 * without permission, 409 if the stage or `version` is no longer current.
 */
export const applyTransition = (ctx: Ctx, sent: TransitionInput, many?: OneOfMany): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const { row, locked } = await lockForStep(inside, sent.id)
    const input = { ...sent, ...(await many?.prepare(inside, row)) }
    const name = transitionNameOf(row, input)
    const { from, perm, requires } = transitionOf(name)
    if (perm === null || !hasPermission(inside, `declaration_${perm}`)) throw denied()
    if (!from.includes(row.declareStatus))
      throw (
        (await expiryConflict(inside, row, name)) ??
        (await stageConflict(inside, row, await removalConflict(inside, row, name)))
      )
    if (await isStale(inside, row, name, input.version))
      throw await stageConflict(inside, row, (await removalConflict(inside, row, name)) ?? changedMeanwhile)
    if (!isAvailable(inside, row, name)) throw denied()
    if (!isOfDeclarant(transitionOf(name))) await assertPlaces(inside, row, input)
    if (requires) await inputGuards[requires](inside, row, input)
    const rule = transitionRules[name]
    const obstacle = await rule.obstacle?.(inside, row, many?.isProposed ?? false)
    if (obstacle) throw obstacle
    await assertPrecondition(inside, row, rule)
    for (const guard of rule.guards) await guard(inside, row, input)
    return perform(inside, row, name, input, { locked, isBulk: many !== undefined })
  })

/** Makes a transition that has passed all checks: its step of the process, its effect, its record and its messages. */
const perform = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
  { locked, isBulk }: { readonly locked: LockedBatches; readonly isBulk: boolean },
): Promise<DeclarationRow> => {
  // before the step, which completes the task that says for whom the caller acts
  const office = await actingOffice(ctx, row, name)
  const { stage: to, columns: processColumns, principal = null } = await nextStep(ctx, row, name, input)
  const isPending = to === row.declareStatus && transitionOf(name).to !== row.declareStatus
  const columns = isPending ? {} : ((await transitionRules[name].effect?.(ctx, row, input)) ?? {})
  const review = await furtherReviewOf(ctx, row.id, to)
  const stageColumns = to === row.declareStatus ? {} : await columnsAt(ctx, row, to)
  const batch = await batchStep(ctx, row, locked, name, to)
  await saveChanges(ctx, row, name, {
    ...review,
    ...stageColumns,
    ...batch,
    ...columns,
    ...processColumns,
  })
  const changedRow = await writeStep(ctx, row, name, input, { to, review, office, isBulk, principal })
  await notifyTransition(ctx, row, changedRow, name, input, isPending)
  return changedRow
}

/** Makes a transition of the platform's timer on a declaration that its job has locked and found due; `ctx` is the platform's. */
export const applyByTimer = (ctx: Ctx, row: DeclarationRow, name: TransitionName, comment: string | null) => {
  const { by, from } = transitionOf(name)
  if (by !== 'timer' || !from.includes(row.declareStatus))
    throw new Error(`No timer makes ${name} at ${row.declareStatus}.`)
  return perform(ctx, row, name, { id: row.id, comment }, { locked: noBatches(row), isBulk: false })
}

const saveChanges = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  changes: Record<string, unknown>,
): Promise<void> => {
  if (!isBlind(name)) {
    await updateRow(ctx, declaration, row.id, { ...changes, version: row.version + 1 }, name)
    return
  }
  const experts = typeof changes.experts === 'string' ? split(changes.experts) : row.experts
  await run(ctx.db, sql`update declaration set experts = ${experts}::bigint[] where id = ${row.id}`)
  await writeAudit(ctx, 'declaration', row.id, name, { experts: row.experts }, { experts })
}

const textOf = (text: string | null | undefined) => text?.trim() || null

interface StepFacts {
  readonly to: StageCode
  readonly review: FurtherReview
  readonly office: string
  readonly isBulk: boolean
  readonly principal: string | null
}

/**
 * Writes the step and resolves to the changed row. A reviewer's step leaves the last editor as it was: declarants see it in lists and
 * must not learn which reviewer acted last.
 */
const writeStep = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
  { to, review, office, isBulk, principal }: StepFacts,
): Promise<DeclarationRow> => {
  const isReview = !isOfDeclarant(transitionOf(name))
  const step = {
    pid: row.id,
    move: name,
    fromStage: row.declareStatus,
    toStage: to,
    fromName: row.stageName,
    fromNameEn: row.stageNameEn,
    toName: review.stageName,
    toNameEn: review.stageNameEn,
    loop: row.loop,
    ...(isBulk ? { isBulk, actId: ctx.act?.id ?? null, isUnopened: isUnopened(ctx, row.id) } : {}),
    userId: ctx.actor.id,
    principalId: principal,
    office,
    comment: textOf(input.comment),
    ...(name === 'score' ? await readScore(ctx, row, input) : noScore),
    internal: isReview ? textOf(input.internal) : null,
    met: JSON.stringify((isReview && input.met) || []),
    remarks: JSON.stringify((transitionOf(name).requires === 'remarks' && input.remarks) || []),
  }
  return rowOf(
    await ctx.db
      .with('step', (db) => db.insertInto('declarationMove').values(step).returning('id'))
      .updateTable('declaration')
      .set({ updateUser: isReview ? row.updateUser : ctx.actor.id })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst(),
  )
}
