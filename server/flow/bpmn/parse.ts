import { createRequire } from 'node:module'
import { BpmnModdle } from 'bpmn-moddle'
import { flowableDescriptor } from '#contract/flow/bpmn-descriptor.ts'
import { propertyWord, settingWord } from '#contract/flow/bpmn-words/bpmn-words.ts'
import { readingFault } from '#contract/flow/reading-faults.ts'
import { Fail, type Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type BpmnElement, elementsIn } from './bpmn-element.ts'
import { checkFileIds } from './file-ids.ts'
import { isMark } from './marks.ts'
import { about, refusal, refuse } from './problems.ts'

// not an import: the bundle keeps packages outside and would lose the attribute that Node requires for JSON
const camunda = createRequire(import.meta.url)('camunda-bpmn-moddle/resources/camunda.json') as object

const flowable = flowableDescriptor(camunda)

interface Warning {
  readonly message: string
  /** Of a reference to an element that does not exist. */
  readonly element?: BpmnElement
  readonly property?: string
  readonly value?: string
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

/** More cost too much to lay out and to convert (docs/decisions/0102); a large process has half as many. */
const maxElements = 600

/** Reads XML without checking it: what a person supplies goes through `parseProcess`. */
export const readElements = async (xml: string): Promise<ParsedDefinition> =>
  (await moddle().fromXML(xml)) as ParsedDefinition

/** One sentence for a file of which something would be lost, with all that cannot be read. */
const unreadable = (faults: readonly Fault[]): Fail =>
  refusal(['流程文件无法读取：{0}', 'The process file cannot be read: {0}'], faults)

/** An extension that no engine has, which editors note for themselves: its name without a prefix. */
const noteOf = (message: string): string | null => {
  const [, type = ''] = /nested error: (?:unknown type|unrecognized element) <flowable:(\w+)>/.exec(message) ?? []
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  return name && settingWord(name) === null ? name : null
}

const lostContent = (warnings: readonly Warning[]): readonly Fault[] =>
  warnings.flatMap(({ element, message }): Fault[] => {
    const text = element || noteOf(message) ? null : readingFault(message)
    return text ? [{ at: '', text }] : []
  })

const noReference: Text = ['的{0}“{1}”不存在', 'refers to “{1}” under “{0}”, which does not exist']
/** What a node says about its flows is said by the flows as well, and goes stale in many editors. */
const redundant = ['bpmn:incoming', 'bpmn:outgoing', 'bpmn:flowNodeRef']
const isInMark = (element: BpmnElement): boolean =>
  isMark(element) || (element.$parent !== undefined && isInMark(element.$parent))

/** References to elements that do not exist. Some engines name the variable with the people of a task in one of them. */
const brokenReferences = (warnings: readonly Warning[]): { faults: readonly Fault[]; corrected: number } => {
  const faults: Fault[] = []
  let corrected = 0
  for (const { message, element, property = '', value = '' } of warnings) {
    if (!element || !message.startsWith('unresolved reference') || redundant.includes(property) || isInMark(element))
      continue
    if (property === 'bpmn:loopDataInputRef') {
      element.set('flowable:collection', element.get('flowable:collection') ?? value)
      corrected++
    } else {
      const word = propertyWord(property) ?? ['引用', 'reference']
      faults.push(about(element, fill(noReference, word, value)))
    }
  }
  return { faults, corrected }
}

const asAttribute: Text = ['的“{0}”（{1}）不能写成属性', 'has “{0}” ({1}) as an attribute, which has to be an element']
const simpleTypes = ['String', 'Boolean', 'Integer', 'Real']

/** An attribute in place of an element: nothing could read or write it. */
const misplacedAttributes = (root: BpmnElement): readonly Fault[] =>
  elementsIn(root).flatMap((element) =>
    Object.keys(element).flatMap((key): Fault[] => {
      const descriptor = element.$descriptor.propertiesByName[key]
      const holdsElement = descriptor && !descriptor.isReference && !simpleTypes.includes(descriptor.type ?? '')
      if (!holdsElement || descriptor.isAttr || typeof element[key] !== 'string') return []
      element.set(key, undefined)
      return [about(element, fill(asAttribute, propertyWord(key) ?? [key, key], key))]
    }),
  )

/** The process of a file, without its drawing. */
export interface ParsedProcess {
  readonly rootElement: BpmnElement
  readonly elementsById: ParsedDefinition['elementsById']
  readonly faults: readonly Fault[]
  /** Names of extensions that are not in the tree, because no engine has them. */
  readonly settings: readonly string[]
  /** Whether the tree says something else than the text. */
  readonly isCorrected: boolean
}

/** Reads the process of a file. Whatever would be lost is refused, because its author would not notice. */
export const parseProcess = async (text: string): Promise<ParsedProcess> => {
  const { xml, faults: idFaults, omitted } = checkFileIds(text)
  refuse(idFaults)
  const { rootElement, elementsById, warnings } = await readElements(xml).catch((error: unknown) => {
    throw unreadable(lostContent([{ message: error instanceof Error ? error.message : String(error) }]))
  })
  const lost = lostContent(warnings)
  if (lost.length) throw unreadable(lost)
  const misplaced = misplacedAttributes(rootElement)
  if (elementsIn(rootElement).length > maxElements)
    throw new Fail([
      `流程文件的元素不能超过 ${maxElements} 个`,
      `A process file may contain at most ${maxElements} elements`,
    ])
  const { faults, corrected } = brokenReferences(warnings)
  const settings = warnings.flatMap(({ element, message }) => (element ? [] : (noteOf(message) ?? [])))
  return {
    ...{ rootElement, elementsById, settings, isCorrected: omitted + corrected > 0 },
    faults: [...misplaced, ...faults],
  }
}

export const createElement = (type: string, properties: object): BpmnElement =>
  moddle().create(type, properties) as BpmnElement

export const writeXml = async (definitions: BpmnElement): Promise<string> =>
  (await moddle().toXML(definitions, { format: true })).xml
