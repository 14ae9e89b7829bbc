import type { FlowStep } from '#contract/flow/flow-process.ts'

/** Class of an element in the diagram: done, running, ended without a decision, or a sequence flow that was taken. */
export type Mark = 'node-success' | 'node-primary' | 'node-ended' | 'line-warning'

const markOf = ({ historyActivityType, endTime, endReason }: FlowStep): Mark | null => {
  if (historyActivityType === 'candidate') return null
  if (historyActivityType === 'sequenceFlow') return 'line-warning'
  if (endReason === 'ended') return 'node-ended'
  return endTime ? 'node-success' : 'node-primary'
}

/** The marks of a diagram by element (specification 000, section 4). An element that ran several times has its last state. */
export const marksOf = (flow: readonly FlowStep[]): ReadonlyMap<string, Mark> => {
  const lastSteps = new Map(flow.map((step) => [step.historyActivityId, step]))
  return new Map([...lastSteps].flatMap(([id, step]) => (markOf(step) ? [[id, markOf(step) as Mark] as const] : [])))
}
