import type { BpmnElement } from './bpmn-element.ts'

/** What is drawn for readers and means nothing to the engine. */
const drawn: ReadonlySet<string> = new Set([
  ...['Collaboration', 'Participant', 'MessageFlow', 'LaneSet', 'Lane', 'TextAnnotation', 'Association', 'Group'],
  ...['DataObject', 'DataObjectReference', 'DataStore', 'DataStoreReference'],
])

/** Definitions and data of tools, which nothing that can be deployed uses. */
const silent: ReadonlySet<string> = new Set([
  ...[
    'Category',
    'CategoryValue',
    'ItemDefinition',
    'Message',
    'Signal',
    'Error',
    'Escalation',
    'DataState',
    'Resource',
  ],
  ...[
    'DataInputAssociation',
    'DataOutputAssociation',
    'InputOutputSpecification',
    'Property',
    'Auditing',
    'Monitoring',
  ],
])

const typeOf = ({ $type }: BpmnElement) => $type.replace(/^bpmn:/, '')

/** Whether an element means nothing to the engine, whatever is inside. */
export const isMark = (element: BpmnElement): boolean => drawn.has(typeOf(element)) || silent.has(typeOf(element))

/** Whether it is one that readers see in the drawing. */
export const isDrawnMark = (element: BpmnElement): boolean => drawn.has(typeOf(element))

const properties = [
  ...['rootElements', 'flowElements', 'artifacts', 'laneSets', 'ioSpecification', 'properties'],
  ...['diagrams', 'dataInputAssociations', 'dataOutputAssociations', 'auditing', 'monitoring'],
]

const isElement = (value: unknown): value is BpmnElement =>
  typeof value === 'object' && value !== null && '$type' in value

/**
 * Takes everything out of a tree that means nothing to the engine, its diagrams, and other processes than this one. Answers what puts it back: the
 * tree is that of the file, which keeps its marks.
 */
export const takeOutMarks = (definitions: BpmnElement, process: BpmnElement): (() => void) => {
  const endings: (() => void)[] = []
  const clear = (element: BpmnElement) => {
    for (const name of properties) {
      if (!Object.hasOwn(element, name)) continue
      const before = element[name]
      const all = Array.isArray(before) ? (before as unknown[]) : [before]
      const remaining = all
        .filter(isElement)
        .filter(
          (one) =>
            !isMark(one) && one.$type !== 'bpmndi:BPMNDiagram' && (one.$type !== 'bpmn:Process' || one === process),
        )
      element.set(name, Array.isArray(before) ? remaining : remaining[0])
      endings.push(() => element.set(name, before))
      for (const one of remaining) clear(one)
    }
  }
  clear(definitions)
  return () => {
    for (const end of endings.toReversed()) end()
  }
}
