import { type BpmnElement, elementsIn } from './bpmn-element.ts'

type Elements = Readonly<Record<string, BpmnElement>>

/** A flow without an id gets one: the engine and the drawing know it by that. */
const nameFlows = (flows: readonly BpmnElement[], elements: Elements): number => {
  const nameless = flows.filter(({ id }) => id === undefined)
  let n = 0
  for (const flow of nameless) {
    do n++
    while (elements[`flow_${n}`])
    flow.set('id', `flow_${n}`)
  }
  return nameless.length
}

/** The standard names the variable of a member in an element of its own. */
const readInputItem = (loop: BpmnElement): number => {
  const item = loop.inputDataItem as BpmnElement | undefined
  if (!item?.name) return 0
  loop.set('flowable:elementVariable', loop.get('flowable:elementVariable') ?? item.name)
  loop.set('inputDataItem', undefined)
  return 1
}

/** An editor that clears a condition may leave it empty. */
const dropEmptyCondition = (flow: BpmnElement): number => {
  const condition = flow.conditionExpression as BpmnElement | undefined
  if (!condition || String(condition.body ?? '').trim() !== '') return 0
  flow.set('conditionExpression', undefined)
  return 1
}

/**
 * Says in the tree of a process what its author has said in another way of the standard. Answers how much was changed; `elements` are
 * those of the file by id.
 */
export const correct = (process: BpmnElement, elements: Elements): number => {
  const all = elementsIn(process)
  const flows = all.filter(({ $type }) => $type === 'bpmn:SequenceFlow')
  const loops = all.filter(({ $type }) => $type === 'bpmn:MultiInstanceLoopCharacteristics')
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return nameFlows(flows, elements) + sum(loops.map(readInputItem)) + sum(flows.map(dropEmptyCondition))
}
