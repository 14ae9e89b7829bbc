import { type BpmnElement, elementsIn } from './bpmn-element.ts'
import { type FlowNode, graphOf, nodesOf, type Scope } from './graph.ts'
import { gridDiagram } from './grid-layout.ts'
import { readElements, writeXml } from './parse.ts'
import { boundsOf, drawnIds } from './places.ts'
import { mainProcessOf } from './processes.ts'

const border = { side: 30, top: 40 }

/** The layout follows these references, which files of Flowable lack. */
const fillReferences = (scope: Scope): void => {
  for (const { element, incoming, outgoing } of nodesOf(scope)) {
    element.set(
      'incoming',
      incoming.map((flow) => flow.element),
    )
    element.set(
      'outgoing',
      outgoing.map((flow) => flow.element),
    )
  }
}

/** The library reads and writes the whole file: what has no place in a drawing would only cost time. */
const leaveOutSettings = (definitions: BpmnElement): void => {
  for (const element of elementsIn(definitions)) {
    element.set('extensionElements', undefined)
    element.set('documentation', [])
    for (const name of Object.keys(element.$attrs ?? {})) if (name.includes(':')) delete element.$attrs?.[name]
  }
}

const pointsOf = (shape: BpmnElement) => (shape.waypoint ?? []) as { x: number; y: number }[]
const shift = (shapes: readonly BpmnElement[], by: (point: { x: number; y: number }) => void): void => {
  for (const shape of shapes) {
    if (shape.bounds) by(boundsOf(shape))
    for (const point of pointsOf(shape)) by(point)
  }
}

/** The library draws a sub-process closed and its content at the origin: opens it, and moves the rest out of the way. */
const openSubProcess = (node: FlowNode, drawn: ReadonlyMap<string | undefined, BpmnElement>): void => {
  const inner = node.inner as Scope
  const content = [...inner.nodes, ...inner.flows].flatMap(({ id }) => drawn.get(id) ?? [])
  const others = [...drawn.values()].filter((shape) => !content.includes(shape))
  const frame = drawn.get(node.id)
  if (!frame) return
  const place = boundsOf(frame)
  const points = content.flatMap((shape) => {
    const { x, y, width, height } = shape.bounds ? boundsOf(shape) : { x: 0, y: 0, width: 0, height: 0 }
    return shape.bounds
      ? [
          { x, y },
          { x: x + width, y: y + height },
        ]
      : pointsOf(shape)
  })
  const range = (of: (point: { x: number; y: number }) => number) => {
    const values = points.map(of)
    return { from: Math.min(...values), to: Math.max(...values) }
  }
  const [across, down] = [range(({ x }) => x), range(({ y }) => y)]
  const width = across.to - across.from + 2 * border.side
  const height = down.to - down.from + border.top + border.side
  const [right, bottom] = [place.x + place.width, place.y + place.height]
  const [wider, higher] = [Math.max(0, width - place.width), Math.max(0, height - place.height)]
  // lines of other nodes in the same row or column start on the same height; only those of the frame move with its border
  const isBetween = (value: number, from: number, to: number) => value >= from && value <= to
  shift(
    others.filter((shape) => shape !== frame),
    (point) => {
      const { x, y } = point
      if (x > right || (x === right && isBetween(y, place.y, bottom))) point.x += wider
      if (y > bottom || (y === bottom && isBetween(x, place.x, right))) point.y += higher
    },
  )
  shift(content, (point) => {
    point.x += place.x + border.side - across.from
    point.y += place.y + border.top - down.from
  })
  place.width += wider
  place.height += higher
  frame.set('isExpanded', true)
}

const drawnBy = async (definitions: BpmnElement, scope: Scope): Promise<string> => {
  // loaded only when a file needs it
  const { layoutProcess } = await import('bpmn-auto-layout')
  try {
    return await layoutProcess(await writeXml(definitions))
  } catch (error) {
    // the library cannot place some loops and fails on them; the process is correct nevertheless
    if (!(error instanceof TypeError)) throw error
    definitions.set('diagrams', [gridDiagram(scope)])
    return writeXml(definitions)
  }
}

/** Draws a process: answers a file with its elements and their positions. The file contains nothing else than the process. */
export const layOut = async (xml: string): Promise<string> => {
  const { rootElement: definitions } = await readElements(xml)
  const scope = graphOf(mainProcessOf(definitions), [])
  fillReferences(scope)
  leaveOutSettings(definitions)
  definitions.set('diagrams', [])
  const laidOut = await drawnBy(definitions, scope)
  if (!nodesOf(scope).some(({ inner }) => inner)) return laidOut
  const { rootElement } = await readElements(laidOut)
  const drawn = drawnIds(rootElement)
  for (const node of nodesOf(scope)) if (node.inner) openSubProcess(node, drawn)
  return writeXml(rootElement)
}
