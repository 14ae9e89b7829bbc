import { describe, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { Failure } from '#web/base/api/caller.ts'
import { refreshMsOf } from './run-refresh.ts'

const row = (status: number, trigger = 'plan') => ({ id: '1', status, trigger })
const over = [row(runStatus.done), row(runStatus.failed), row(runStatus.stopped)]

describe('the list of runs is read again', () => {
  test.each([
    ['often while a run goes on', { rows: [...over, row(runStatus.running)] }, 3_000],
    ['often while a run waits, on a later page too', { rows: [row(runStatus.waiting)], current: 2 }, 3_000],
    ['seldom if the runs that go on never end', { rows: [row(runStatus.running, 'repeat')] }, 10_000],
    ['seldom if all are over: new ones begin at any time', { rows: over }, 10_000],
    ['seldom if there are none', { rows: [] }, 10_000],
    ['seldom while the server is not reached', { rows: over, error: new Failure('', 0) }, 10_000],
    ['never on a later page of runs that are over', { rows: over, current: 2 }, null],
    ['never after a refusal', { rows: over, error: new Failure('', 403) }, null],
    ['not before the first answer', { rows: undefined }, null],
  ])('%s', (_, source, ms) => {
    expect(refreshMsOf({ error: null, current: 1, ...source })).toBe(ms)
  })
})
