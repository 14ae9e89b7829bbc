import type { BpmnElement } from './bpmn-element.ts'
import { type Flow, nodesOf, type Scope, scopesOf } from './graph.ts'
import { createElement } from './parse.ts'

/** The box of a node in a drawing. */
interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

const boundsOf = (shape: BpmnElement) => shape.bounds as unknown as Bounds

const planesOf = (definitions: BpmnElement): readonly BpmnElement[] =>
  ((definitions.diagrams ?? []) as readonly BpmnElement[]).flatMap(
    ({ plane }) => (plane as BpmnElement | undefined) ?? [],
  )
const placesIn = (plane: BpmnElement) => (plane.planeElement ?? []) as readonly BpmnElement[]

/** The pieces of a drawing by the id of their element. */
export const drawnIds = (definitions: BpmnElement): ReadonlyMap<string | undefined, BpmnElement> =>
  new Map(
    planesOf(definitions)
      .flatMap(placesIn)
      .map((shape) => [(shape.bpmnElement as BpmnElement | undefined)?.id, shape]),
  )

/** Where a line from the middle of a box to that of another one leaves it. */
const borderPoint = (box: Bounds, other: Bounds) => {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const [dx, dy] = [other.x + other.width / 2 - x, other.y + other.height / 2 - y]
  const steps = Math.max((2 * Math.abs(dx)) / box.width, (2 * Math.abs(dy)) / box.height) || 1
  return { x: Math.round(x + dx / steps), y: Math.round(y + dy / steps) }
}

/** A straight line; a flow that leads back to its node is a corner beside it. */
const lineBetween = (from: Bounds, to: Bounds) => {
  if (from !== to) return [borderPoint(from, to), borderPoint(to, from)]
  const { x, y, width, height } = from
  const [right, bottom] = [x + width, y + height]
  return [
    { x: right, y: y + height / 2 },
    { x: right + 30, y: y + height / 2 },
    { x: right + 30, y: bottom + 30 },
    { x: x + width / 2, y: bottom + 30 },
    { x: x + width / 2, y: bottom },
  ]
}

/** Whether every node can be seen. */
const hasAllNodes = (definitions: BpmnElement, scope: Scope): boolean => {
  const drawn = drawnIds(definitions)
  return nodesOf(scope).every(({ id }) => drawn.get(id)?.bounds !== undefined)
}

/** The flows of which nothing can be seen. */
const missingFlows = (definitions: BpmnElement, scope: Scope): readonly Flow[] => {
  const drawn = drawnIds(definitions)
  return scopesOf(scope).flatMap(({ flows }) => flows.filter(({ id }) => drawn.get(id)?.waypoint === undefined))
}

/** Whether every node and every flow can be seen. */
export const isDrawn = (definitions: BpmnElement, scope: Scope): boolean =>
  hasAllNodes(definitions, scope) && missingFlows(definitions, scope).length === 0

/** Draws the flows of which nothing can be seen as straight lines, and leaves everything else where its author put it. */
const drawMissingFlows = (definitions: BpmnElement, scope: Scope): number => {
  const missing = missingFlows(definitions, scope)
  const drawn = drawnIds(definitions)
  for (const { element, source, target } of missing) {
    const [from, to] = [drawn.get(source.id), drawn.get(target.id)]
    const plane = planesOf(definitions).find((one) => from && placesIn(one).includes(from))
    if (!from || !to || !plane) continue
    const edge = createElement('bpmndi:BPMNEdge', {
      id: `${element.id}_line`,
      bpmnElement: element,
      waypoint: lineBetween(boundsOf(from), boundsOf(to)).map((point) => createElement('dc:Point', point)),
    })
    edge.$parent = plane
    plane.set('planeElement', [...placesIn(plane), edge])
  }
  return missing.length
}

/** What had to be drawn: nothing, some flows, or everything. */
export type Completion = { readonly lines: number } | 'anew'

/** Completes a drawing. If a node has no place in it, `layOutAnew` replaces it. */
export const completeDrawing = async (
  definitions: BpmnElement,
  scope: Scope,
  layOutAnew: () => Promise<void>,
): Promise<Completion> => {
  if (hasAllNodes(definitions, scope)) return { lines: drawMissingFlows(definitions, scope) }
  await layOutAnew()
  drawMissingFlows(definitions, scope)
  return 'anew'
}
