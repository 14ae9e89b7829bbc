import { describe, expect, test } from 'vitest'
import { readInstance } from './remote-instance.ts'

/** An instance as fetchInstanceInfo answers it. */
const answer = (more: object = {}) => ({
  ...{ jobId: 7, appId: 1, instanceId: '488457356049383680', wfInstanceId: null, type: 1, status: 5, result: 'ok' },
  ...{ expectedTriggerTime: 1_893_427_200_000, actualTriggerTime: 1_893_427_200_500, finishedTime: 1_893_427_260_000 },
  ...{ taskTrackerAddress: '10.1.2.3:27777', runningTimes: 2, ...more },
})

describe('an instance of another scheduler', () => {
  test('has a status, a result, a worker, its attempts and its times', () => {
    expect(readInstance(answer())).toEqual({
      status: 5,
      result: 'ok',
      worker: '10.1.2.3:27777',
      attempt: 2,
      startedAt: '2030-01-01 00:00:00',
      endedAt: '2030-01-01 00:01:00',
    })
  })

  test.each([1, 2, 3, 4, 5, 9, 10])('may have the status %i', (status) => {
    expect(readInstance(answer({ status })).status).toBe(status)
  })

  test.each([0, 6, 99, '5', null, undefined])('has no other status: %j', (status) => {
    expect(() => readInstance(answer({ status }))).toThrow('The state that the job server returned is not known')
  })

  test.each([null, undefined, 'x', 7, []])('is not what has no status: %j', (data) => {
    expect(() => readInstance(data)).toThrow('not known')
  })

  test.each([
    ['finishedTime', 0, 'endedAt'],
    ['finishedTime', null, 'endedAt'],
    ['actualTriggerTime', -1, 'startedAt'],
    ['actualTriggerTime', 'soon', 'startedAt'],
    ['actualTriggerTime', 1e300, 'startedAt'],
    ['taskTrackerAddress', '', 'worker'],
    ['result', null, 'result'],
    ['runningTimes', 'many', 'attempt'],
  ] as const)('whose %s is %j has no %s', (name, value, field) => {
    expect(readInstance(answer({ [name]: value }))[field]).toBeNull()
  })

  test('keeps 8,192 characters of a result', () => {
    expect(readInstance(answer({ result: 'x'.repeat(10_000) })).result).toHaveLength(8192)
  })
})
