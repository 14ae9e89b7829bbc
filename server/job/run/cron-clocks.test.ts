import { describe, expect, test } from 'vitest'
import { nextTimes } from './cron.ts'
import { zonedTimes } from './zoned-time.ts'

const inUtc = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(0, 16))

describe('where the clock changes', () => {
  const newYork = 'America/New_York'
  const berlin = 'Europe/Berlin'
  const lordHowe = 'Australia/Lord_Howe'

  /** The clock in New York and Berlin moves by an hour, in Lord Howe by half of one; times in UTC. */
  const cases: readonly (readonly [
    rule: string,
    zone: string,
    expression: string,
    start: string,
    ...times: string[],
  ])[] = [
    [
      'skips a fixed time, it runs at the next valid moment',
      newYork,
      '0 30 2 * * ?',
      '2027-03-14T00:00',
      '2027-03-14T07:00',
      '2027-03-15T06:30',
    ],
    [
      'skips a fixed time, it runs at the next valid moment',
      berlin,
      '0 15 2 * * ?',
      '2027-03-28T00:00',
      '2027-03-28T01:00',
      '2027-03-29T00:15',
    ],
    [
      'skips a fixed time, it runs at the next valid moment',
      lordHowe,
      '0 15 2 * * ?',
      '2027-10-02T15:00',
      '2027-10-02T15:30',
      '2027-10-03T15:15',
    ],
    [
      'skips one of several fixed times, it runs at the next valid moment',
      newYork,
      '0 30 2,14 * * ?',
      '2027-03-14T00:00',
      '2027-03-14T07:00',
      '2027-03-14T18:30',
    ],
    [
      'skips two fixed times, they run once',
      newYork,
      '0 10,40 2 * * ?',
      '2027-03-14T00:00',
      '2027-03-14T07:00',
      '2027-03-15T06:10',
    ],
    [
      'repeats a fixed time, the first counts',
      newYork,
      '0 30 1 * * ?',
      '2027-11-07T00:00',
      '2027-11-07T05:30',
      '2027-11-08T06:30',
    ],
    [
      'repeats a fixed time, the first counts',
      berlin,
      '0 30 2 * * ?',
      '2027-10-30T12:00',
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ],
    [
      'repeats a fixed time, the first counts',
      lordHowe,
      '0 45 1 * * ?',
      '2027-04-03T12:00',
      '2027-04-03T14:45',
      '2027-04-04T15:15',
    ],
    [
      'repeats one of several fixed times, the first counts',
      newYork,
      '0 30 1,13 * * ?',
      '2027-11-07T00:00',
      '2027-11-07T05:30',
      '2027-11-07T18:30',
    ],
    [
      'repeats an hour, a rhythm goes on',
      newYork,
      '0 0/30 * * * ?',
      '2027-11-07T05:00',
      '2027-11-07T05:30',
      '2027-11-07T06:00',
      '2027-11-07T06:30',
      '2027-11-07T07:00',
    ],
    [
      'repeats an hour, a rhythm goes on',
      berlin,
      '0 0 * * * ?',
      '2027-10-30T23:30',
      '2027-10-31T00:00',
      '2027-10-31T01:00',
      '2027-10-31T02:00',
    ],
    [
      'repeats half an hour, a rhythm goes on',
      lordHowe,
      '0 0/30 * * * ?',
      '2027-04-03T14:00',
      '2027-04-03T14:30',
      '2027-04-03T15:00',
      '2027-04-03T15:30',
    ],
    [
      'skips an hour, a rhythm goes on',
      newYork,
      '0 0/30 * * * ?',
      '2027-03-14T06:00',
      '2027-03-14T06:30',
      '2027-03-14T07:00',
      '2027-03-14T07:30',
    ],
    [
      'skips half an hour, a rhythm goes on',
      lordHowe,
      '0 0/30 * * * ?',
      '2027-10-02T14:30',
      '2027-10-02T15:00',
      '2027-10-02T15:30',
      '2027-10-02T16:00',
    ],
    [
      'skips the hour of a rhythm, it pauses for a day',
      newYork,
      '0 0/30 2 * * ?',
      '2027-03-14T00:00',
      '2027-03-15T06:00',
    ],
  ]
  test.each(cases)('if it %s: %s %s', (_, place, expression, start, ...times) => {
    const next = nextTimes(expression, { zone: place, from: new Date(`${start}Z`), count: times.length })
    expect(inUtc(next)).toEqual(times)
  })
})

describe('the time by the clock of a zone', () => {
  const offsets: readonly (readonly [zone: string, moment: string, at: string, offset: string | null])[] = [
    ['America/New_York', '2027-03-14T07:00', '2027-03-14 03:00:00', '-04:00'],
    ['America/New_York', '2027-03-14T06:59', '2027-03-14 01:59:00', '-05:00'],
    ['America/New_York', '2027-11-07T05:30', '2027-11-07 01:30:00', '-04:00'],
    ['America/New_York', '2027-11-07T06:30', '2027-11-07 01:30:00', '-05:00'],
    ['America/New_York', '2027-03-15T06:30', '2027-03-15 02:30:00', null],
    ['Europe/Berlin', '2027-03-28T01:00', '2027-03-28 03:00:00', '+02:00'],
    ['Europe/Berlin', '2027-10-31T00:30', '2027-10-31 02:30:00', '+02:00'],
    ['Europe/Berlin', '2027-10-31T01:30', '2027-10-31 02:30:00', '+01:00'],
    ['Europe/Berlin', '2027-07-01T01:00', '2027-07-01 03:00:00', null],
    ['Australia/Lord_Howe', '2027-10-02T15:30', '2027-10-03 02:30:00', '+11:00'],
    ['Australia/Lord_Howe', '2027-04-03T14:45', '2027-04-04 01:45:00', '+11:00'],
    ['Australia/Lord_Howe', '2027-04-03T15:15', '2027-04-04 01:45:00', '+10:30'],
    ['Europe/London', '2027-03-28T00:59', '2027-03-28 00:59:00', '+00:00'],
    ['Asia/Shanghai', '2027-03-28T01:00', '2027-03-28 09:00:00', null],
  ]
  test.each(offsets)('of %s at %sZ is %s, with the offset %s', (zone, moment, at, offset) => {
    expect(zonedTimes(zone, [new Date(`${moment}Z`)])).toEqual([{ at, offset }])
  })
})
