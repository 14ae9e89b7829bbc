import { isBatchMove } from '#contract/project/batch-moves.ts'
import { hasSeparateTasks, liftNames, type TransitionName, transitionNamed } from '#contract/project/transitions.ts'
import { makeStep, type Step, type StepInput, type Waiting } from '../../flow/bpmn/runtime.ts'
import type { DefinitionRow } from '../../flow/definitions.ts'
import { stageAfter } from '../../flow/moves.ts'
import { provinceOffices } from './conditions.ts'

/** A recorded transition of a declaration. */
export interface RecordedMove {
  readonly move: string
  readonly toStage: number
  readonly userId: string | null
  readonly office: string | null
  readonly comment: string | null
  readonly conflict: boolean
  readonly createTime: string
}

/** A task that a recorded move has completed. */
export interface CompletedTask extends Waiting {
  readonly by: RecordedMove
  /** When it began to wait. */
  readonly since: string
}

export interface Replay {
  readonly step: Step
  readonly stage: number
  readonly passed: Step['passed']
  readonly completed: readonly CompletedTask[]
  readonly variables: Readonly<Record<string, unknown>>
}

/** Why recorded moves do not lead through the process. */
export class NotReplayed extends Error {}

interface ReplayInput {
  readonly definition: DefinitionRow
  /** From the last submission of a draft or a withdrawn declaration on, oldest first. */
  readonly moves: readonly RecordedMove[]
  readonly experts: readonly string[]
}

/** What the steps have decided so far, as the domain computes it for each transition. */
const variablesAfter = (moves: readonly RecordedMove[], experts: readonly string[]) => {
  const arrival = moves.findLastIndex(({ move, toStage }) => toStage === 40 && move !== 'score' && move !== 'assign')
  // a score is given by somebody who still has to score: an empty list would end the task before the last one
  const earlier = moves.slice(arrival + 1, -1)
  const scored = new Set(earlier.flatMap(({ move, userId }) => (move === 'score' ? [userId] : [])))
  const recused = new Set(moves.flatMap(({ conflict, userId }) => (conflict ? [userId] : [])))
  const last = moves.at(-1)
  const claimed = moves.findLast(({ move }) => move === 'claim')
  const hasOfficer = last?.move !== 'submit' || last.toStage !== 10
  return {
    applicant: moves[0]?.userId ?? null,
    officer: hasOfficer ? (claimed?.userId ?? null) : null,
    offices: provinceOffices,
    scorers: experts.filter((id) => !scored.has(id) && !recused.has(id)),
    action: last?.move,
  }
}

const taskOf = ({ facts }: DefinitionRow, waiting: readonly Waiting[], { move, office, userId }: RecordedMove) => {
  const listing = waiting.filter(({ activityId }) =>
    facts.tasks.find(({ id }) => id === activityId)?.moves.includes(move),
  )
  const own = listing.find(({ elements }) => elements.office === office || elements.scorer === userId)
  const transition = transitionNamed(move)
  const task = transition && hasSeparateTasks(transition) ? own : (own ?? listing[0])
  if (!task) throw new NotReplayed(`no task for ${move}`)
  return task
}

/** The experts of the whole review: those of today, and those who have scored and were replaced since. */
const allExperts = (moves: readonly RecordedMove[], experts: readonly string[]): string[] => [
  ...new Set([...experts, ...moves.flatMap(({ move, userId }) => (move === 'score' && userId ? [userId] : []))]),
]

/** Repeats recorded moves in a new instance, without a database. Throws `NotReplayed` where they do not fit the process. */
export const replayMoves = ({ definition, moves, experts }: ReplayInput): Replay => {
  const everybody = allExperts(moves, experts)
  const source: StepInput['definition'] = { id: definition.id, context: definition.context }
  const variablesAt = (count: number) => variablesAfter(moves.slice(0, count), everybody)
  let step = makeStep({ definition: source, state: null, variables: variablesAt(1) })
  const passed = [...step.passed]
  const completed: CompletedTask[] = []
  for (const [i, by] of moves.entries()) {
    // the submission itself has started the instance
    if (i === 0) continue
    const task = taskOf(definition, step.waiting, by)
    const isNew = ({ executionId }: Waiting) => executionId === task.executionId
    const since = completed.findLast(({ by: earlier }) => earlier.toStage === by.toStage)?.by.createTime
    completed.push({ ...task, by, since: since ?? (moves[i - 1] as RecordedMove).createTime })
    step = makeStep({ definition: source, state: step.state, variables: variablesAt(i + 1), signal: task })
    passed.push(...step.passed)
    if (step.state === null && i < moves.length - 1) throw new NotReplayed(`the process ended after ${by.move}`)
    if (step.waiting.some(isNew)) throw new NotReplayed(`${by.move} was not completed`)
  }
  const waitingExperts = step.waiting.flatMap(({ elements }) => (elements.scorer ? [String(elements.scorer)] : []))
  const replaced = waitingExperts.filter((id) => !experts.includes(id))
  if (replaced.length) throw new NotReplayed('an expert waits who is no longer assigned')
  return { step, stage: stageAfter(definition.facts, step), passed, completed, variables: variablesAt(moves.length) }
}

/** The moves since the last submission out of a draft or a withdrawal; empty if none is recorded. */
export const movesOfReview = <M extends { readonly move: string; readonly fromStage: number }>(
  moves: readonly M[],
): M[] => {
  const start = moves.findLastIndex(
    ({ move, fromStage }) => (move as TransitionName) === 'submit' && (fromStage === 0 || fromStage === 90),
  )
  // an expiry that was lifted has left no trace in the process, nor has a step to another batch
  const isUndone = (move: string) => move === 'expire' || isBatchMove(move) || liftNames.some((name) => name === move)
  return start < 0 ? [] : moves.slice(start).filter(({ move }) => !isUndone(move))
}
