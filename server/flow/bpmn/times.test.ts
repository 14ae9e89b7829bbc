import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { wireTime } from '../../base/process/clock.ts'
import { dueMomentOf, expiryOf, parseTime, parseTimer } from './times.ts'

const now = new Date('2026-01-31T10:00:00+08:00')
const messageOf = (work: () => unknown) => {
  try {
    return `no refusal: ${String(work())}`
  } catch (error) {
    if (error instanceof Fail) return error.text[0]
    throw error
  }
}

describe('when a timer expires that begins on 31 January 2026 at 10:00', () => {
  const cases: readonly (readonly [text: string, expiry: string])[] = [
    ['P3D', '2026-02-03 10:00:00'],
    ['PT4H', '2026-01-31 14:00:00'],
    ['P1M', '2026-02-28 10:00:00'],
    ['P1Y2M3W4DT5H6M7S', '2027-04-25 15:06:07'],
    ['P10Y', '2036-01-31 10:00:00'],
    ['2026-12-31', '2026-12-31 00:00:00'],
    ['2026-12-31T18:30', '2026-12-31 18:30:00'],
    ['2026-12-31 18:30:05', '2026-12-31 18:30:05'],
    ['2026-12-31T18:30:00.25', '2026-12-31 18:30:00'],
    ['2026-12-31T18:30:00Z', '2027-01-01 02:30:00'],
    ['2026-12-31T18:30:00-0530', '2027-01-01 08:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['  P1D ', '2026-02-01 10:00:00'],
  ]
  for (const [text, expiry] of cases)
    test(`${text}: ${expiry} in Shanghai, whatever the zone of the machine`, () => {
      expect(wireTime(expiryOf(parseTime(text), now))).toBe(expiry)
    })
})

test('a task that is due on a date can be handled all day', () => {
  expect(wireTime(dueMomentOf(parseTime('2026-12-31'), now))).toBe('2026-12-31 23:59:59')
  expect(wireTime(dueMomentOf(parseTime('2026-12-31T12:00'), now))).toBe('2026-12-31 12:00:00')
  expect(wireTime(dueMomentOf(parseTime('P1D'), now))).toBe('2026-02-01 10:00:00')
})

describe('what is no time', () => {
  const cases: readonly (readonly [text: string, reason: string])[] = [
    ['2026-02-30', '没有这一天或这个时刻'],
    ['2026-13-01', '没有这一天或这个时刻'],
    ['2026-12-31T24:00', '没有这一天或这个时刻'],
    ['2026-12-31T12:00+15:00', '没有这一天或这个时刻'],
    ['1999-12-31', '年份应在 2000 到 2099 之间'],
    ['2100-01-01', '年份应在 2000 到 2099 之间'],
    ['P9999999Y', '时长不能超过 10 年'],
    ['P3651D', '时长不能超过 10 年'],
    ['R3/PT1H', '不能重复'],
    ['P1D1Y', '应为 ISO 8601'],
    ['P', '应为 ISO 8601'],
    ['PT', '应为 ISO 8601'],
    ['P1DT', '应为 ISO 8601'],
    ['P-1D', '应为 ISO 8601'],
    ['P1.5D', '应为 ISO 8601'],
    ['3 days', '应为 ISO 8601'],
    ['31/12/2026', '应为 ISO 8601'],
    ['2026-1-5', '应为 ISO 8601'],
    ['', '应为 ISO 8601'],
  ]
  for (const [text, reason] of cases)
    test(`“${text}”: ${reason}`, () => {
      expect(messageOf(() => parseTime(text))).toContain(`时间“${text}”有误：${reason}`)
    })

  test('a timer needs the kind of time that its element names, and a minute at least', () => {
    expect(messageOf(() => parseTimer('2026-12-31', 'duration'))).toContain('应为时长')
    expect(messageOf(() => parseTimer('P3D', 'moment'))).toContain('应为日期或时间')
    expect(messageOf(() => parseTimer('PT59S', 'duration'))).toContain('不少于 1 分钟')
    expect(parseTimer('PT60S', 'duration')).toMatchObject({ seconds: 60 })
  })
})
