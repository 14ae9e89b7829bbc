import { expect, test } from 'vitest'
import type { FlowEntry, FlowStep } from './flow-process.ts'
import { inOrder } from './history-order.ts'

const step = (taskId: string, endTime: string | null) => ({ taskId, endTime }) as FlowStep
const entry = (action: FlowEntry['action'], time: string) => ({ action, time }) as FlowEntry

const namesOf = (steps: FlowStep[], entries: FlowEntry[]) =>
  inOrder(steps, entries).map((one) => ('action' in one ? one.action : one.taskId))

test('what was done meanwhile stands before what ended later and what still runs', () => {
  const steps = [step('start', '09:00'), step('approve', '12:00'), step('boss', null)]
  expect(namesOf(steps, [entry('reassign', '10:00'), entry('suspend', '13:00'), entry('resume', '14:00')])).toEqual([
    'start',
    'reassign',
    'approve',
    'suspend',
    'resume',
    'boss',
  ])
})

test('the end of an instance stands after the tasks that it ends', () => {
  expect(namesOf([step('approve', '12:00')], [entry('end', '12:00')])).toEqual(['approve', 'end'])
})
