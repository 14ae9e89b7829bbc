import type { VariablesOf } from '#contract/flow/process-variables.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { StageCode } from '#contract/project/stages.ts'
import {
  hasSeparateTasks,
  type TransitionName,
  transitionForAction,
  transitionOf,
} from '#contract/project/transitions.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { latestDefinition } from '../../flow/definitions.ts'
import { type InstanceRow, lockInstanceOf } from '../../flow/instance-row.ts'
import { makeMove, openMovesOf, stageAfter } from '../../flow/moves.ts'
import { startInstance } from '../../flow/steps.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { provinceOffices } from './conditions.ts'
import { correctionEnd } from './correction-time.ts'
import { actingOffice } from './joint-approval.ts'
import { assignedTo } from './scoring.ts'
import { dueTimesOf } from './stage-ends.ts'
import { submissionTarget } from './submission-target.ts'
import type { TransitionInput } from './transition-guards.ts'

/** The process that reviews declarations decides where a transition leads; the guards decide whether it may be made. */
const processKey = 'xmsb'
export const table = 'declaration'

/** Assigned experts who still have to score: in the review of experts those without a score, before it all of them. */
const scorersOf = async (ctx: Ctx, row: DeclarationRow, experts: readonly string[]): Promise<string[]> =>
  (await assignedTo(ctx, { ...row, experts: [...experts] }))
    .filter(({ state }) => state === 'waiting' || (state === 'scored' && row.declareStatus !== 40))
    .map(({ id }) => id)

/** The officer who continues the review in the city's stage. */
const officerAfter = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<string | null> => {
  if (name === 'claim') return ctx.actor.id
  if (name === 'submit' && row.declareStatus === 70) return (await submissionTarget(ctx, row)).taskUser
  return row.taskUser
}

/** When tasks are due that begin now; those of a correction that has begun at its stored end. */
const allDueTimes = async (ctx: Ctx, row: DeclarationRow) => ({
  ...(await dueTimesOf(ctx, row)),
  70: row.declareStatus === 70 ? row.correctionUntil : await correctionEnd(ctx, row),
})

/** What the conditions, assignees and collections of the process read. */
const variablesFor = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  { experts }: TransitionInput,
): Promise<VariablesOf<'xmsb'>> => ({
  officer: await officerAfter(ctx, row, name),
  offices: provinceOffices,
  scorers: await scorersOf(ctx, row, name === 'assign' ? [...new Set(split(experts))] : row.experts),
  dueTimes: await allDueTimes(ctx, row),
})

/** What the process reads while no transition is made: of the experts those who still have to score. */
export const waitingVariables = async (ctx: Ctx, row: DeclarationRow): Promise<VariablesOf<'xmsb'>> => ({
  officer: row.taskUser,
  offices: provinceOffices,
  scorers: await scorersOf(ctx, row, row.experts),
  dueTimes: await allDueTimes(ctx, row),
})

/** The running review of a declaration, locked; null for one that is not in review, or was when no process existed. */
export const lockReview = (ctx: Ctx, { id }: DeclarationRow): Promise<InstanceRow | null> =>
  lockInstanceOf(ctx, table, id)

/** Moves that the review allows now; null where no process decides. */
export const reviewMoves = (ctx: Ctx, { id }: DeclarationRow) => openMovesOf(ctx, table, id)

const isRefusal = (name: TransitionName): boolean => transitionOf(name).traits.includes('refusal')

const contradiction = () =>
  faulty([{ at: 'flag', text: ['办理结果与所指操作不一致', 'The decision contradicts the action'] }])

export interface ReviewStep {
  readonly stage: StageCode
  /** Columns of the declaration that name its process. */
  readonly columns: Readonly<Record<string, unknown>>
  /** Whose task the caller completed as a deputy. */
  readonly principal?: string | null
}

/** Starts the review of a declaration that is submitted. */
export const startReview = async (ctx: Ctx, row: DeclarationRow, input: TransitionInput): Promise<ReviewStep> => {
  const definition = await latestDefinition(ctx, processKey)
  if (!definition)
    throw new Fail(
      ['审核流程尚未部署，请联系平台管理员', 'No review process is deployed; please tell an administrator'],
      409,
    )
  const { id, step } = await startInstance(ctx, {
    definition,
    businessTable: table,
    businessId: row.id,
    subject: row.projectName ?? row.commpanyName ?? '',
    variables: { applicant: ctx.actor.id } satisfies VariablesOf<'xmsb'>,
    supplied: await variablesFor(ctx, row, 'submit', input),
  })
  return {
    stage: stageAfter(definition.facts, step) as StageCode,
    columns: { processDefinitionId: definition.id, processInstanceId: id },
  }
}

/** Makes a transition in the running review. */
export const continueReview = async (
  ctx: Ctx,
  review: InstanceRow,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
): Promise<ReviewStep> => {
  const transition = transitionOf(name)
  const { stage, principal } = await makeMove(ctx, review, {
    name,
    taskId: input.taskId ?? null,
    ownOnly: hasSeparateTasks(transition) || transition.perm === 'review',
    group: transition.joint === 'offices' ? await actingOffice(ctx, row, name) : null,
    pass: !isRefusal(name),
    comment: input.comment?.trim() ?? '',
    variables: await variablesFor(ctx, row, name, input),
  })
  return { stage: stage as StageCode, columns: {}, principal }
}

/** Whether the caller's data scopes include the declaration; the owner has no business with the tasks of reviewers. */
export const isReviewVisible = (ctx: Ctx, id: ReturnType<typeof sql>) =>
  sql`exists (select 1 from declaration where declaration.id = ${id} and ${rowFilter(ctx, declaration)})`

/** {0}: the actions in Chinese, {1}: in English. */
const actionMissing: Text = ['请指明操作（variables.action）：{0}', 'Name the action (variables.action): {1}']

const listOf = (names: readonly TransitionName[], at: 0 | 1): string =>
  names.map((name) => `${name} ${transitionOf(name).label[at]}`).join(', ')

/**
 * The move of a task that a completion makes: the action that it names, or that its flag means if only one is of its kind and needs
 * nothing else. Throws a fault that names the actions of the task, or one at the flag if it contradicts the action.
 */
export const moveFor = (
  moves: readonly string[],
  stage: StageCode,
  pass: boolean | null,
  action: unknown,
): TransitionName => {
  // a transition without a permission is made by the platform's timer only
  const names = (moves as readonly TransitionName[]).filter((name) => transitionOf(name).perm !== null)
  const named = typeof action === 'string' && action ? action : null
  const matching = named
    ? names.filter((name) => name === transitionForAction(named, stage))
    : names.filter((name) => isRefusal(name) !== (pass ?? false))
  const [only] = matching
  if (named && only && pass !== null && transitionOf(only).verdict && isRefusal(only) === pass) throw contradiction()
  if (matching.length === 1 && only && (named || !transitionOf(only).requires)) return only
  const choices = matching.length ? matching : names
  throw faulty([{ at: 'variables.action', text: fill(actionMissing, listOf(choices, 0), listOf(choices, 1)) }])
}
