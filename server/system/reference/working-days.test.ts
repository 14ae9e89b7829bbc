import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf, daysIn, missingYears, workdayAfter, workdaysUntil, workingDays } from './working-days.ts'

/** The national day of 2026 with the weekends on which people work instead. */
const calendar = calendarOf([daysIn('2026-10-01,2026-10-07')], [['2026-09-20'], ['2026-10-10']])
const none = calendarOf([], [])

describe('the working days of a period', () => {
  test.each([
    // 2 November 2026 is a Monday
    ['one whole day', '2026-11-02 09:00:00', '2026-11-02 18:00:00', 1],
    ['a morning', '2026-11-02 09:00:00', '2026-11-02 12:00:00', 0.5],
    ['an afternoon', '2026-11-02 12:00:00', '2026-11-02 18:00:00', 0.5],
    ['a minute after noon begins the afternoon', '2026-11-02 09:00:00', '2026-11-02 12:00:01', 1],
    ['the last minute before noon is morning', '2026-11-02 11:59:59', '2026-11-02 18:00:00', 1],
    ['an hour of a morning counts as a half', '2026-11-02 10:00:00', '2026-11-02 11:00:00', 0.5],
    ['from an afternoon to a morning', '2026-11-02 13:00:00', '2026-11-03 11:00:00', 1],
    ['a week from Monday to Friday', '2026-11-02 09:00:00', '2026-11-06 18:00:00', 5],
    ['over a weekend', '2026-11-06 13:00:00', '2026-11-09 12:00:00', 1],
    ['only a weekend', '2026-11-07 09:00:00', '2026-11-08 18:00:00', 0],
    ['until midnight does not use the next day', '2026-11-02 09:00:00', '2026-11-03 00:00:00', 1],
    ['a midnight to a midnight', '2026-11-02 00:00:00', '2026-11-04 00:00:00', 2],
    ['from an afternoon until midnight', '2026-11-02 14:00:00', '2026-11-03 00:00:00', 0.5],
    ['a second after midnight uses a morning', '2026-11-02 09:00:00', '2026-11-03 00:00:01', 1.5],
    ['from a Friday until the midnight of Saturday', '2026-11-06 09:00:00', '2026-11-07 00:00:00', 1],
    ['over the turn of the year', '2026-12-31 13:00:00', '2027-01-01 12:00:00', 1],
    ['over 29 February', '2028-02-28 09:00:00', '2028-03-01 18:00:00', 3],
    ['an end before the start', '2026-11-03 09:00:00', '2026-11-02 18:00:00', 0],
  ])('%s', (_name, start, end, days) => {
    expect(workingDays(start, end, none)).toBe(days)
  })

  test.each([
    ['a holiday counts nothing', '2026-10-01 09:00:00', '2026-10-07 18:00:00', 0],
    ['the days around a holiday count', '2026-09-30 09:00:00', '2026-10-08 18:00:00', 2],
    ['a Saturday on which people work counts', '2026-10-10 09:00:00', '2026-10-10 12:00:00', 0.5],
    ['the Sunday after it does not', '2026-10-10 13:00:00', '2026-10-11 18:00:00', 0.5],
    ['a Sunday on which people work counts', '2026-09-19 09:00:00', '2026-09-20 18:00:00', 1],
  ])('%s', (_name, start, end, days) => {
    expect(workingDays(start, end, calendar)).toBe(days)
  })

  test('a day in both lists is a working day', () => {
    const both = calendarOf([['2026-10-10']], [['2026-10-10']])
    expect(workingDays('2026-10-10 09:00:00', '2026-10-10 18:00:00', both)).toBe(1)
  })

  const hour = 3_600_000
  const origin = Date.UTC(2026, 0, 1)
  const time = (hours: number) => new Date(origin + hours * hour).toISOString().slice(0, 19).replace('T', ' ')
  const twoYears = fc.integer({ min: 0, max: 2 * 365 * 24 })

  test('two parts that meet at noon or at midnight have together the days of the whole', () => {
    const halfDays = fc.integer({ min: 0, max: 2 * 730 })
    fc.assert(
      fc.property(fc.tuple(halfDays, halfDays, halfDays), (cuts) => {
        const [start, middle, end] = cuts.toSorted((a, b) => a - b).map((half) => time(half * 12)) as [
          string,
          string,
          string,
        ]
        fc.pre(start < middle && middle < end)
        const days = (from: string, to: string) => workingDays(from, to, calendar)
        expect(days(start, middle) + days(middle, end)).toBe(days(start, end))
      }),
    )
  })

  test('a longer period never has fewer days, and none has more than its calendar days', () => {
    fc.assert(
      fc.property(
        twoYears,
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 0, max: 200 }),
        (from, length, more) => {
          const days = workingDays(time(from), time(from + length), calendar)
          expect(workingDays(time(from), time(from + length + more), calendar)).toBeGreaterThanOrEqual(days)
          expect(workingDays(time(from - more), time(from + length), calendar)).toBeGreaterThanOrEqual(days)
          expect(days).toBeLessThanOrEqual(Math.ceil(length / 12) / 2 + 0.5)
          expect(Number.isInteger(days * 2)).toBe(true)
        },
      ),
    )
  })
})

describe('a period of the dictionary', () => {
  test.each([
    ['2026-10-01,2026-10-03', ['2026-10-01', '2026-10-02', '2026-10-03']],
    ['2026-10-01, 2026-10-02', ['2026-10-01', '2026-10-02']],
    ['2026-12-31,2027-01-01', ['2026-12-31', '2027-01-01']],
    ['2026-10-01,2026-10-01', ['2026-10-01']],
    ['2028-02-28,2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['2026-10-03,2026-10-01', []],
    ['2026-10-01', ['2026-10-01']],
    ['2026-10-01至2026-10-02', ['2026-10-01', '2026-10-02']],
    ['2026-10-01，2026-10-02', ['2026-10-01', '2026-10-02']],
    ['2026-10-01,2026-10-02,2026-10-03', []],
    ['2026-02-30', []],
    ['', []],
    ['国庆节', []],
    ['2026-13-01,2026-13-02', []],
    ['2026-02-01,十月', []],
    ['2020-01-01,2026-01-01', []],
  ])('%s', (period, days) => {
    expect(daysIn(period)).toEqual(days)
  })

  test('may last a leap year, and no longer', () => {
    expect(daysIn('2028-01-01,2029-01-01')).toHaveLength(367)
    expect(daysIn('2028-01-01,2029-01-02')).toEqual([])
  })
})

describe('the last day of a time limit', () => {
  test.each([
    // 30 September 2026 is a Wednesday before the holiday
    ['the day itself does not count', '2026-11-02', 1, '2026-11-03'],
    ['over a weekend', '2026-11-06', 1, '2026-11-09'],
    ['over a holiday and a working Saturday', '2026-09-30', 3, '2026-10-10'],
    ['from a Sunday', '2026-11-08', 5, '2026-11-13'],
  ])('%s', (_name, date, count, last) => {
    expect(workdayAfter(date, count, calendar)).toBe(last)
    expect(workdaysUntil(date, last, calendar)).toBe(count)
  })

  test('is as many working days away as the limit has, whatever the day', () => {
    const dates = fc.integer({ min: 0, max: 800 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString())
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 120 }), (date, count) => {
        expect(workdaysUntil(date, workdayAfter(date, count, calendar), calendar)).toBe(count)
      }),
    )
  })

  test('has passed when no working day is left', () => {
    expect(workdaysUntil('2026-11-03', '2026-11-03', calendar)).toBe(0)
    expect(workdaysUntil('2026-11-05', '2026-11-03', calendar)).toBe(0)
  })
})

describe('the years without a calendar', () => {
  test.each([
    ['2026-10-31 09:00:00', []],
    ['2026-11-01 00:00:00', [2027]],
    ['2027-02-01 00:00:00', [2027]],
    ['2027-11-01 00:00:00', [2027, 2028]],
  ])('at %s: %j', (now, years) => {
    expect(missingYears(calendar, now)).toEqual(years)
  })

  test('a holiday that begins in the year before is none of the next', () => {
    expect(missingYears(calendarOf([daysIn('2026-12-31,2027-01-02')], []), '2027-01-05')).toEqual([2027])
  })
})
