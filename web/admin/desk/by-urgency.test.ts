import { expect, test } from 'vitest'
import type { MatterTask, WaitingMatter } from '#contract/project/matter.ts'
import { byUrgency } from './by-urgency.ts'

const declared = (id: string, deadline: string | null, since: string | null) =>
  ({ id, deadline, since }) as WaitingMatter
const task = (taskId: string, dueTime: string | null, createTime: string) =>
  ({ taskId, dueTime, createTime }) as MatterTask

const idsOf = (records: WaitingMatter[], tasks: MatterTask[], limit = 8) =>
  byUrgency({ records, tasks: { records: tasks, total: tasks.length, claimable: 0, consulted: 0 } }, limit).map(
    (entry) => (entry.kind === 'task' ? entry.of.taskId : entry.of.id),
  )

test('declarations and tasks are one list by deadline, without one as if due after a week', () => {
  const records = [
    declared('late', '2026-03-01 10:00:00', '2026-02-01 10:00:00'),
    declared('hidden', null, null),
    declared('waiting', null, '2026-03-01 10:00:00'),
  ]
  const tasks = [
    task('old', null, '2026-02-24 10:00:00'),
    task('near', '2026-03-07 10:00:00', '2026-03-01 10:00:00'),
    task('far', '2026-04-01 10:00:00', '2026-03-01 10:00:00'),
  ]
  expect(idsOf(records, tasks)).toEqual(['late', 'old', 'near', 'waiting', 'far', 'hidden'])
  expect(idsOf(records, tasks, 2)).toEqual(['late', 'old'])
})

test('declarations whose dates are hidden keep their order', () => {
  expect(idsOf([declared('first', null, null), declared('second', null, null)], [])).toEqual(['first', 'second'])
})
