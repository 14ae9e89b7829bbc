/** A user task, event, gateway or sub-process. */
export interface ProcessNode {
  readonly id: string
  readonly name: string
  /** Name of its element: userTask, startEvent, exclusiveGateway … */
  readonly type: string
  /** Id of the sub-process that contains it, or of the task that a boundary event is attached to. */
  readonly parent: string | null
  readonly attachedTo: string | null
}

export interface ProcessGraph {
  readonly nodes: readonly ProcessNode[]
  readonly flows: readonly { readonly source: string; readonly target: string }[]
}

const isStep = ({ type, parent }: ProcessNode) => type === 'userTask' || (type === 'endEvent' && parent === null)

/** Ids that a token reaches from a node without waiting, not counting what a step itself leads to. */
const targetsOf = ({ nodes, flows }: ProcessGraph, node: ProcessNode): string[] => {
  const after = flows.filter(({ source }) => source === node.id).map(({ target }) => target)
  const timers = nodes.filter(({ attachedTo }) => attachedTo === node.id).map(({ id }) => id)
  const starts = nodes.filter(({ type, parent }) => type === 'startEvent' && parent === node.id).map(({ id }) => id)
  const isInnerEnd = node.type === 'endEvent' && node.parent !== null
  const outside = isInnerEnd ? flows.filter(({ source }) => source === node.parent).map(({ target }) => target) : []
  return [...(starts.length ? starts : after), ...timers, ...outside]
}

/** The user tasks and ends that can follow a node, in the order of the drawing's flows. */
export const nextSteps = (graph: ProcessGraph, from: string): readonly ProcessNode[] => {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const result = new Set<ProcessNode>()
  const visited = new Set<string>()
  const first = byId.get(from)
  const waiting = first ? [first] : []
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (visited.has(node.id)) continue
    visited.add(node.id)
    for (const id of targetsOf(graph, node)) {
      const target = byId.get(id)
      if (target && isStep(target)) result.add(target)
      else if (target) waiting.push(target)
    }
  }
  return [...result]
}

/** The user tasks in the order in which a process reaches them; those that no flow leads to come last. */
export const stepsInOrder = (graph: ProcessGraph): readonly ProcessNode[] => {
  const order = new Set<ProcessNode>()
  const starts = graph.nodes.filter(({ type, parent }) => type === 'startEvent' && parent === null)
  const waiting = [...starts]
  for (let node = waiting.shift(); node; node = waiting.shift())
    for (const next of nextSteps(graph, node.id)) {
      if (order.has(next)) continue
      order.add(next)
      waiting.push(next)
    }
  const tasks = [...order].filter(({ type }) => type === 'userTask')
  return [...tasks, ...graph.nodes.filter((node) => node.type === 'userTask' && !order.has(node))]
}
