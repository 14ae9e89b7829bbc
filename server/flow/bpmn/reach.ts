import type { SerializableContext, SerializableElement } from 'moddle-context-serializer'
import { reachable } from '#contract/flow/outline.ts'
import { serviceTask } from './job-tasks.ts'

/** The nodes of a definition that one step can touch; the engine is not asked to build the others. */

type Node = SerializableElement & { readonly id: string }

/** What decides how far a step can go. */
interface StepFacts {
  /** The task to complete, if there is one. */
  readonly signal?: { readonly activityId: string }
  readonly variables: Readonly<Record<string, unknown>>
  /** The nodes that the state holds; null at a start. */
  readonly active: readonly string[] | null
}

/** A note in the diagram is listed among the nodes and never runs. */
const nodesOf = (context: SerializableContext, scopeId: string) =>
  (context.getActivities(scopeId) as Node[]).filter(({ type }) => type !== 'bpmn:TextAnnotation')
const targetsOf = (context: SerializableContext, id: string) =>
  context.getOutboundSequenceFlows(id).map(({ targetId }) => targetId as string)

/** The nodes with which a process or a sub-process begins. */
const startsOf = (context: SerializableContext, scopeId: string): string[] =>
  nodesOf(context, scopeId)
    .filter(({ id, behaviour }) => !behaviour.attachedTo && context.getInboundSequenceFlows(id).length === 0)
    .map(({ id }) => id)

/** Whether a task of several people has some; without members it ends at once. */
const hasMembers = (loop: SerializableElement, { variables }: StepFacts): boolean => {
  const name = /^\$\{(\w+)\}$/.exec(loop.behaviour.collection ?? '')?.[1]
  const members = name === undefined ? [] : variables[name]
  return Array.isArray(members) && members.length > 0
}

/** Whether a step that enters this sub-process stops inside, whatever path it takes. */
const stopsInside = (context: SerializableContext, id: string, facts: StepFacts): boolean =>
  [...nodesInReach(context, id, startsOf(context, id), facts)].every(
    (node) => isLastNode(context, node, facts) || targetsOf(context, node.id).length > 0,
  )

/** Whether the step certainly goes no further than this node. */
const isLastNode = (context: SerializableContext, node: Node, facts: StepFacts): boolean => {
  if (node.id === facts.signal?.activityId) return false
  const loop: SerializableElement | undefined = node.behaviour.loopCharacteristics
  if (node.type === serviceTask) return true
  if (node.type === 'bpmn:UserTask') return !loop || hasMembers(loop, facts)
  return node.type === 'bpmn:SubProcess' && !facts.active?.includes(node.id) && stopsInside(context, node.id, facts)
}

/** From these nodes along the flows up to the next tasks, with the boundary events of each. */
const nodesInReach = (
  context: SerializableContext,
  scopeId: string,
  first: readonly string[],
  facts: StepFacts,
): ReadonlySet<Node> => {
  const nodes = nodesOf(context, scopeId)
  const byId = (id: string) => nodes.find((one) => one.id === id) ?? []
  return reachable(first.flatMap(byId), (node) => [
    ...nodes.filter(({ behaviour }) => behaviour.attachedTo?.id === node.id),
    ...(isLastNode(context, node, facts) ? [] : targetsOf(context, node.id).flatMap(byId)),
  ])
}

/**
 * A definition without the nodes of its process that the step cannot touch. The engine gives every node queues of its own, which
 * was most of the cost of a step (docs/decisions/0083). Sub-processes stay whole, and joins keep their flows.
 */
export const contextInReach = (context: SerializableContext, facts: StepFacts): SerializableContext => {
  const processId = context.getProcesses()[0]?.id ?? ''
  const starts = startsOf(context, processId)
  // with several starts the engine follows every path before it runs
  if (starts.length !== 1) return context
  const inReach = nodesInReach(context, processId, facts.active ?? starts, facts)
  const nodes = nodesOf(context, processId).filter((node) => inReach.has(node))
  const ids = new Set(nodes.map(({ id }) => id))
  const flows = context
    .getSequenceFlows(processId)
    .filter(({ sourceId, targetId }) => ids.has(sourceId) || ids.has(targetId))
  return Object.assign(Object.create(context) as SerializableContext, {
    getActivities: (scopeId?: string) => (scopeId === processId ? nodes : context.getActivities(scopeId)),
    getSequenceFlows: (scopeId?: string) => (scopeId === processId ? flows : context.getSequenceFlows(scopeId)),
  })
}
