import type { ProcessGraph } from './process-graph.ts'

const model = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const nodeNames = /^(userTask|startEvent|endEvent|boundaryEvent|\w+Gateway|subProcess|\w*[tT]ask|intermediate\w+Event)$/

/** The nodes and flows of a definition; without any if the text is not XML. */
export const readGraph = (xml: string): ProcessGraph => {
  const elements = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS(model, '*')]
  const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''
  const parentOf = ({ parentElement }: Element) =>
    parentElement?.localName === 'subProcess' ? attribute(parentElement, 'id') : null
  return {
    nodes: elements
      .filter(({ localName }) => nodeNames.test(localName))
      .map((element) => ({
        id: attribute(element, 'id'),
        name: attribute(element, 'name'),
        type: element.localName,
        parent: parentOf(element),
        attachedTo: element.getAttribute('attachedToRef'),
      })),
    flows: elements
      .filter(({ localName }) => localName === 'sequenceFlow')
      .map((element) => ({ source: attribute(element, 'sourceRef'), target: attribute(element, 'targetRef') })),
  }
}
