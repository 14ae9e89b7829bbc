import type { ElementGroup } from '#contract/flow/differences.ts'
import type { Outline, OutlineFlow, OutlineNode } from '#contract/flow/outline.ts'
import type { Lang } from '#contract/kit/text.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { partsOf } from './file-parts.ts'
import {
  bodyOf,
  type Flow,
  type FlowNode,
  graphOf,
  isTerminate,
  loopOf,
  nodesOf,
  type Scope,
  scopesOf,
} from './graph.ts'
import { inOneLine } from './one-line.ts'
import { readElements } from './parse.ts'
import { mainProcessOf } from './processes.ts'
import { movesOf, stageOf } from './stage-rules.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const loopProperties = (loop: BpmnElement | undefined): OutlineNode['properties'] =>
  loop
    ? {
        loop: loop.isSequential ? 'sequential' : 'parallel',
        collection: textOf(loop.collection) || (bodyOf(loop.loopCardinality) ?? ''),
        elementVariable: textOf(loop.elementVariable),
        completionCondition: bodyOf(loop.completionCondition) ?? '',
      }
    : {}

const timerOf = ({ eventDefinitions }: BpmnElement): string => {
  const [timer] = (eventDefinitions ?? []) as readonly BpmnElement[]
  return timer ? (bodyOf(timer.timeDuration) ?? bodyOf(timer.timeDate) ?? '') : ''
}

const yes = (value: boolean) => (value ? 'yes' : '')

const propertiesOf = (node: FlowNode): OutlineNode['properties'] => {
  const { element, type, scope, host } = node
  const all: OutlineNode['properties'] = {
    name: inOneLine(textOf(element.name)),
    nameEn: inOneLine(textOf(element.nameEn)),
    type,
    parent: scope.parent?.id ?? '',
    attachedTo: host?.id ?? '',
    assignee: textOf(element.assignee),
    candidateUsers: textOf(element.candidateUsers),
    candidateGroups: textOf(element.candidateGroups),
    excludedUsers: textOf(element.excludedUsers),
    dueDate: textOf(element.dueDate),
    job: textOf(element.jobId),
    resultVariable: textOf(element.resultVariable),
    stage: stageOf(node) === undefined ? '' : String(stageOf(node)),
    moves: movesOf(node).join(', '),
    ...loopProperties(loopOf(node)),
    timer: type === 'BoundaryEvent' ? timerOf(element) : '',
    interrupts: type === 'BoundaryEvent' ? yes(element.cancelActivity !== false) : '',
    terminates: yes(isTerminate(node)),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** The name in the reader's language; the Chinese one if there is no other. */
const nameIn = (lang: Lang, { name, nameEn }: BpmnElement): string =>
  inOneLine((lang === 'en' && textOf(nameEn)) || textOf(name))

const nodeOf = (node: FlowNode, lang: Lang): OutlineNode => ({
  id: node.id,
  name: nameIn(lang, node.element),
  type: node.type,
  parentId: node.scope.parent?.id ?? null,
  hostId: node.host?.id ?? null,
  properties: propertiesOf(node),
})

const flowOf = ({ element, id, source, target, condition, isDefault }: Flow, lang: Lang): OutlineFlow => ({
  ...{ id, name: nameIn(lang, element), source: source.id, target: target.id, condition, isDefault },
  properties: { name: textOf(element.name), nameEn: textOf(element.nameEn) },
})

/** The outline of a process, with names for a reader of this language. */
export const outlineIn = (scope: Scope, lang: Lang): Outline => {
  const process = scope.element
  return {
    key: String(process.id),
    name: nameIn(lang, process),
    properties: { name: textOf(process.name), nameEn: textOf(process.nameEn) },
    nodes: Object.fromEntries(nodesOf(scope).map((node) => [node.id, nodeOf(node, lang)])),
    flows: scopesOf(scope).flatMap(({ flows }) => flows.map((flow) => flowOf(flow, lang))),
  }
}

/** The outline of a definition that has been checked before. */
export const outlineOf = async (xml: string, lang: Lang = 'zh'): Promise<Outline> => {
  const { rootElement } = await readElements(partsOf(xml).process)
  return outlineIn(graphOf(mainProcessOf(rootElement), []), lang)
}

const groups: Readonly<Record<string, ElementGroup>> = {
  UserTask: 'task',
  ServiceTask: 'task',
  SubProcess: 'subProcess',
}

export const groupOf = ({ type }: Pick<OutlineNode, 'type'>): ElementGroup =>
  groups[type] ?? (type.endsWith('Gateway') ? 'gateway' : 'event')
