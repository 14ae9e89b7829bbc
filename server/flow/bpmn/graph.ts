import type { Fault } from '#contract/kit/fail.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { label, problem } from './problems.ts'

export interface Flow {
  readonly element: BpmnElement
  readonly id: string
  readonly source: FlowNode
  readonly target: FlowNode
  readonly condition: string | null
  readonly isDefault: boolean
}

export interface FlowNode {
  readonly element: BpmnElement
  readonly id: string
  /** Without the prefix of the namespace, such as `UserTask`. */
  readonly type: string
  readonly scope: Scope
  readonly incoming: Flow[]
  readonly outgoing: Flow[]
  /** Timers at the border of this task. */
  readonly boundaries: FlowNode[]
  host: FlowNode | null
  inner: Scope | null
}

/** The process, or a sub-process: tokens never cross its border on a flow. */
export interface Scope {
  readonly element: BpmnElement
  readonly parent: FlowNode | null
  readonly nodes: FlowNode[]
  readonly flows: Flow[]
}

const typeOf = (element: BpmnElement) => element.$type.replace(/^bpmn:/, '')
const flowElementsOf = (container: BpmnElement) => (container.flowElements ?? []) as readonly BpmnElement[]
export const bodyOf = (expression: unknown): string | null => {
  const body = (expression as BpmnElement | undefined)?.body
  return typeof body === 'string' ? body.trim() : null
}

const connect = (scope: Scope, element: BpmnElement, byElement: ReadonlyMap<unknown, FlowNode>): Fault | null => {
  const source = byElement.get(element.sourceRef)
  const target = byElement.get(element.targetRef)
  const [zh, en] = label(element)
  if (!source || !target || source.scope !== scope || target.scope !== scope)
    return problem(element, [
      `${zh}的两端应是同一流程或同一子流程中的节点`,
      `The ${en} has to connect two nodes of the same process or sub-process`,
    ])
  const flow: Flow = {
    element,
    id: String(element.id),
    source,
    target,
    condition: element.conditionExpression ? (bodyOf(element.conditionExpression) ?? '') : null,
    isDefault: source.element.default === element,
  }
  scope.flows.push(flow)
  source.outgoing.push(flow)
  target.incoming.push(flow)
  return null
}

/** Elements that are no nodes. Unsupported nodes are nodes here, so that their flows are not reported as well. */
const noNodes = new Set(['SequenceFlow', 'DataObject', 'DataObjectReference', 'DataStoreReference'])

/** What a timer can be attached to. */
const hosts = new Set(['UserTask', 'ServiceTask', 'SubProcess'])

const fillScope = (scope: Scope, problems: Fault[]): void => {
  const byElement = new Map<unknown, FlowNode>()
  for (const element of flowElementsOf(scope.element).filter((one) => !noNodes.has(typeOf(one)))) {
    const node: FlowNode = {
      ...{ element, id: String(element.id), type: typeOf(element), scope },
      ...{ incoming: [], outgoing: [], boundaries: [], host: null, inner: null },
    }
    byElement.set(element, node)
    scope.nodes.push(node)
  }
  for (const node of scope.nodes) {
    const host = node.type === 'BoundaryEvent' ? byElement.get(node.element.attachedToRef) : undefined
    if (host && hosts.has(host.type)) {
      node.host = host
      host.boundaries.push(node)
    }
    if (node.type === 'SubProcess') {
      node.inner = { element: node.element, parent: node, nodes: [], flows: [] }
      fillScope(node.inner, problems)
    }
  }
  for (const element of flowElementsOf(scope.element).filter((one) => typeOf(one) === 'SequenceFlow')) {
    const fault = connect(scope, element, byElement)
    if (fault) problems.push(fault)
  }
}

/** The process as nodes and flows. It follows the flows, because files of Flowable name no flows at their nodes. */
export const graphOf = (process: BpmnElement, problems: Fault[]): Scope => {
  const scope: Scope = { element: process, parent: null, nodes: [], flows: [] }
  fillScope(scope, problems)
  return scope
}

/** The scope and its sub-processes. */
export const scopesOf = (scope: Scope): readonly Scope[] => [
  scope,
  ...scope.nodes.flatMap(({ inner }) => (inner ? scopesOf(inner) : [])),
]

export const nodesOf = (scope: Scope): readonly FlowNode[] => scopesOf(scope).flatMap(({ nodes }) => nodes)

const following = new WeakMap<FlowNode, readonly FlowNode[]>()

export const nextOf = (node: FlowNode): readonly FlowNode[] => {
  const cached = following.get(node)
  if (cached) return cached
  const result = [...new Set([...node.outgoing.map(({ target }) => target), ...node.boundaries])]
  following.set(node, result)
  return result
}

export const previousOf = (node: FlowNode): readonly FlowNode[] => [
  ...node.incoming.map(({ source }) => source),
  ...(node.host ? [node.host] : []),
]

export const startsOf = (scope: Scope) => scope.nodes.filter(({ type }) => type === 'StartEvent')
export const loopOf = (node: FlowNode) => node.element.loopCharacteristics as BpmnElement | undefined
export const isTerminate = ({ type, element }: FlowNode) =>
  type === 'EndEvent' && ((element.eventDefinitions as unknown[] | undefined)?.length ?? 0) > 0
