import { sql } from 'kysely'
import { denied, Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { furthestStageAfter, isReviewStage, type StageCode } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import type { Transition } from '#contract/project/transition.ts'
import {
  isOfDeclarant,
  type TransitionName,
  transitionForAction,
  transitionNames,
  transitionOf,
  transitionsWith,
} from '#contract/project/transitions.ts'
import { run } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { freeze } from '../draft/freeze.ts'
import { documentsOf, readParts, writeOwnerName } from '../draft/stored-parts.ts'
import { type DeclarationRow, lockDeclaration, rowOf, titleOf } from '../record/declaration-row.ts'
import { isInvitedOperator, isOwner, isParty } from '../record/editing.ts'
import { changedMeanwhile, isBlind, isStale, versionFor } from './concurrent-reviews.ts'
import { canReview, type FurtherReview, furtherReviewOf } from './further-review.ts'
import {
  actingOffice,
  canApprove,
  canRequestRemoval,
  haveOfficesAgreed,
  isRemovalPending,
  isSecondPerson,
  removalConflict,
} from './joint-approval.ts'
import { addToLibrary, removeFromLibrary } from './listing.ts'
import { notifyTransition } from './notify-transition.ts'
import { canEndNotice, hasOpenObjection } from './public-notice.ts'
import { startRemoval } from './removal-process.ts'
import { continueReview, lockReview, type ReviewStep, reviewMoves, startReview } from './review-process.ts'
import { canScore } from './scoring.ts'
import { submissionTarget } from './submission-target.ts'
import { assertPlaces, guards, inputGuards, obstacles, type TransitionInput } from './transition-guards.ts'

/** Who may perform a transition, besides the permission: the owner, the invited operator, or an assigned expert. */
const partyChecks: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => boolean>> = {
  invite: isOwner,
  recall: isOwner,
  submit: isOwner,
  withdraw: isOwner,
  confirm: isInvitedOperator,
  score: (ctx, row) => ctx.actor.id !== null && row.experts.includes(ctx.actor.id),
}

/** Whether stage, permission and role in the declaration allow the caller this transition. */
const isAvailable = (ctx: Ctx, row: DeclarationRow, name: TransitionName): boolean => {
  const { from, perm } = transitionOf(name)
  if (!from.includes(row.declareStatus) || perm === null || !hasPermission(ctx, `declaration_${perm}`)) return false
  if (!isOfDeclarant(transitionOf(name)) && isParty(ctx, row)) return false
  return partyChecks[name]?.(ctx, row) ?? true
}

/** Further conditions, which depend on earlier steps at this stage. */
const stageConditions: Partial<Record<TransitionName, (ctx: Ctx, row: DeclarationRow) => Promise<boolean>>> = {
  provinceApprove: canApprove,
  score: canScore,
  reviewApprove: canReview,
  reviewReturn: canReview,
  reviewReject: canReview,
  dismiss: hasOpenObjection,
  uphold: hasOpenObjection,
  publish: canEndNotice,
  unlist: canRequestRemoval,
  cancelUnlist: isRemovalPending,
}

/** The transitions the caller may perform now, for display. `applyTransition` checks again before it acts. */
export const availableTransitions = async (ctx: Ctx, row: DeclarationRow): Promise<TransitionName[]> => {
  const open: TransitionName[] = []
  const moves = await reviewMoves(ctx, row)
  for (const name of transitionNames) {
    if (!isAvailable(ctx, row, name) || moves?.has(name) === false) continue
    if ((await stageConditions[name]?.(ctx, row)) ?? true) open.push(name)
  }
  return open
}

/** Why transitions that the caller may perform cannot be performed yet. */
export const obstaclesTo = async (
  ctx: Ctx,
  row: DeclarationRow,
  names: readonly TransitionName[],
): Promise<Status['obstacles']> => {
  const found: { action: TransitionName; reason: string }[] = []
  for (const action of names) {
    const failure = await obstacles[action]?.(ctx, row)
    if (failure) found.push({ action, reason: localize(failure.text, ctx.lang) })
  }
  return found
}

/** For example 5G-2026-320500-00123: year, city, and a number counted without gaps in each tenant. */
const numberFor = async (ctx: Ctx, row: DeclarationRow): Promise<string> => {
  const prefix = `5G-${row.year ?? wireTime().slice(0, 4)}-${row.city ?? row.province ?? '000000'}`
  const { rows } = await sql<{ last: number }>`
    insert into declaration_number as n (tenant_id, prefix, last) values (${ctx.actor.tenantId}, ${prefix}, 1)
    on conflict (tenant_id, prefix) do update set last = n.last + 1 returning last`.execute(ctx.db)
  return `${prefix}-${String(rows[0]?.last).padStart(5, '0')}`
}

type Columns = Record<string, unknown>
type Effect = (ctx: Ctx, row: DeclarationRow, input: TransitionInput) => Promise<Columns>

const returnEffect: Effect = async (_ctx, row) => ({ returnedFrom: row.declareStatus, loop: row.loop + 1 })

/** Effects of a transition besides the stage change; each resolves to further columns of the row. */
const effects: Partial<Record<TransitionName, Effect>> = {
  submit: async (ctx, row) => {
    const owner = await writeOwnerName(ctx, row)
    await freeze(ctx, row.id, documentsOf(await readParts(ctx, row.id)))
    const { taskUser } = await submissionTarget(ctx, row)
    return { ...owner, declareNo: row.declareNo ?? (await numberFor(ctx, row)), applyTime: wireTime(), taskUser }
  },
  invite: async (_ctx, _row, { branch }) => ({ invitedCode: branch || null }),
  claim: async (ctx) => ({ taskUser: ctx.actor.id }),
  cityReturn: returnEffect,
  provinceReturn: returnEffect,
  decideReturn: returnEffect,
  reviewReturn: returnEffect,
  assign: async (_ctx, _row, { experts }) => ({ experts: experts ?? null }),
  publish: async (ctx, row) => {
    await addToLibrary(ctx, row, documentsOf(await readParts(ctx, row.id)))
    return {}
  },
  unlist: async (ctx, row) => {
    await removeFromLibrary(ctx, row.id)
    return {}
  },
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
  if (joint === 'persons') return (await isSecondPerson(ctx, row)) ? to : row.declareStatus
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
  const review = await lockReview(ctx, row)
  if (review) return continueReview(ctx, review, row, name, input)
  // a request of the time before this process is confirmed by the table
  if (name === 'unlist' && !(await isRemovalPending(ctx, row))) return startRemoval(ctx, row)
  return { stage: await stageByTable(ctx, row, name), columns: {} }
}

const transitionNameOf = (row: DeclarationRow, { action, status }: TransitionInput): TransitionName => {
  const byAction = action ? transitionForAction(action, row.declareStatus) : null
  const byStatus = action ? null : transitionTo(row.declareStatus, status)
  const name = byAction ?? byStatus
  if (!name) throw new Fail(['不支持此操作', 'This action does not exist'])
  return name
}

/** The transition for a target stage sent without an action; null unless exactly one leads there. */
const transitionTo = (from: StageCode, target: number | null | undefined): TransitionName | null => {
  const isTarget = ({ to }: Transition): boolean => {
    if (to === 'back') return target === 10
    if (to === 'process') return typeof target === 'number' && isReviewStage(target) && target > from
    return to === target
  }
  const [match = null, ...others] = transitionsWith(
    (one) => one.traits.includes('target') && one.from.includes(from) && isTarget(one),
  )
  return others.length ? null : match
}

const notAtThisStage: Text = [
  '该申报目前处于“{0}”，不能执行此操作，请刷新后再试',
  'The declaration is now at “{0}”, so this is not possible; please reload and try again',
]

const stageConflict = async (ctx: Ctx, row: DeclarationRow, text: Text | null = null) =>
  new Fail(text ?? fill(notAtThisStage, titleOf(row)), 409, {
    data: {
      status: row.declareStatus,
      name: localize(titleOf(row), ctx.lang),
      version: await versionFor(ctx, row),
    },
  })

/**
 * Performs one transition in one transaction: locks the row, runs every guard, writes the step with its reasons. Throws 403
 * without permission, 409 if the stage or `version` is no longer current.
 */
export const applyTransition = (ctx: Ctx, input: TransitionInput): Promise<DeclarationRow> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, input.id)
    const name = transitionNameOf(row, input)
    const { from, to: target, perm, requires } = transitionOf(name)
    if (perm === null || !hasPermission(inside, `declaration_${perm}`)) throw denied()
    if (!from.includes(row.declareStatus))
      throw await stageConflict(inside, row, await removalConflict(inside, row, name))
    if (await isStale(inside, row, name, input.version))
      throw await stageConflict(inside, row, (await removalConflict(inside, row, name)) ?? changedMeanwhile)
    if (!isAvailable(inside, row, name)) throw denied()
    if (!isOfDeclarant(transitionOf(name))) await assertPlaces(inside, row, input)
    if (requires) await inputGuards[requires](inside, row, input)
    const obstacle = await obstacles[name]?.(inside, row)
    if (obstacle) throw obstacle
    for (const guard of guards[name] ?? []) await guard(inside, row, input)
    // before the step, which completes the task that says for whom the caller acts
    const office = await actingOffice(inside, row, name)
    const { stage: to, columns: processColumns } = await nextStep(inside, row, name, input)
    const isPending = to === row.declareStatus && target !== row.declareStatus
    const columns = isPending ? {} : ((await effects[name]?.(inside, row, input)) ?? {})
    const review = await furtherReviewOf(inside, row.id, to)
    const furthestStage = furthestStageAfter(row.furthestStage, to)
    const stageColumns =
      to === row.declareStatus ? {} : { declareStatus: to, stageSince: wireTime(), furthestStage, taskUser: null }
    await saveChanges(inside, row, name, { ...review, ...stageColumns, ...columns, ...processColumns })
    const changedRow = await writeStep(inside, row, name, input, { to, review, office })
    await notifyTransition(inside, row, changedRow, name, input, isPending)
    return changedRow
  })

const saveChanges = async (ctx: Ctx, row: DeclarationRow, name: TransitionName, changes: Columns): Promise<void> => {
  if (!isBlind(name)) {
    await updateRow(ctx, declaration, row.id, { ...changes, version: row.version + 1 }, name)
    return
  }
  const experts = typeof changes.experts === 'string' ? split(changes.experts) : row.experts
  await run(ctx.db, sql`update declaration set experts = ${experts}::bigint[] where id = ${row.id}`)
  await writeAudit(ctx, 'declaration', row.id, name, { experts: row.experts }, { experts })
}

const textOf = (text: string | null | undefined) => text?.trim() || null

/**
 * Writes the step and resolves to the changed row. A reviewer's step leaves the last editor as it was: declarants see it in lists and
 * must not learn which reviewer acted last.
 */
const writeStep = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
  { to, review, office }: { to: StageCode; review: FurtherReview; office: string },
): Promise<DeclarationRow> => {
  const isReview = !isOfDeclarant(transitionOf(name))
  const conflict = name === 'score' && input.conflict === 1
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
    userId: ctx.actor.id,
    office,
    comment: textOf(input.comment),
    conflict,
    internal: isReview ? textOf(input.internal) : null,
    met: JSON.stringify((isReview && input.met) || []),
    remarks: JSON.stringify((transitionOf(name).requires === 'remarks' && input.remarks) || []),
    score: name === 'score' && !conflict ? (input.score ?? null) : null,
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
