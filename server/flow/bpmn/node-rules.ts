import { elementProperties } from '#contract/flow/differences.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type BpmnElement, elementsIn } from './bpmn-element.ts'
import { idRule } from './file-ids.ts'
import { bodyOf, type Flow, type FlowNode, loopOf, nodesOf, type Scope, scopesOf } from './graph.ts'
import { jobIdProblems, jobOf } from './job-tasks.ts'
import { hasExpression, parseExpression } from './juel-parser.ts'
import { isMark } from './marks.ts'
import { about, label, problemOf } from './problems.ts'
import { lookalikeIn } from './signs.ts'
import { parseTime, parseTimer } from './times.ts'
import { isReservedVariable } from './variable-names.ts'

const maxCardinality = 50
const idPattern = /^[A-Za-z_][\w.-]{0,63}$/
const variablePattern = /^[\p{L}_$][\p{L}\p{N}_$]{0,63}$/u

const isVariableName = (name: string) => variablePattern.test(name) && !isReservedVariable(name)

/** A sentence about a text, with the character in it that looks like another one. */
const withHint = (text: string, [zh, en]: Text): Text => {
  const hint = lookalikeIn(text)
  return hint ? [`${zh}：${hint[0]}`, `${en}: ${hint[1]}`] : [zh, en]
}

const wrongName = (name: string): Text =>
  withHint(name, [`的变量名“${name}”不能使用`, `may not use the variable name “${name}”`])

const expressionProblems = (element: BpmnElement, texts: readonly unknown[]): readonly Fault[] =>
  texts.flatMap((text) => {
    if (typeof text !== 'string' || !hasExpression(text)) return []
    try {
      parseExpression(text)
      return []
    } catch (error) {
      return [problemOf(element, error)]
    }
  })

/** The text of a condition has to be an expression as a whole. */
const conditionProblems = (element: BpmnElement, text: string | null): readonly Fault[] => {
  if (text === null) return []
  return hasExpression(text)
    ? expressionProblems(element, [text])
    : [
        about(
          element,
          withHint(text, [
            `的条件“${text}”不是表达式，应写成 $\{…}`,
            `has the condition “${text}”, which is no expression $\{…}`,
          ]),
        ),
      ]
}

export const checkIds = (process: BpmnElement): readonly Fault[] =>
  elementsIn(process).flatMap((element) => {
    // ids of settings and of what is only drawn mean nothing
    const isFlowElement =
      element === process || (element.$parent?.flowElements as unknown[] | undefined)?.includes(element)
    if (!isFlowElement || isMark(element)) return []
    if (element.id === undefined) return [about(element, ['没有标识', 'has no id'])]
    return idPattern.test(element.id) && !(element.id in Object.prototype) ? [] : [about(element, idRule)]
  })

const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === ''

/** The sentence of a time that cannot be read, or of an expression in its place; nothing for a correct one. */
const timeProblems = (element: BpmnElement, text: string, read: (text: string) => unknown): readonly Fault[] => {
  if (hasExpression(text)) return expressionProblems(element, [text])
  try {
    read(text)
    return []
  } catch (error) {
    return [problemOf(element, error)]
  }
}

const handlers = ['assignee', 'candidateUsers', 'candidateGroups'] as const
const people = [...handlers, 'excludedUsers'] as const

/** Names and lists of names are read as they stand, so a Chinese comma would become part of a name. */
const listProblems = (element: BpmnElement): readonly Fault[] =>
  people.flatMap((property) => {
    const text = element[property]
    const hint = typeof text === 'string' && !hasExpression(text) ? lookalikeIn(text.trim()) : null
    if (!hint) return []
    const [zh, en] = elementProperties[property]
    return [
      about(element, [
        `的${zh}“${text}”有误：${hint[0]}`,
        `has “${text}” under “${en}”, which is not valid: ${hint[1]}`,
      ]),
    ]
  })

const taskProblems = ({ element }: FlowNode): readonly Fault[] => {
  const { dueDate } = element
  return [
    ...(handlers.every((property) => isBlank(element[property]))
      ? [about(element, ['没有指定办理人或候选人', 'has no assignee and no candidates'])]
      : []),
    ...expressionProblems(
      element,
      people.map((property) => element[property]),
    ),
    ...listProblems(element),
    ...(typeof dueDate === 'string' && !isBlank(dueDate) ? timeProblems(element, dueDate, parseTime) : []),
  ]
}

const loopTexts = (loop: BpmnElement): readonly Text[] => {
  const { collection, elementVariable } = loop
  const cardinality = bodyOf(loop.loopCardinality)
  const count = Number(cardinality)
  const isCount = cardinality !== null && /^\d+$/.test(cardinality) && count >= 1 && count <= maxCardinality
  const texts: Text[] = []
  if ((cardinality === null) === isBlank(collection))
    texts.push(['应指定人员集合或次数之一', 'needs either a collection or a cardinality'])
  if (cardinality !== null && !isCount)
    texts.push([`的次数应为 1 到 ${maxCardinality} 的整数`, `needs a cardinality from 1 to ${maxCardinality}`])
  if (typeof collection === 'string' && !hasExpression(collection) && !isVariableName(collection.trim()))
    texts.push(
      withHint(collection, [
        `的集合“${collection}”不是变量`,
        `has the collection “${collection}”, which is no variable`,
      ]),
    )
  if (elementVariable !== undefined && !isVariableName(String(elementVariable)))
    texts.push(wrongName(String(elementVariable)))
  return texts
}

const loopProblems = (node: FlowNode): readonly Fault[] => {
  const loop = loopOf(node)
  if (!loop) return []
  return [
    ...loopTexts(loop).map((text) => about(loop, text)),
    ...expressionProblems(loop, [loop.collection]),
    ...(loop.completionCondition ? conditionProblems(loop, bodyOf(loop.completionCondition) ?? '') : []),
  ]
}

const jobProblems = (node: FlowNode): readonly Fault[] => {
  const { resultVariable } = jobOf(node)
  return [
    ...jobIdProblems(node),
    ...(isVariableName(resultVariable) ? [] : [about(node.element, wrongName(resultVariable))]),
  ]
}

const timerProblems = ({ element }: FlowNode): readonly Fault[] => {
  const [timer] = (element.eventDefinitions ?? []) as readonly BpmnElement[]
  if (timer?.$type !== 'bpmn:TimerEventDefinition') return []
  if (timer.timeCycle) return [about(element, ['不能按周期重复', 'may not repeat in cycles'])]
  const duration = bodyOf(timer.timeDuration)
  const date = bodyOf(timer.timeDate)
  if ((duration === null) === (date === null))
    return [about(element, ['应指定时长或时间之一', 'needs either a duration or a time'])]
  return duration === null
    ? timeProblems(element, date ?? '', (text) => parseTimer(text, 'moment'))
    : timeProblems(element, duration, (text) => parseTimer(text, 'duration'))
}

const choices = ['ExclusiveGateway', 'InclusiveGateway', 'UserTask', 'SubProcess']

const flowProblems = (flow: Flow): readonly Fault[] => {
  const { element, condition, isDefault, source } = flow
  if (condition === null) return []
  if (!choices.includes(source.type))
    return [
      about(element, [
        '不能有条件：条件只用于排他网关、包容网关和任务之后',
        'may not have a condition: only flows after exclusive and inclusive gateways and tasks may',
      ]),
    ]
  return isDefault
    ? [about(element, ['是默认连线，不能有条件', 'is the default flow and may not have a condition'])]
    : conditionProblems(element, condition)
}

/** Several flows out of a node: which of them are taken has to be clear. */
const outgoingProblems = (node: FlowNode): readonly Fault[] => {
  const { element, outgoing, incoming, type } = node
  const byDefault = element.default as BpmnElement | undefined
  const faults: Fault[] = []
  if (byDefault && !outgoing.some((flow) => flow.element === byDefault))
    faults.push(about(element, ['的默认连线不是它的出线', 'has a default flow that does not leave it']))
  if (type === 'InclusiveGateway' && incoming.length > 1)
    faults.push(
      about(element, [
        '不能汇聚多条连线，请改用排他网关或并行网关',
        'may not join several flows; use an exclusive or a parallel gateway',
      ]),
    )
  if (outgoing.length < 2 || type === 'ParallelGateway') return faults
  if (!choices.includes(type)) return [...faults, about(element, ['只能有一条出线', 'may have only one outgoing flow'])]
  const unclear = outgoing.filter((flow) => flow.condition === null && !flow.isDefault)
  return [
    ...faults,
    ...unclear.map((flow) =>
      about(flow.element, [
        `（来自${label(element)[0]}）没有条件，也不是默认连线`,
        `from the ${label(element)[1]} has no condition and is not the default flow`,
      ]),
    ),
  ]
}

/** What can be said of each node and each flow alone. */
export const checkNodes = (scope: Scope): readonly Fault[] => [
  ...nodesOf(scope).flatMap((node) => [
    ...(node.type === 'UserTask' ? [...taskProblems(node), ...loopProblems(node)] : []),
    ...(node.type === 'ServiceTask' ? jobProblems(node) : []),
    ...(node.type === 'BoundaryEvent' ? timerProblems(node) : []),
    ...outgoingProblems(node),
  ]),
  ...scopesOf(scope).flatMap(({ flows }) => flows.flatMap(flowProblems)),
]

export const checkInitiator = (scope: Scope): readonly Fault[] =>
  nodesOf(scope)
    .filter(({ element: { initiator } }) => initiator !== undefined && !isVariableName(String(initiator)))
    .map(({ element }) => about(element, wrongName(String(element.initiator))))
