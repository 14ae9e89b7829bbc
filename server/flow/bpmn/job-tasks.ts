import type { Fault } from '#contract/kit/fail.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { type FlowNode, loopOf, nodesOf, type Scope } from './graph.ts'
import { inOneLine } from './one-line.ts'
import { about } from './problems.ts'

/** A service task of a definition: it runs a scheduled job and waits for it. */
export interface JobDefinition {
  readonly id: string
  readonly name: string
  readonly jobId: string
  /** The variable that gets the result: the task names it, or it is the id of the task. */
  readonly resultVariable: string
}

export const serviceTask = 'bpmn:ServiceTask'

/** What says elsewhere what a service task does. */
const implementations = ['implementation', 'operationRef', 'class', 'expression', 'delegateExpression', 'topic']

/** Whether an element is a service task of another kind. What such a task does is code, so it is refused. */
export const isOtherService = (element: BpmnElement): boolean => {
  if (element.$type !== serviceTask || element.type === 'jobTask') return false
  return element.type !== undefined || implementations.some((name) => Object.hasOwn(element, name))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const jobOf = ({ id, element }: FlowNode): JobDefinition => ({
  id,
  name: inOneLine(textOf(element.name)) || id,
  jobId: textOf(element.jobId),
  resultVariable: textOf(element.resultVariable) || id,
})

export const jobsIn = (scope: Scope): readonly JobDefinition[] =>
  nodesOf(scope)
    .filter(({ type }) => type === 'ServiceTask')
    .map(jobOf)

const maxId = 2n ** 63n - 1n
/** Ids of rows are positive numbers of 64 bits. */
const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= maxId

/** What is wrong with the job of a service task. */
export const jobIdProblems = (node: FlowNode): readonly Fault[] => [
  ...(isId(jobOf(node).jobId)
    ? []
    : [about(node.element, ['没有指定定时任务编号', 'does not name a scheduled job by its number'])]),
  ...(loopOf(node) ? [about(node.element, ['不能多实例执行', 'may not have several instances'])] : []),
]
