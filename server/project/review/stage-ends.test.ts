import { describe, expect, test } from 'vitest'
import { calendarOf, daysIn } from '../../system/reference/working-days.ts'
import { endsOfStage, type Limits } from './stage-ends.ts'

/** Monday 28 September 2026 before the holidays of October, which Saturday the 10th makes up for. */
const days = calendarOf([daysIn('2026-10-01,2026-10-07')], [daysIn('2026-10-10')])
const ends = (stage: Parameters<typeof endsOfStage>[0], limits: Limits = {}) =>
  endsOfStage(stage, { limits, now: '2026-09-28 10:00:00', days })

describe('the end of a stage that begins', () => {
  test.each([
    [10, { cityDeadline: '2026-11-27 18:00:00' }, '2026-11-27 18:00:00'],
    [20, { cityDeadline: '2026-11-27 18:00:00', provinceDeadline: '2026-12-20 18:00:00' }, '2026-11-27 18:00:00'],
    [30, { cityDeadline: '2026-11-27 18:00:00', provinceDeadline: '2026-12-20 18:00:00' }, '2026-12-20 18:00:00'],
    // two working days before the holidays, three after them
    [10, { cityDeadline: '2026-09-01 18:00:00' }, '2026-10-10 23:59:59'],
    [30, { provinceDeadline: '2026-10-10 18:00:00' }, '2026-10-10 23:59:59'],
    [10, {}, null],
    [60, { cityDeadline: '2026-11-27 18:00:00', noticeDays: 5 }, null],
    [0, { cityDeadline: '2026-11-27 18:00:00' }, null],
  ] as const)('%i, with %j, is %s', (stage, limits, stageUntil) => {
    expect(ends(stage, limits)).toEqual({ stageUntil, scoreUntil: null, noticeUntil: null })
  })

  test('of the public notice comes after its days, which are those of the calendar', () => {
    expect(ends(50, { noticeDays: 5 })).toEqual({
      stageUntil: null,
      scoreUntil: null,
      noticeUntil: '2026-10-03 10:00:00',
    })
    expect(ends(50, { noticeDays: 0 }).noticeUntil).toBe('2026-09-28 10:00:00')
  })

  test('of the expert review comes some working days after the end of its scores', () => {
    expect(ends(40, { expertDays: 5, decisionDays: 3 })).toMatchObject({
      scoreUntil: '2026-10-10 23:59:59',
      stageUntil: '2026-10-14 23:59:59',
    })
    // as many as a template has that says nothing
    expect(ends(40)).toMatchObject({ scoreUntil: '2026-10-23 23:59:59', stageUntil: '2026-10-30 23:59:59' })
  })
})
