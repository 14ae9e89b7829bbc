import { reachable } from '#contract/flow/outline.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { explore, type Outcome } from './branches.ts'
import { type FlowNode, isTerminate, nextOf, type Scope, startsOf } from './graph.ts'
import { about, label } from './problems.ts'

const isFork = ({ type, outgoing }: FlowNode) =>
  ['ParallelGateway', 'InclusiveGateway'].includes(type) && outgoing.length > 1
const isJoin = ({ type, incoming }: FlowNode) => type === 'ParallelGateway' && incoming.length > 1

/** The nodes that can only be reached by way of `node`, itself included. */
const dominatedBy = (node: FlowNode, scope: Scope): ReadonlySet<FlowNode> => {
  const around = reachable(startsOf(scope), nextOf, (one) => one === node)
  return new Set([...reachable([node], nextOf)].filter((one) => !around.has(one)))
}

/** The join that all branches of a fork lead to, unless they end the process: the nearest one. */
const joinOf = (fork: FlowNode, joins: readonly FlowNode[]): FlowNode | null => {
  const behind = reachable(nextOf(fork), nextOf)
  const all = joins.filter((join) => {
    if (join === fork || !behind.has(join)) return false
    const past = reachable(nextOf(fork), nextOf, (one) => one === join)
    return ![...past].some((one) => one.type === 'EndEvent' && !isTerminate(one))
  })
  // such joins follow each other on every path, so the nearest is the one that is met before the others
  const before = reachable(nextOf(fork), nextOf, (one) => all.includes(one))
  const met = new Set([fork, ...before].flatMap(nextOf))
  return all.find((join) => met.has(join)) ?? null
}

const outcomes: Readonly<Record<Exclude<Outcome, 'joins'>, (join: Text) => Text>> = {
  leaves: (join) => [
    `的分支可以不经过${join[0]}而离开；分支只能在汇聚网关或终止结束事件结束`,
    `has a branch that can leave it without passing the ${join[1]}; a branch may only end there or in a terminate end`,
  ],
  waits: (join) => [
    `的分支并不总是全部到达${join[0]}，流程会一直等待`,
    `does not always send all branches to the ${join[1]}, which would wait for ever`,
  ],
  repeats: (join) => [
    `的分支会在同一连线上重复到达，${join[0]}无法正确汇聚`,
    `sends several tokens along one flow, so the ${join[1]} cannot join them`,
  ],
  unclear: (join) => [
    `到${join[0]}之间的分支过于复杂，请拆分`,
    `has too many combinations of branches up to the ${join[1]}; please simplify them`,
  ],
}

const leavesWithoutJoin: Text = [
  '的分支可以不经过汇聚网关而离开；分支只能在汇聚网关或终止结束事件结束',
  'has a branch that can leave it without passing its join; a branch may only end there or in a terminate end',
]
const targetOfLoop: Text = [
  '是循环返回的目标，会一直等待；请在它之前加一个排他网关',
  'is the target of a loop and would wait for ever; put an exclusive gateway before it',
]
const withoutFork: Text = [
  '汇聚的分支不是由同一个网关分出的，流程会一直等待',
  'joins flows that no single gateway has split, and would wait for ever',
]

/** Forks whose branches all run on alone: there is no join behind them that belongs to no other fork. */
export const openForksOf = (scope: Scope): readonly FlowNode[] => matchesOf(scope).open

interface Matches {
  readonly joins: readonly FlowNode[]
  readonly joinByFork: ReadonlyMap<FlowNode, FlowNode>
  readonly open: readonly FlowNode[]
  readonly leaving: readonly FlowNode[]
}

const matchesOf = (scope: Scope): Matches => {
  const joins = scope.nodes.filter(isJoin)
  const forks = scope.nodes.filter(isFork)
  const joinByFork = new Map<FlowNode, FlowNode>()
  for (const fork of forks) {
    const join = joinOf(fork, joins)
    if (join) joinByFork.set(fork, join)
  }
  const matched = new Set(joinByFork.values())
  const alone = joins.filter((join) => !matched.has(join))
  const unmatched = forks.filter((fork) => !joinByFork.has(fork))
  const leaving = unmatched.filter((fork) =>
    alone.some((join) => join !== fork && reachable(nextOf(fork), nextOf).has(join)),
  )
  return { joins, joinByFork, leaving, open: unmatched.filter((fork) => !leaving.includes(fork)) }
}

export const checkForks = (scope: Scope): readonly Fault[] => {
  const { joins, joinByFork, leaving } = matchesOf(scope)
  const inside = new Map([...joins, ...joinByFork.keys()].map((node) => [node, dominatedBy(node, scope)]))
  const isTarget = (node: FlowNode) => node.incoming.some(({ source }) => inside.get(node)?.has(source))
  const targets = joins.filter(isTarget)
  if (targets.length) return targets.map((node) => about(node.element, targetOfLoop))

  const matched = new Set(joinByFork.values())
  const behind = (join: FlowNode) => leaving.some((fork) => reachable(nextOf(fork), nextOf).has(join))
  // of nested forks that share a join, the outermost one says it all
  const outermost = [...joinByFork].filter(
    ([fork, join]) =>
      ![...joinByFork].some(([other, same]) => other !== fork && same === join && inside.get(other)?.has(fork)),
  )
  return [
    ...leaving.map((fork) => about(fork.element, leavesWithoutJoin)),
    ...joins.filter((join) => !matched.has(join) && !behind(join)).map((join) => about(join.element, withoutFork)),
    ...outermost.flatMap(([fork, join]) => {
      const outcome = explore({ fork, join, isInside: (node) => inside.get(fork)?.has(node) === true })
      return outcome === 'joins' ? [] : [about(fork.element, outcomes[outcome](label(join.element)))]
    }),
  ]
}
