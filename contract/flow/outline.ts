import type { ElementProperty } from './differences.ts'

type Properties = Readonly<Partial<Record<ElementProperty, string>>>

/** A node of a process, with what its author has set. */
export interface OutlineNode {
  readonly id: string
  readonly name: string
  /** The type of its element: UserTask, StartEvent, ExclusiveGateway … */
  readonly type: string
  /** The enclosing sub-process, and the task that a timer is attached to. */
  readonly parentId: string | null
  readonly hostId: string | null
  readonly properties: Properties
}

export interface OutlineFlow {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly target: string
  readonly condition: string | null
  readonly isDefault: boolean
  readonly properties: Properties
}

/**
 * A process as its author sees it, with names in the language of the reader: nodes by id, and flows in the order in which the engine
 * considers those of a gateway.
 */
export interface Outline {
  readonly key: string
  readonly name: string
  readonly properties: Properties
  readonly nodes: Readonly<Record<string, OutlineNode>>
  readonly flows: readonly OutlineFlow[]
}

/** What a reader knows a node by. */
export const nodeName = ({ nodes }: Outline, id: string): string => nodes[id]?.name || id

/** Everything on the paths from `from`, themselves included, nearest first; no path passes what `blocks`. */
export const reachable = <N>(
  from: readonly N[],
  next: (one: N) => readonly N[],
  blocks: (one: N) => boolean = () => false,
): ReadonlySet<N> => {
  const result = new Set<N>()
  const add = (all: readonly N[]) => {
    for (const one of all) if (!result.has(one) && !blocks(one)) result.add(one)
  }
  add(from)
  // also visits what it adds
  for (const one of result) add(next(one))
  return result
}

const isStep = ({ type, parentId }: OutlineNode) => type === 'UserTask' || (type === 'EndEvent' && parentId === null)

/** The nodes that a token comes to from a node: a sub-process is entered at its start, and left at its ends. */
const targetsOf = ({ nodes, flows }: Outline, { id, type, parentId }: OutlineNode): readonly OutlineNode[] => {
  const behind = (from: string | null) =>
    flows.filter(({ source }) => source === from).flatMap(({ target }) => nodes[target] ?? [])
  const all = Object.values(nodes)
  const starts = all.filter((one) => one.type === 'StartEvent' && one.parentId === id)
  return [
    ...(starts.length ? starts : behind(id)),
    ...all.filter(({ hostId }) => hostId === id),
    ...(type === 'EndEvent' ? behind(parentId) : []),
  ]
}

/** The user tasks and ends that can follow a node, in the order of the drawing's flows. */
export const nextSteps = (outline: Outline, id: string): readonly OutlineNode[] => {
  const from = outline.nodes[id]
  if (!from) return []
  const next = (node: OutlineNode) => (isStep(node) ? [] : targetsOf(outline, node))
  return [...reachable(targetsOf(outline, from), next)].filter(isStep)
}

/** The user tasks in the order in which a process comes to them; those that no flow leads to come last. */
export const tasksInOrder = (outline: Outline): readonly OutlineNode[] => {
  const all = Object.values(outline.nodes)
  const starts = all.filter(({ type, parentId }) => type === 'StartEvent' && parentId === null)
  const inOrder = reachable(starts, ({ id }) => nextSteps(outline, id))
  return [...new Set([...inOrder, ...all])].filter(({ type }) => type === 'UserTask')
}
