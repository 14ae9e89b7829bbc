import { reachable } from '#contract/flow/outline.ts'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { openForksOf } from './fork-rules.ts'
import { type Flow, type FlowNode, isTerminate, nextOf, nodesOf, type Scope } from './graph.ts'
import { type Expression, operatorOf, parseExpression } from './juel-parser.ts'
import { about, label, problem } from './problems.ts'

export const stageOf = ({ element }: FlowNode) => element.declareStatus as number | undefined
export const movesOf = ({ element }: FlowNode): readonly string[] =>
  typeof element.moves === 'string' ? element.moves.split(',').map((move) => move.trim()) : []

const usesStages = (scope: Scope) =>
  nodesOf(scope).some((node) => stageOf(node) !== undefined || node.element.moves !== undefined)

const stageProblems = (node: FlowNode, rules: StageRules, mayLack: boolean): readonly Fault[] => {
  const stage = stageOf(node)
  if (stage === undefined)
    return mayLack ? [] : [about(node.element, ['没有环节（declareStatus）', 'has no stage (declareStatus)'])]
  if (Number.isNaN(stage))
    return [about(node.element, ['的环节（declareStatus）不是数字', 'has a stage (declareStatus) that is no number'])]
  return rules.stages.has(stage)
    ? []
    : [about(node.element, [`的环节“${stage}”不存在`, `has the stage “${stage}”, which does not exist`])]
}

const moveProblems = (node: FlowNode, rules: StageRules): readonly Fault[] => {
  const moves = movesOf(node)
  if (moves.length === 0) return [about(node.element, ['没有操作（moves）', 'has no moves'])]
  const stage = stageOf(node)
  const isSound = (move: string, i: number) => rules.moves.has(move) && moves.indexOf(move) === i
  const cannotStart = (move: string) =>
    stage !== undefined && rules.stages.has(stage) && rules.startsAt?.(move, stage) === false
  return [
    ...moves
      .filter((move, i) => !isSound(move, i))
      .map((move) =>
        about(node.element, [
          `的操作“${move}”不存在或重复`,
          `has the move “${move}”, which does not exist or is listed twice`,
        ]),
      ),
    ...moves
      .filter((move, i) => isSound(move, i) && cannotStart(move))
      .map((move) =>
        about(node.element, [
          `的操作“${move}”不能在环节“${stage}”进行`,
          `has the move “${move}”, which cannot be made in the stage “${stage}”`,
        ]),
      ),
  ]
}

/** The texts that an expression compares with the move, which the engine knows as `action`. */
const comparedMoves = (node: Expression): readonly string[] => {
  const parts = [node.left, node.right, node.argument, node.test, node.consequent, node.alternate]
  const operands = [node.left, node.right] as readonly (Expression | undefined)[]
  const isComparison = ['==', '!='].includes(operatorOf(node)) && operands.some((one) => one?.name === 'action')
  return isComparison
    ? operands.flatMap((one) => (one?.type === 'Literal' ? [String(one.value)] : []))
    : parts.flatMap((part) => (part ? comparedMoves(part as Expression) : []))
}

const movesIn = (condition: string): readonly string[] => {
  try {
    return comparedMoves(parseExpression(condition))
  } catch {
    // its own sentence comes from node-rules.ts
    return []
  }
}

/** The flows behind a task up to the next tasks, also those of the enclosing process after the end of a sub-process. */
const flowsBehind = (task: FlowNode): readonly Flow[] => {
  const isStop = (node: FlowNode) => node !== task && (node.type === 'UserTask' || node.type === 'SubProcess')
  const next = (node: FlowNode) => (node !== task && isStop(node) ? [] : nextOf(node))
  const nodes = reachable([task], next)
  const flows = [...nodes].filter((node) => !isStop(node)).flatMap(({ outgoing }) => outgoing)
  const parent = task.scope.parent
  // the other branches of a sub-process may still run after a plain end
  const leavesScope =
    parent && [...nodes].some((node) => isTerminate(node) || (node.type === 'EndEvent' && movesOf(task).length > 1))
  return leavesScope ? [...flows, ...flowsBehind(parent)] : flows
}

const handledProblems = (task: FlowNode): readonly Fault[] => {
  const flows = flowsBehind(task)
  const conditions = flows.flatMap(({ condition }) => condition ?? [])
  const moves = movesOf(task)
  if (moves.length === 1 && conditions.length === 0) return []
  const handled = new Set(conditions.flatMap(movesIn))
  const unhandled = moves.filter((move) => !handled.has(move))
  // one move may take the default flow
  const byDefault = flows.some(({ isDefault }) => isDefault) ? 1 : 0
  return unhandled.length <= byDefault
    ? []
    : unhandled.map((move) =>
        about(task.element, [
          `的操作“${move}”之后没有对应的条件`,
          `has the move “${move}”, which no condition behind it handles`,
        ]),
      )
}

const unknownMoves = (scope: Scope, rules: StageRules): readonly Fault[] =>
  nodesOf(scope).flatMap((node) =>
    node.outgoing.flatMap(({ element, condition }) =>
      (condition === null ? [] : movesIn(condition))
        .filter((move) => !rules.moves.has(move))
        .map((move) => {
          const [zh, en] = label(element)
          return problem(element, [
            `${zh}的条件中的操作“${move}”不存在`,
            `The ${en} has a condition with the move “${move}”, which does not exist`,
          ])
        }),
    ),
  )

const tasksBehind = (task: FlowNode): readonly FlowNode[] => {
  const isTask = (node: FlowNode) => node.type === 'UserTask'
  const into = (node: FlowNode): readonly FlowNode[] => {
    if (node !== task && isTask(node)) return []
    const after =
      node.type === 'EndEvent' && node.scope.parent
        ? node.scope.parent.outgoing.map(({ target }) => target)
        : nextOf(node)
    if (!node.inner) return after
    const starts = node.inner.nodes.filter(({ type }) => type === 'StartEvent')
    // a sub-process with a task waits there before anything behind it
    return node.inner.nodes.some(isTask) ? starts : [...after, ...starts]
  }
  return [...reachable([task], into)].filter((node) => isTask(node) && node !== task)
}

/** A correction leads straight back to the stage that demanded it. */
const returnProblems = (scope: Scope, returned: number): readonly Fault[] => {
  const tasks = nodesOf(scope).filter(({ type }) => type === 'UserTask')
  return tasks
    .filter((task) => stageOf(task) !== returned)
    .flatMap((task) => {
      const corrections = tasksBehind(task).filter((one) => stageOf(one) === returned)
      return corrections
        .filter((one) => !tasksBehind(one).some((back) => stageOf(back) === stageOf(task)))
        .map((one) => {
          const [zh, en] = label(one.element)
          return about(task.element, [
            `退回到${zh}之后，无法直接回到环节“${stageOf(task)}”`,
            `returns to the ${en}, from which no way leads straight back to the stage “${stageOf(task)}”`,
          ])
        })
    })
}

const goalProblems = (scope: Scope, goal: number): readonly Fault[] => {
  const isGoal = (node: FlowNode) => node.type === 'EndEvent' && stageOf(node) === goal
  const [zh, en] = label(scope.element)
  return scope.nodes.some(isGoal)
    ? []
    : [
        problem(scope.element, [
          `${zh}没有环节为“${goal}”的结束事件`,
          `The ${en} has no end event with the stage “${goal}”`,
        ]),
      ]
}

const noStageWhileRunning: Text = [
  '不能用于有环节的流程：任务运行期间没有环节',
  'may not be in a process with stages: while its job runs there is none',
]

/** The rules of processes that move something through stages; other processes have none of these. */
export const checkStages = (scope: Scope, rules: StageRules): readonly Fault[] => {
  if (!usesStages(scope)) return []
  const nodes = nodesOf(scope)
  const tasks = nodes.filter(({ type }) => type === 'UserTask')
  const services = nodes.filter(({ type }) => type === 'ServiceTask')
  const ends = nodes.filter(({ type }) => type === 'EndEvent')
  const goal = rules.goals?.[String(scope.element.id)] ?? rules.goal
  const afterForks = reachable(openForksOf(scope).flatMap(nextOf), nextOf)
  // an end without a stage ends a branch or a sub-process and never the process itself
  const endsBranch = (end: FlowNode) => end.scope.parent !== null || (!isTerminate(end) && afterForks.has(end))
  return [
    ...tasks.flatMap((task) => [...stageProblems(task, rules, false), ...moveProblems(task, rules)]),
    ...services.map(({ element }) => about(element, noStageWhileRunning)),
    ...ends.flatMap((end) => stageProblems(end, rules, endsBranch(end))),
    ...tasks.flatMap(handledProblems),
    ...unknownMoves(scope, rules),
    ...(rules.returned === undefined ? [] : returnProblems(scope, rules.returned)),
    ...(goal === undefined ? [] : goalProblems(scope, goal)),
  ]
}
