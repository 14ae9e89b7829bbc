import { Fail, type Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { BpmnElement } from './parse.ts'

const maxProblems = 20

/** Names of the elements, for the sentences of a refusal. */
const typeNames: Readonly<Record<string, Text>> = {
  AdHocSubProcess: ['即席子流程', 'ad-hoc sub-process'],
  Association: ['关联线', 'association'],
  BoundaryEvent: ['边界事件', 'boundary event'],
  BusinessRuleTask: ['业务规则任务', 'business rule task'],
  CallActivity: ['调用活动', 'call activity'],
  Collaboration: ['协作（泳池）', 'collaboration (pool)'],
  ComplexGateway: ['复杂网关', 'complex gateway'],
  ConditionalEventDefinition: ['条件事件', 'conditional event'],
  DataObject: ['数据对象', 'data object'],
  DataObjectReference: ['数据对象', 'data object'],
  Definitions: ['流程文件', 'process file'],
  Documentation: ['说明', 'documentation'],
  EndEvent: ['结束事件', 'end event'],
  Error: ['错误定义', 'error definition'],
  ErrorEventDefinition: ['错误事件', 'error event'],
  EventBasedGateway: ['事件网关', 'event-based gateway'],
  ExclusiveGateway: ['排他网关', 'exclusive gateway'],
  FormalExpression: ['条件', 'condition'],
  InclusiveGateway: ['包容网关', 'inclusive gateway'],
  InputOutputSpecification: ['输入输出定义', 'input and output'],
  IntermediateCatchEvent: ['中间捕获事件', 'intermediate catch event'],
  IntermediateThrowEvent: ['中间抛出事件', 'intermediate throw event'],
  LaneSet: ['泳道', 'lanes'],
  ManualTask: ['手工任务', 'manual task'],
  Message: ['消息定义', 'message definition'],
  MessageEventDefinition: ['消息事件', 'message event'],
  MultiInstanceLoopCharacteristics: ['多人办理设置', 'multi-instance setting'],
  ParallelGateway: ['并行网关', 'parallel gateway'],
  Process: ['流程', 'process'],
  ReceiveTask: ['接收任务', 'receive task'],
  ScriptTask: ['脚本任务', 'script task'],
  SendTask: ['发送任务', 'send task'],
  SequenceFlow: ['连线', 'sequence flow'],
  ServiceTask: ['服务任务', 'service task'],
  Signal: ['信号定义', 'signal definition'],
  SignalEventDefinition: ['信号事件', 'signal event'],
  StandardLoopCharacteristics: ['循环设置', 'standard loop'],
  StartEvent: ['开始事件', 'start event'],
  SubProcess: ['子流程', 'sub-process'],
  Task: ['未分类的任务', 'task without a kind'],
  TerminateEventDefinition: ['终止定义', 'terminate definition'],
  TextAnnotation: ['注释', 'text annotation'],
  TimerEventDefinition: ['定时器', 'timer'],
  Transaction: ['事务子流程', 'transaction'],
  UserTask: ['用户任务', 'user task'],
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The nearest element with an id: an expression or a setting is named by the element that holds it. */
const bearerOf = (element: BpmnElement): BpmnElement =>
  element.id === undefined && element.$parent && element.$parent.$type !== 'bpmn:Definitions'
    ? bearerOf(element.$parent)
    : element

/** An element as a reader knows it: kind, name and id. */
export const labelFor = (type: string, givenName = '', givenId = ''): Text => {
  const [zh, en] = typeNames[type] ?? [type, type]
  const name = givenName ? `“${short(givenName)}”` : ''
  const id = short(givenId)
  return [`${zh}${name}${id && `（${id}）`}`, `${en}${name && ` ${name}`}${id && ` (${id})`}`]
}

export const label = (element: BpmnElement): Text => {
  const { name, id } = bearerOf(element)
  return labelFor(element.$type.replace(/^bpmn:/, ''), name, id)
}

export const problem = (element: BpmnElement, text: Text): Fault => ({ at: bearerOf(element).id ?? '', text })

/** A sentence about an element: its label comes first. */
export const about = (element: BpmnElement, [zh, en]: Text): Fault => {
  const [labelZh, labelEn] = label(element)
  return problem(element, [`${labelZh}${zh}`, `The ${labelEn} ${en}`])
}

/** The sentence of an error inside an element, such as an expression that cannot be parsed. */
export const problemOf = (element: BpmnElement, error: unknown): Fault => {
  if (!(error instanceof Fail)) throw error
  const [zh, en] = label(element)
  return problem(element, [`${zh}：${error.text[0]}`, `${en}: ${error.text[1]}`])
}

/** One refusal that lists all problems of a file, so that its author repairs them together. */
export const refuse = (problems: readonly Fault[]): void => {
  if (problems.length === 0) return
  const faults = problems.slice(0, maxProblems)
  const more = problems.length - faults.length
  const isList = problems.length > 1
  const lines = (at: 0 | 1) => faults.map(({ text }, i) => (isList ? `\n${i + 1}. ${text[at]}` : text[at])).join('')
  const rest: Text = more > 0 ? [`\n另有 ${more} 处问题`, `\nand ${more} more`] : ['', '']
  throw new Fail(
    [`流程文件不能部署：${lines(0)}${rest[0]}`, `The process file cannot be deployed: ${lines(1)}${rest[1]}`],
    400,
    // an element of its own, so that lists of faults have it too
    { faults: more > 0 ? [...faults, { at: '', text: [rest[0].trim(), rest[1].trim()] }] : faults },
  )
}

/** The fault of one of several files, with its name. */
export const faultIn = (name: string, error: unknown): unknown =>
  error instanceof Fail
    ? new Fail(fill(['文件“{0}”：{1}', 'The file “{0}”: {1}'], name, error.text), error.code, error.detail)
    : error
