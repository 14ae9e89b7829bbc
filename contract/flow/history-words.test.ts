import { expect, test } from 'vitest'
import type { FlowStep } from './flow-process.ts'
import { stepName, undecidedState } from './history-words.ts'

const step = (more: Partial<FlowStep>) => ({ endTime: null, endReason: null, ...more }) as FlowStep

test('a step that nobody has decided is open, in progress, or ended with its process', () => {
  expect(undecidedState(step({ isClaimed: false }))).toBe('open')
  expect(undecidedState(step({ isClaimed: true }))).toBe('running')
  expect(undecidedState(step({ endTime: '2026-01-01 00:00:00', endReason: 'ended' }))).toBe('ended')
  expect(undecidedState(step({ endTime: '2026-01-01 00:00:00', endReason: 'completed' }))).toBeNull()
})

test('a step without a name is called by what it is', () => {
  const nameless = { historyActivityName: '', historyActivityId: 'e1' }
  expect(stepName(step({ ...nameless, historyActivityType: 'startEvent' }))).toEqual(['发起', 'Started'])
  expect(stepName(step({ ...nameless, historyActivityType: 'endEvent' }))).toEqual(['结束', 'Ended'])
  expect(stepName(step({ ...nameless, historyActivityType: 'userTask' }))).toEqual(['e1', 'e1'])
  expect(stepName(step({ historyActivityName: '审批' }))).toEqual(['审批', '审批'])
})
