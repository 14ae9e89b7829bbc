import type { BpmnElement } from './bpmn-element.ts'
import { type Flow, type FlowNode, nextOf, type Scope, scopesOf, startsOf } from './graph.ts'
import { createElement } from './parse.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const cell = { width: 180, height: 120 }

const sizeOf = ({ type }: FlowNode) =>
  type.endsWith('Task') || type === 'SubProcess'
    ? { width: 100, height: 80 }
    : type.endsWith('Gateway')
      ? { width: 50, height: 50 }
      : { width: 36, height: 36 }

const centredAt = (node: FlowNode, x: number, y: number): Box => {
  const { width, height } = sizeOf(node)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** The column of a node is its distance from the start. */
const boxesOf = (scope: Scope): ReadonlyMap<FlowNode, Box> => {
  const boxes = new Map<FlowNode, Box>()
  let column: readonly FlowNode[] = startsOf(scope)
  for (let x = cell.width / 2; column.length; x += cell.width) {
    for (const [row, node] of column.entries()) boxes.set(node, centredAt(node, x, (row + 0.5) * cell.height))
    column = [...new Set(column.flatMap(nextOf))].filter((node) => !boxes.has(node))
  }
  for (const node of scope.nodes) {
    const host = node.host && boxes.get(node.host)
    if (host) boxes.set(node, centredAt(node, host.x + host.width / 2, host.y + host.height))
  }
  return boxes
}

const pointsOf = ({ source, target }: Flow, boxes: ReadonlyMap<FlowNode, Box>) => {
  const [from, to] = [boxes.get(source), boxes.get(target)]
  return from && to
    ? [
        { x: from.x + from.width, y: from.y + from.height / 2 },
        { x: to.x, y: to.y + to.height / 2 },
      ]
    : []
}

/** A plain diagram of columns and straight lines, for processes that the layout library cannot draw. */
export const gridDiagram = (scope: Scope): BpmnElement => {
  const planeElement = scopesOf(scope).flatMap((one) => {
    const boxes = boxesOf(one)
    return [
      ...[...boxes].map(([{ id, element }, box]) =>
        createElement('bpmndi:BPMNShape', {
          id: `${id}_di`,
          bpmnElement: element,
          bounds: createElement('dc:Bounds', box),
        }),
      ),
      ...one.flows.map((flow) =>
        createElement('bpmndi:BPMNEdge', {
          id: `${flow.id}_di`,
          bpmnElement: flow.element,
          waypoint: pointsOf(flow, boxes).map((point) => createElement('dc:Point', point)),
        }),
      ),
    ]
  })
  const plane = createElement('bpmndi:BPMNPlane', { id: 'plane', bpmnElement: scope.element, planeElement })
  return createElement('bpmndi:BPMNDiagram', { id: 'diagram', plane })
}
