import type { FlowEntry, FlowStep } from './flow-process.ts'

/** The steps in their order, and between them what else was done, before what ended later or still runs. */
export const inOrder = (
  steps: readonly FlowStep[],
  entries: readonly FlowEntry[],
): readonly (FlowStep | FlowEntry)[] => {
  const result: (FlowStep | FlowEntry)[] = []
  const waiting = [...entries]
  for (const step of steps) {
    while (waiting[0] && (step.endTime === null || waiting[0].time < step.endTime))
      result.push(waiting.shift() as FlowEntry)
    result.push(step)
  }
  return [...result, ...waiting]
}
