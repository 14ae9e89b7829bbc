import { describe, expect, test } from 'vitest'
import { reminderObstacle } from './reminder-rule.ts'
import { calendarOf } from './working-days.ts'

const days = calendarOf([['2026-10-01', '2026-10-02']], [])
/** A Monday, and the Friday eleven days later. */
const wait = { since: '2026-11-02 10:00:00', until: '2026-11-13 18:00:00', last: null }
const at = (now: string, more: object = {}) => reminderObstacle({ ...wait, now, ...more }, days)?.[0] ?? null

describe('whoever waits can remind the office', () => {
  test('when half of its time is over, not before', () => {
    expect(at('2026-11-08 01:59:59')).toBe('办理时限过半后可催办（2026-11-08 02:00 起）')
    expect(at('2026-11-08 02:00:00')).toBeNull()
    expect(at('2026-12-31 00:00:00')).toBeNull()
  })

  test('after five working days where the stage has no deadline', () => {
    const none = { until: null }
    expect(at('2026-11-08 23:59:59', none)).toBe('本环节未设办理时限，2026-11-09 起可催办')
    expect(at('2026-11-09 00:00:00', none)).toBeNull()
  })

  test('once per working day', () => {
    const friday = { last: '2026-11-13 09:00:00' }
    expect(at('2026-11-13 17:00:00', friday)).toBe('每个工作日可催办一次，2026-11-16 起可再次催办')
    expect(at('2026-11-15 12:00:00', friday)).toBe('每个工作日可催办一次，2026-11-16 起可再次催办')
    expect(at('2026-11-16 00:00:01', friday)).toBeNull()
    const holiday = { since: '2026-09-01 10:00:00', until: '2026-09-10 10:00:00', last: '2026-09-30 09:00:00' }
    expect(at('2026-10-02 09:00:00', holiday)).toContain('2026-10-05 起')
  })
})
