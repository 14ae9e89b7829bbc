import { describe, expect, test } from 'vitest'
import { processNames, readProcess } from '../../../tests/support/process-files.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { isDrawn } from './complete-drawing.ts'
import { correct } from './corrections.ts'
import { graphOf, scopesOf } from './graph.ts'
import { gridDiagram } from './grid-layout.ts'
import { layOut } from './layout.ts'
import { readElements } from './parse.ts'
import { mainProcessOf } from './processes.ts'

interface Point {
  readonly x: number
  readonly y: number
}
interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A process that is drawn anew, whatever its file says of its places. */
const laidOut = async (name: string) => {
  const { rootElement, elementsById } = await readElements(readProcess(name))
  correct(mainProcessOf(rootElement), elementsById)
  const scope = graphOf(mainProcessOf(rootElement), [])
  rootElement.set('diagrams', await layOut(scope, elementsById))
  return { rootElement, scope }
}

const shapesOf = (definitions: BpmnElement) => {
  const elements = (definitions.diagrams as BpmnElement[]).flatMap(
    ({ plane }) => (plane as BpmnElement).planeElement as BpmnElement[],
  )
  const idOf = (shape: BpmnElement) => String((shape.bpmnElement as BpmnElement).id)
  return {
    boxes: new Map(elements.flatMap((one) => (one.bounds ? [[idOf(one), one.bounds as unknown as Box] as const] : []))),
    expanded: elements.filter((one) => one.isExpanded === true).map(idOf),
    lines: new Map(
      elements.flatMap((one) =>
        one.waypoint ? [[idOf(one), (one.waypoint as Point[]).map(({ x, y }) => ({ x, y }))] as const] : [],
      ),
    ),
  }
}

const contains = (outer: Box, inner: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
const touches = (box: Box | undefined, point: Point | undefined) =>
  box !== undefined && point !== undefined && contains(box, { ...point, width: 0, height: 0 })
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('a process without a diagram', () => {
  for (const name of processNames)
    test(`${name} gets a place for every node and a line for every flow`, async () => {
      const drawn = await laidOut(name)
      expect(isDrawn(drawn.rootElement, drawn.scope)).toBe(true)
      const { boxes, lines } = shapesOf(drawn.rootElement)
      for (const { id, source, target } of scopesOf(drawn.scope).flatMap(({ flows }) => flows)) {
        const [first, last] = [lines.get(id)?.[0], lines.get(id)?.at(-1)]
        expect([id, touches(boxes.get(source.id), first), touches(boxes.get(target.id), last)]).toEqual([
          id,
          true,
          true,
        ])
      }
    })

  for (const name of ['sub-process', 'staged-review'])
    test(`${name}: the sub-process is open, holds its own nodes and covers no other`, async () => {
      const { rootElement, scope } = await laidOut(name)
      const { boxes, expanded } = shapesOf(rootElement)
      expect(expanded).toEqual(['experts'])
      const frame = boxes.get('experts') as Box
      const inner = new Set(scope.nodes.find(({ id }) => id === 'experts')?.inner?.nodes.map(({ id }) => id))
      expect(inner.size).toBeGreaterThan(0)
      for (const [id, box] of boxes)
        if (id !== 'experts')
          expect([id, inner.has(id) ? contains(frame, box) : !overlap(frame, box)]).toEqual([id, true])
    })
})

test('the plain diagram draws everything as well, with nothing on top of another node', async () => {
  const { rootElement } = await readElements(readProcess('back-edges'))
  const scope = graphOf(mainProcessOf(rootElement), [])
  rootElement.set('diagrams', [gridDiagram(scope)])
  expect(isDrawn(rootElement, scope)).toBe(true)
  const boxes = [...shapesOf(rootElement).boxes.values()]
  expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b)))).toEqual([])
})
