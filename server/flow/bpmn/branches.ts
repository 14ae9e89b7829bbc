import { type Flow, type FlowNode, isTerminate } from './graph.ts'

/**
 * Moves tokens through the branches of a fork up to its join, along every choice. Gateways in between may choose, split
 * and join; the result says what can go wrong. One order of moving is enough, because branches influence each other only
 * at joins; so the work grows with the sum of the branches and not with their product.
 */

export type Outcome = 'joins' | 'leaves' | 'waits' | 'repeats' | 'unclear'

const maxMarkings = 5000

interface Marking {
  /** The flows that carry a token. */
  readonly flows: ReadonlySet<Flow>
  readonly terminated: boolean
}

interface Region {
  readonly fork: FlowNode
  readonly join: FlowNode
  /** Whether a node can only be reached by way of the fork. */
  readonly isInside: (node: FlowNode) => boolean
}

/** The sets of flows of which one receives tokens when a node has done its work. */
const exitsOf = (node: FlowNode): readonly (readonly Flow[])[] => {
  const { type, outgoing, boundaries } = node
  const single = outgoing.map((flow) => [flow])
  const regular =
    type === 'ParallelGateway' || outgoing.length < 2
      ? [outgoing]
      : type === 'InclusiveGateway'
        ? [...single, outgoing]
        : single
  return [
    ...regular,
    ...boundaries.flatMap((boundary) =>
      boundary.element.cancelActivity === false
        ? regular.map((flows) => [...flows, ...boundary.outgoing])
        : [boundary.outgoing],
    ),
  ]
}

const isReady = (flow: Flow, flows: ReadonlySet<Flow>, { join }: Region): boolean =>
  flow.target !== join &&
  (flow.target.type !== 'ParallelGateway' || flow.target.incoming.every((one) => flows.has(one)))

const keyOf = ({ flows, terminated }: Marking) =>
  [...flows]
    .map(({ id }) => id)
    .sort()
    .join(' ') + (terminated ? '!' : '')

/** What follows from moving one token on; null when no token can move. */
const step = (marking: Marking, region: Region): readonly Marking[] | Outcome | null => {
  const flow = [...marking.flows].find((one) => isReady(one, marking.flows, region))
  if (!flow) return null
  const { target } = flow
  if (isTerminate(target))
    return [{ flows: new Set([...marking.flows].filter((one) => one !== flow)), terminated: true }]
  if (target.type === 'EndEvent' || !region.isInside(target) || target === region.fork) return 'leaves'
  const used = target.type === 'ParallelGateway' ? target.incoming : [flow]
  const rest = [...marking.flows].filter((one) => !used.includes(one))
  const next: Marking[] = []
  for (const exit of exitsOf(target)) {
    // the new tokens first: a branch moves up to the join before the next one starts, so their choices do not multiply
    const flows = new Set([...exit, ...rest])
    if (flows.size < rest.length + exit.length) return 'repeats'
    next.push({ flows, terminated: marking.terminated })
  }
  return next
}

const isComplete = ({ flows, terminated }: Marking, { join }: Region) =>
  terminated || (flows.size === join.incoming.length && join.incoming.every((flow) => flows.has(flow)))

export const explore = (region: Region): Outcome => {
  const open: Marking[] = exitsOf(region.fork).map((exit) => ({ flows: new Set(exit), terminated: false }))
  const visited = new Set<string>()
  for (let marking = open.pop(); marking; marking = open.pop()) {
    const key = keyOf(marking)
    if (visited.has(key)) continue
    if (visited.size >= maxMarkings) return 'unclear'
    visited.add(key)
    const next = step(marking, region)
    if (typeof next === 'string') return next
    if (next) open.push(...next)
    else if (!isComplete(marking, region)) return 'waits'
  }
  return 'joins'
}
