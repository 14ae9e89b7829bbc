import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDay, readMoment, showMoment } from './day.ts'
import { faultOfRange, readBound, readRange } from './day-range.ts'
import { addDays, nowInShanghai, shortcutsOn, todayInShanghai } from './shanghai-days.ts'

const days = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

describe('today is the day in Shanghai', () => {
  test.each([
    ['2026-11-23T15:59:59Z', '2026-11-23', '2026-11-23 23:59:00'],
    ['2026-11-23T16:00:00Z', '2026-11-24', '2026-11-24 00:00:00'],
    ['2026-12-31T20:15:30Z', '2027-01-01', '2027-01-01 04:15:00'],
  ])('at %s', (at, today, now) => {
    expect(todayInShanghai(Date.parse(at))).toBe(today)
    expect(nowInShanghai(Date.parse(at))).toBe(now)
  })
})

describe('a typed day', () => {
  test.each([
    '2026-11-24',
    ' 2026/11/24 ',
    '20261124',
    '2026.11.24',
    '2026年11月24日',
    '2026 年 11 月 24 日'.replace(' 日', '日'),
    '２０２６－１１－２４',
    '２０２６／１１／２４',
  ])('%s is understood', (text) => {
    expect(readDay(text)).toBe('2026-11-24')
  })

  test('needs no zeros before one digit', () => {
    expect(readDay('2026-1-5')).toBe('2026-01-05')
  })

  test.each([
    '',
    '2026',
    '2026-11',
    '202611',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '1899-12-31',
    '2101-01-01',
    'x',
  ])('%j is none', (text) => expect(readDay(text)).toBeNull())

  test('every day is read from what is shown, with every separator', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('-', '/', '.', ''), (day, separator) => {
        expect(readDay(day.replaceAll('-', separator))).toBe(day)
      }),
    )
  })
})

describe('a typed moment', () => {
  test.each([
    ['2026-11-24 09:30', '2026-11-24 09:30:00'],
    ['2026-11-24 9:30', '2026-11-24 09:30:00'],
    ['2026/11/24 09:30:15', '2026-11-24 09:30:15'],
    ['2026-11-24T09:30', '2026-11-24 09:30:00'],
    ['202611240930', '2026-11-24 09:30:00'],
    ['20261124 0930', '2026-11-24 09:30:00'],
    ['20261124093015', '2026-11-24 09:30:15'],
    ['2026年11月24日 9时30分', '2026-11-24 09:30:00'],
    ['2026年11月24日9点30分', '2026-11-24 09:30:00'],
    ['２０２６－１１－２４　０９：３０', '2026-11-24 09:30:00'],
    ['2026-11-24', '2026-11-24 00:00:00'],
  ])('%s is understood', (text, moment) => {
    expect(readMoment(text)).toBe(moment)
  })

  test.each(['', '09:30', '2026-11-24 9', '2026-11-24 24:00', '2026-11-24 09:60', '2026-11-31 09:30', '2026-11-24x'])(
    '%j is none',
    (text) => expect(readMoment(text)).toBeNull(),
  )

  test('is shown with its seconds only if it has some, and read back unchanged', () => {
    expect(showMoment('2026-11-24 09:30:00')).toBe('2026-11-24 09:30')
    expect(showMoment('2026-11-24 00:00:59')).toBe('2026-11-24 00:00:59')
    const two = fc.integer({ min: 0, max: 59 }).map((n) => String(n).padStart(2, '0'))
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), two, two, (day, hour, minute, second) => {
        const moment = `${day} ${String(hour).padStart(2, '0')}:${minute}:${second}`
        expect(readMoment(showMoment(moment))).toBe(moment)
      }),
    )
  })
})

describe('a range', () => {
  test('can be pasted at once', () => {
    const range = { from: '2026-11-01', to: '2026-11-24' }
    for (const text of [
      '2026-11-01 至 2026-11-24',
      '2026/11/1~2026/11/24',
      '20261101 to 20261124',
      '2026-11-01–2026-11-24',
    ])
      expect(readRange(text)).toEqual(range)
    for (const text of ['2026-11-01', '2026-11-01 至', '2026-11-01 至 2026-11-02 至 2026-11-03'])
      expect(readRange(text)).toBeNull()
  })

  test('is wrong with a bound that is no day, or with its end before its start', () => {
    expect(faultOfRange('2026-11-01', '2026-11-24')).toBeNull()
    expect(faultOfRange('2026-11-24', '2026-11-24')).toBeNull()
    expect(faultOfRange('2026-11-01', null)).toBeNull()
    expect(faultOfRange(null, '2026-11-24')).toBeNull()
    expect(faultOfRange('2026-11-24', '2026-11-01')).toBe('order')
    expect(faultOfRange('2026-11', '2026-11-24')).toBe('day')
  })

  test('keeps a moment of a link', () => {
    expect(readBound('2026-11-24 08:00:00')).toBe('2026-11-24 08:00:00')
    expect(readBound('2026/11/24')).toBe('2026-11-24')
    expect(readBound('2026-11-24 08')).toBeNull()
  })

  test.each([
    ['2026-11-24', '2026-11-18', ['2026-11-01', '2026-11-30']],
    ['2026-12-31', '2026-12-25', ['2026-12-01', '2026-12-31']],
    ['2024-02-29', '2024-02-23', ['2024-02-01', '2024-02-29']],
    ['2026-03-02', '2026-02-24', ['2026-03-01', '2026-03-31']],
  ])('of the shortcuts on %s', (today, weekStart, [from, to]) => {
    expect(shortcutsOn(today)).toEqual({
      today: { from: today, to: today },
      week: { from: weekStart, to: today },
      month: { from, to },
      year: { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
    })
  })

  test('of days is counted across months and leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
})
