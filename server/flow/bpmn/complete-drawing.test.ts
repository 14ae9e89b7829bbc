import { describe, expect, test } from 'vitest'
import type { BpmnElement } from './bpmn-element.ts'
import { completeDrawing, drawnIds } from './complete-drawing.ts'
import { graphOf } from './graph.ts'
import { readElements } from './parse.ts'
import { mainProcessOf } from './processes.ts'

const box = (id: string, x: number, y: number) =>
  `<bpmndi:BPMNShape bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="100" height="80" /></bpmndi:BPMNShape>`

/** Two tasks with a flow between them and one that leads back to its task; `places` are those that are drawn. */
const read = async (places: string) => {
  const { rootElement } = await readElements(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC">
    <process id="p"><userTask id="a" /><userTask id="b" /><sequenceFlow id="f" sourceRef="a" targetRef="b" />
      <sequenceFlow id="again" sourceRef="b" targetRef="b" /></process>
    <bpmndi:BPMNDiagram><bpmndi:BPMNPlane bpmnElement="p">${places}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`)
  return { rootElement, scope: graphOf(mainProcessOf(rootElement), []) }
}
const pointsOf = (definitions: BpmnElement, id: string) =>
  ((drawnIds(definitions).get(id)?.waypoint ?? []) as { x: number; y: number }[]).map(({ x, y }) => [x, y])
const never = () => Promise.reject(new Error('nothing has to be laid out'))

describe('a flow of which nothing is drawn', () => {
  test.each([
    [
      'beside',
      300,
      0,
      [
        [100, 40],
        [300, 40],
      ],
    ],
    [
      'below',
      0,
      200,
      [
        [50, 80],
        [50, 200],
      ],
    ],
    [
      'aslant',
      200,
      160,
      [
        [100, 80],
        [200, 160],
      ],
    ],
  ] as const)('is a straight line from border to border: %s', async (_where, x, y, points) => {
    const { rootElement, scope } = await read(box('a', 0, 0) + box('b', x, y))
    expect(await completeDrawing(rootElement, scope, never)).toEqual({ lines: 2 })
    expect(pointsOf(rootElement, 'f')).toEqual(points)
    // nothing more is missing
    expect(await completeDrawing(rootElement, scope, never)).toEqual({ lines: 0 })
  })

  test('leads around a corner back to its own node', async () => {
    const { rootElement, scope } = await read(box('a', 0, 0) + box('b', 300, 0))
    await completeDrawing(rootElement, scope, never)
    expect(pointsOf(rootElement, 'again')).toEqual([
      [400, 40],
      [430, 40],
      [430, 110],
      [350, 110],
      [350, 80],
    ])
  })
})

test('a node without a place needs another drawing, of which missing flows are drawn too', async () => {
  const { rootElement, scope } = await read(box('a', 0, 0))
  const other = (await read(box('a', 0, 0) + box('b', 300, 0))).rootElement
  const layOutAnew = async () => {
    const elements = new Map(scope.nodes.map(({ id, element }) => [id, element]))
    for (const [id, shape] of drawnIds(other)) shape.set('bpmnElement', elements.get(id ?? ''))
    rootElement.set('diagrams', other.diagrams)
  }
  expect(await completeDrawing(rootElement, scope, layOutAnew)).toBe('anew')
  expect(pointsOf(rootElement, 'f')).toEqual([
    [100, 40],
    [300, 40],
  ])
})
