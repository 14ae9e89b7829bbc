import { BpmnModdle } from 'bpmn-moddle'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { flowable } from './descriptor.ts'
import { readingFault } from './reading-faults.ts'
import { checkXml } from './scan.ts'

/** An element as bpmn-moddle reads it. What a file says of it is checked by elements.ts. */
export interface BpmnElement {
  readonly $type: string
  readonly $attrs?: Readonly<Record<string, string>>
  readonly $parent?: BpmnElement
  readonly $descriptor: {
    readonly propertiesByName: Readonly<
      Record<string, { readonly isReference?: boolean; readonly ns: { name: string } }>
    >
  }
  get(name: string): unknown
  set(name: string, value: unknown): void
  id?: string
  name?: string
  [property: string]: unknown
}

interface Warning {
  readonly message: string
}

export interface ParsedDefinition {
  readonly rootElement: BpmnElement
  readonly elementsById: Readonly<Record<string, BpmnElement>>
  readonly references: readonly unknown[]
  readonly warnings: readonly Warning[]
}

let reader: BpmnModdle | undefined
const moddle = () => {
  reader ??= new BpmnModdle({ flowable })
  return reader
}

const maxElements = 2000

const unreadable = (message: string) => {
  const reason = readingFault(message.replace(/\s+/g, ' ').slice(0, 300))
  return new Fail(fill(['流程文件无法读取：{0}', 'The process file cannot be read: {0}'], reason))
}

/** Elements directly inside an element: its values that are elements and no references. */
export const childrenOf = (element: BpmnElement): readonly BpmnElement[] =>
  Object.keys(element)
    .filter((key) => !element.$descriptor?.propertiesByName[key]?.isReference && !key.startsWith('$'))
    .flatMap((key) => element[key])
    .filter((value): value is BpmnElement => typeof value === 'object' && value !== null && '$type' in value)

/** All BPMN elements of a tree, without the diagram and without what other tools add. */
export const elementsIn = (element: BpmnElement): readonly BpmnElement[] =>
  !element.$type.startsWith('bpmn:') ? [] : [element, ...childrenOf(element).flatMap(elementsIn)]

/** Reads XML without checking it: what a person supplies goes through `parseDefinition`. */
export const readElements = async (xml: string): Promise<ParsedDefinition> =>
  (await moddle().fromXML(xml)) as ParsedDefinition

/** Reads a file. Whatever the reader would only warn about is refused, because it would be lost without notice. */
export const parseDefinition = async (xml: string): Promise<ParsedDefinition> => {
  checkXml(xml)
  const parsed = await readElements(xml).catch((error: unknown) => {
    throw unreadable(error instanceof Error ? error.message : String(error))
  })
  // attributes without a meaning here are checked by elements.ts, which names their element
  const warning = parsed.warnings.find(({ message }) => !message.startsWith('unknown attribute'))
  if (warning) throw unreadable(warning.message)
  if (elementsIn(parsed.rootElement).length > maxElements)
    throw new Fail([
      `流程文件的元素不能超过 ${maxElements} 个`,
      `A process file may contain at most ${maxElements} elements`,
    ])
  return parsed
}

export const createElement = (type: string, properties: object): BpmnElement =>
  moddle().create(type, properties) as BpmnElement

export const writeXml = async (definitions: BpmnElement): Promise<string> =>
  (await moddle().toXML(definitions, { format: true })).xml
