import { elementWord } from '#contract/flow/bpmn-words/bpmn-words.ts'
import { Fail, type Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { inOneLine } from './one-line.ts'

const maxProblems = 20

const short = (text: string) => {
  const line = inOneLine(text)
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}

/** The nearest element with an id: an expression or a setting is named by the element that holds it. */
const bearerOf = (element: BpmnElement): BpmnElement =>
  element.id === undefined && element.$parent && element.$parent.$type !== 'bpmn:Definitions'
    ? bearerOf(element.$parent)
    : element

/** An element as a reader knows it: kind, name and id. */
export const labelFor = (type: string, givenName = '', givenId = ''): Text => {
  const [zh, en] = elementWord(type)
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

/** Faults without those that say the same of the same element. */
export const distinct = (faults: readonly Fault[]): readonly Fault[] => [
  ...new Map(faults.map((fault) => [fault.text[0], fault])).values(),
]

/** One refusal that lists all faults of a file in place of {0}, so that its author repairs them together. */
export const refusal = (sentence: Text, all: readonly Fault[]): Fail => {
  const problems = distinct(all)
  const faults = problems.slice(0, maxProblems)
  const more = problems.length - faults.length
  const isList = problems.length > 1
  const lines = (at: 0 | 1) => faults.map(({ text }, i) => (isList ? `\n${i + 1}. ${text[at]}` : text[at])).join('')
  const rest: Text = more > 0 ? [`\n另有 ${more} 处问题`, `\nand ${more} more`] : ['', '']
  return new Fail(fill(sentence, [lines(0) + rest[0], lines(1) + rest[1]]), 400, {
    // an element of its own, so that lists of faults have it too
    faults: more > 0 ? [...faults, { at: '', text: [rest[0].trim(), rest[1].trim()] }] : faults,
  })
}

/** The refusal of a file with faults. */
export const undeployable = (faults: readonly Fault[]): Fail =>
  refusal(['流程文件不能部署：{0}', 'The process file cannot be deployed: {0}'], faults)

export const refuse = (faults: readonly Fault[]): void => {
  if (faults.length) throw undeployable(faults)
}

/** The fault of one of several files, with its name. */
export const faultIn = (name: string, error: unknown): unknown =>
  error instanceof Fail
    ? new Fail(fill(['文件“{0}”：{1}', 'The file “{0}”: {1}'], name, error.text), error.code, error.detail)
    : error
