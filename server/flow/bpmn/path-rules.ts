import { reachable } from '#contract/flow/outline.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { listText } from '#contract/kit/text.ts'
import { type FlowNode, loopOf, nextOf, previousOf, type Scope, startsOf } from './graph.ts'
import { about, label, problem } from './problems.ts'

const bordersOf = (scope: Scope): readonly Fault[] => {
  const starts = startsOf(scope)
  const [zh, en] = label(scope.element)
  return [
    ...(starts.length === 1
      ? []
      : [
          problem(scope.element, [
            `${zh}应有且只有一个开始事件，现有 ${starts.length} 个`,
            `The ${en} needs exactly one start event and has ${starts.length}`,
          ]),
        ]),
    ...scope.nodes.flatMap((node) => {
      const { type, incoming, outgoing, host } = node
      if (type === 'EndEvent')
        return outgoing.length ? [about(node.element, ['不能有出线', 'may not have outgoing flows'])] : []
      const faults = outgoing.length ? [] : [about(node.element, ['没有出路', 'has no way out'])]
      if (type === 'StartEvent' && incoming.length)
        faults.push(about(node.element, ['不能有入线', 'may not have incoming flows']))
      if (type === 'BoundaryEvent' && !host)
        faults.push(about(node.element, ['没有附着在任务上', 'is not attached to a task']))
      if (type === 'BoundaryEvent' && incoming.length)
        faults.push(about(node.element, ['不能有入线', 'may not have incoming flows']))
      return faults
    }),
  ]
}

const pathsOf = (scope: Scope): readonly Fault[] => {
  const fromStart = reachable(startsOf(scope), nextOf)
  const toEnd = reachable(
    scope.nodes.filter(({ type }) => type === 'EndEvent'),
    previousOf,
  )
  return scope.nodes.flatMap((node) => {
    if (!fromStart.has(node))
      return [about(node.element, ['从开始事件无法到达', 'cannot be reached from the start event'])]
    // a node without any way out has its own sentence
    return toEnd.has(node) || nextOf(node).length === 0
      ? []
      : [about(node.element, ['之后无法到达结束事件', 'does not lead to an end event'])]
  })
}

/** Whether a token can cross a sub-process without anybody doing anything. */
const canCross = (scope: Scope): boolean => {
  const passing = new Set(scope.nodes.filter(({ type }) => type === 'EndEvent'))
  const passes = (node: FlowNode) => {
    const targets = node.outgoing.map(({ target }) => passing.has(target))
    // of parallel branches, one that waits is enough
    return !waits(node) && (node.type === 'ParallelGateway' ? !targets.includes(false) : targets.includes(true))
  }
  for (let before = -1; before < passing.size; ) {
    before = passing.size
    for (const node of scope.nodes) if (!passing.has(node) && passes(node)) passing.add(node)
  }
  return startsOf(scope).some((start) => passing.has(start))
}

const waiting = new WeakMap<FlowNode, boolean>()

/** Whether a person is needed here in any case. A task for each member of a collection is not: it may be empty. */
const waits = (node: FlowNode): boolean => {
  const cached = waiting.get(node)
  if (cached !== undefined) return cached
  const loop = loopOf(node)
  const result = node.inner
    ? !canCross(node.inner)
    : node.type === 'UserTask' && (!loop || loop.loopCardinality !== undefined)
  waiting.set(node, result)
  return result
}

const namesOf = (nodes: readonly FlowNode[]) => {
  const [zh, en] = listText(nodes.slice(0, 5).map(({ element }) => label(element)))
  const more = nodes.length > 5 ? '…' : ''
  return [zh + more, en + more] as const
}

/** The nodes of loops that nobody stops: they would turn for ever within one step. */
const loopsOf = (scope: Scope): readonly Fault[] => {
  const inLoop = (node: FlowNode) => reachable(nextOf(node), nextOf, waits).has(node)
  const nodes = scope.nodes.filter((node) => !waits(node) && inLoop(node))
  const [first] = nodes
  if (!first) return []
  const [zh, en] = namesOf(nodes)
  return [
    problem(first.element, [
      `循环中没有必须由人办理的任务：${zh}`,
      `A loop passes no task that always waits for a person: ${en}`,
    ]),
  ]
}

/** A completion condition refers to the last round until somebody else has acted, so a second round would be skipped. */
const repeatedLoopsOf = (scope: Scope): readonly Fault[] =>
  scope.nodes
    .filter((node) => loopOf(node)?.completionCondition !== undefined)
    .filter((node) => reachable(nextOf(node), nextOf, (one) => one !== node && waits(one)).has(node))
    .map((node) =>
      about(node.element, [
        '有完成条件，回到它自己之前应经过另一个用户任务',
        'has a completion condition, so another user task is needed on the way back to it',
      ]),
    )

export const checkPaths = (scope: Scope): readonly Fault[] => {
  const repeated = repeatedLoopsOf(scope)
  return [...bordersOf(scope), ...pathsOf(scope), ...(repeated.length ? repeated : loopsOf(scope))]
}
