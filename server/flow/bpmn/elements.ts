import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type BpmnElement, childrenOf } from './parse.ts'
import { label, problem } from './problems.ts'

const ofNode = ['incoming', 'outgoing']

/**
 * The elements that a process may have, each with its attributes and children. Everything else is refused by name: what
 * the engine would execute, and what it would ignore although the author counts on it.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  Definitions: [
    ...['targetNamespace', 'expressionLanguage', 'typeLanguage', 'exporter', 'exporterVersion'],
    ...['rootElements', 'diagrams'],
  ],
  Process: ['isExecutable', 'processType', 'isClosed', 'flowElements', 'artifacts'],
  SubProcess: [...ofNode, 'default', 'triggeredByEvent', 'flowElements', 'artifacts'],
  StartEvent: [...ofNode, 'isInterrupting', 'initiator'],
  EndEvent: [...ofNode, 'eventDefinitions', 'declareStatus'],
  BoundaryEvent: [...ofNode, 'attachedToRef', 'cancelActivity', 'eventDefinitions'],
  UserTask: [
    ...[...ofNode, 'default', 'loopCharacteristics', 'assignee', 'candidateUsers', 'candidateGroups', 'dueDate'],
    ...['declareStatus', 'moves'],
  ],
  ExclusiveGateway: [...ofNode, 'default', 'gatewayDirection'],
  InclusiveGateway: [...ofNode, 'default', 'gatewayDirection'],
  ParallelGateway: [...ofNode, 'gatewayDirection'],
  SequenceFlow: ['sourceRef', 'targetRef', 'conditionExpression'],
  FormalExpression: ['body'],
  Expression: ['body'],
  MultiInstanceLoopCharacteristics: [
    ...['isSequential', 'loopCardinality', 'completionCondition', 'collection', 'elementVariable'],
  ],
  TerminateEventDefinition: [],
  TimerEventDefinition: ['timeDuration', 'timeDate', 'timeCycle'],
  TextAnnotation: ['text', 'textFormat'],
  Association: ['sourceRef', 'targetRef', 'associationDirection'],
  Documentation: ['text', 'textFormat'],
  ExtensionElements: ['values'],
}
const always = ['$type', 'id', 'name', 'nameEn', 'documentation', 'extensionElements']

/** Attributes that the editor of Flowable writes and that change nothing here. */
const harmless = new Set(
  ['formFieldValidation', 'formKey', 'priority', 'category', 'versionTag', 'historyTimeToLive', 'exclusive'].map(
    (name) => `flowable:${name}`,
  ),
)

/** Namespaces of engines: their attributes mean something, so they are not ignored without notice. */
const isEngine = (uri: string) =>
  /^https?:\/\/(www\.)?(flowable\.org\/bpmn|activiti\.org\/bpmn|camunda\.org|bpmn\.io\/schema\/zeebe)/i.test(uri)

type Namespaces = Readonly<Record<string, string>>

const withDeclarations = (element: BpmnElement, outer: Namespaces): Namespaces => {
  const declared = Object.entries(element.$attrs ?? {}).filter(([name]) => name.startsWith('xmlns:'))
  return declared.length
    ? { ...outer, ...Object.fromEntries(declared.map(([name, uri]) => [name.slice(6), uri])) }
    : outer
}

const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '')

/** Whether a name belongs to another tool and has no meaning for any engine. */
const isForeign = (name: string, namespaces: Namespaces): boolean => {
  const prefix = prefixOf(name)
  return !['', 'bpmn', 'flowable'].includes(prefix) && !isEngine(namespaces[prefix] ?? '')
}

const isDeclaration = (name: string) => /^(xmlns(:|$)|xsi:|xml:)/.test(name)

const isKnown = (element: BpmnElement, key: string) =>
  always.includes(key) || allowed[element.$type.replace(/^bpmn:/, '')]?.includes(key) === true

const attributesOf = (element: BpmnElement, namespaces: Namespaces): readonly Fault[] => {
  const own = Object.keys(element)
    .filter((key) => !isKnown(element, key))
    .map((key) => element.$descriptor.propertiesByName[key]?.ns.name ?? key)
  const others = Object.keys(element.$attrs ?? {}).filter(
    (name) => !isDeclaration(name) && !isForeign(name, namespaces),
  )
  const [zh, en] = label(element)
  return [...own, ...others]
    .map((name) => name.replace(/^bpmn:/, ''))
    .filter((name) => !harmless.has(name))
    .map((name) => problem(element, [`${zh}不能使用 ${name}`, `The ${en} may not use ${name}`]))
}

const extensionsOf = (element: BpmnElement, namespaces: Namespaces): readonly Fault[] =>
  ((element.values ?? []) as BpmnElement[])
    .filter((one) => !isForeign(one.$type, { ...namespaces, ...withDeclarations(one, {}) }))
    .map((one) => {
      const [zh, en] = label(element.$parent ?? element)
      return problem(element, [
        `${zh}不能包含扩展 ${one.$type}`,
        `The ${en} may not contain the extension ${one.$type}`,
      ])
    })

/** Why an allowed element is refused in this place or with this value. */
const misplaced = (element: BpmnElement): Text | null => {
  const [zh, en] = label(element)
  switch (element.$type) {
    case 'bpmn:SubProcess':
      if (element.triggeredByEvent) return [`${zh}不能由事件触发`, `The ${en} may not be triggered by an event`]
      return element.$parent?.$type === 'bpmn:SubProcess'
        ? [`${zh}不能放在另一个子流程中`, `The ${en} may not be inside another sub-process`]
        : null
    case 'bpmn:EndEvent':
    case 'bpmn:BoundaryEvent': {
      const kind = element.$type === 'bpmn:EndEvent' ? 'bpmn:TerminateEventDefinition' : 'bpmn:TimerEventDefinition'
      const definitions = (element.eventDefinitions ?? []) as BpmnElement[]
      const isWrong = definitions.some(({ $type }) => $type !== kind) || definitions.length > 1
      if (element.$type === 'bpmn:EndEvent')
        return isWrong ? [`${zh}只能是普通结束或终止结束`, `The ${en} may only be a plain or a terminate end`] : null
      return isWrong || definitions.length === 0 ? [`${zh}只能是定时事件`, `The ${en} has to be a timer`] : null
    }
    default:
      return null
  }
}

const check = (element: BpmnElement, outer: Namespaces): readonly Fault[] => {
  if (/^(bpmndi|di|dc):/.test(element.$type)) return []
  const namespaces = withDeclarations(element, outer)
  if (!element.$type.startsWith('bpmn:') || !allowed[element.$type.slice(5)]) {
    const [zh, en] = label(element)
    return [problem(element, [`不支持${zh}`, `The ${en} is not supported`])]
  }
  if (element.$type === 'bpmn:ExtensionElements') return extensionsOf(element, namespaces)
  const text = misplaced(element)
  if (text) return [problem(element, text)]
  const unknown = Object.keys(element)
    .filter((key) => !isKnown(element, key))
    .flatMap((key) => element[key])
  return [
    ...attributesOf(element, namespaces),
    ...childrenOf(element)
      .filter((child) => !unknown.includes(child))
      .flatMap((child) => check(child, namespaces)),
  ]
}

/** Everything in a file that is not on the list of supported elements and attributes. */
export const checkElements = (definitions: BpmnElement): readonly Fault[] => check(definitions, {})
