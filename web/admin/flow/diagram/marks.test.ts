import { expect, test } from 'vitest'
import type { FlowStep } from '#contract/flow/flow-process.ts'
import { marksOf } from './marks.ts'

const step = (id: string, type: FlowStep['historyActivityType'], endTime: string | null): FlowStep => ({
  historyActivityId: id,
  historyActivityName: id,
  historyActivityType: type,
  createTime: '2026-03-02 09:00:00',
  endTime,
  historyActivityDurationTime: null,
  assignee: null,
  assigneeName: null,
  comment: null,
  flag: null,
  endReason: null,
  taskId: null,
})
const done = '2026-03-02 10:00:00'

test('what has ended, what runs and which flows were taken have different marks; candidates have none', () => {
  const flow = [
    step('start', 'startEvent', done),
    step('flow1', 'sequenceFlow', done),
    step('approve', 'userTask', null),
    step('boss', 'candidate', null),
  ]
  expect(Object.fromEntries(marksOf(flow))).toEqual({
    start: 'node-success',
    flow1: 'line-warning',
    approve: 'node-primary',
  })
})

test('an element that ran several times has its last state', () => {
  const rounds = [step('apply', 'userTask', done), step('approve', 'userTask', done), step('apply', 'userTask', null)]
  expect(Object.fromEntries(marksOf(rounds))).toEqual({ apply: 'node-primary', approve: 'node-success' })
})

test('a task that ended with its instance is neither done nor running', () => {
  expect([...marksOf([{ ...step('approve', 'userTask', done), endReason: 'ended' }])]).toEqual([
    ['approve', 'node-ended'],
  ])
})

test('a task without an end time that a later candidate entry repeats has no mark', () => {
  expect(marksOf([step('approve', 'userTask', null), step('approve', 'candidate', null)]).size).toBe(0)
})
