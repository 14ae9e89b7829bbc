import { escapeMarkup } from '../../base/html/escape-markup.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { type Drawing, type Elements, readDrawing } from './drawing.ts'
import { partsOf } from './file-parts.ts'
import { type FlowNode, nodesOf, type Scope, scopesOf } from './graph.ts'
import { gridDiagram } from './grid-layout.ts'

const attribute = (name: string, id: unknown) => (id === undefined ? '' : ` ${name}="${escapeMarkup(String(id))}"`)

const textOfNode = ({ element, type, incoming, outgoing, inner }: FlowNode): string => {
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  const host = element.attachedToRef as BpmnElement | undefined
  const ends = [
    ...incoming.map(({ id }) => `<incoming>${escapeMarkup(id)}</incoming>`),
    ...outgoing.map(({ id }) => `<outgoing>${escapeMarkup(id)}</outgoing>`),
  ]
  return `<${name}${attribute('id', element.id)}${attribute('attachedToRef', host?.id)}>${ends.join('')}${inner ? textOf(inner) : ''}</${name}>`
}

/** The nodes and flows of a process, without what has no place in a drawing. */
const textOf = ({ nodes, flows }: Scope): string =>
  [
    ...nodes.map(textOfNode),
    ...flows.map(({ element, source, target }) => {
      const ends = attribute('sourceRef', source.element.id) + attribute('targetRef', target.element.id)
      return `<sequenceFlow${attribute('id', element.id)}${ends}/>`
    }),
  ].join('')

/** What the layout library reads: it opens the sub-processes that a drawing shows open. */
const fileOf = (scope: Scope): string => {
  const open = nodesOf(scope).filter(({ inner }) => inner)
  const shapes = open.map(
    ({ id }, i) => `<di:BPMNShape id="open${i}_di"${attribute('bpmnElement', id)} isExpanded="true"/>`,
  )
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI">
    <process${attribute('id', scope.element.id)}>${textOf(scope)}</process>
    <di:BPMNDiagram><di:BPMNPlane>${shapes.join('')}</di:BPMNPlane></di:BPMNDiagram></definitions>`
}

/** Draws a process: answers diagrams with a place for each of its elements. `others` are the elements of its file by id. */
export const layOut = async (scope: Scope, others: Elements): Promise<Drawing['diagrams']> => {
  // loaded only when a file needs it
  const { layoutProcess } = await import('bpmn-auto-layout')
  // flows that the file gave no id have one by now
  const drawn = scopesOf(scope).flatMap(({ nodes, flows }) => [...nodes, ...flows])
  const elements = { ...others, ...Object.fromEntries(drawn.map(({ id, element }) => [id, element])) }
  try {
    const { drawing } = partsOf(await layoutProcess(fileOf(scope)))
    return (await readDrawing(drawing, { elements, whole: scope.element })).diagrams
  } catch (error) {
    // the library cannot place some loops and fails on them; the process is correct nevertheless
    if (!(error instanceof TypeError)) throw error
    return [gridDiagram(scope)]
  }
}
