import { expect, test } from 'vitest'
import { periodText } from './calendar.ts'

test('the period of an entry is read as two days, as one if it ends on the same, and is empty without one', () => {
  expect(periodText('2026-10-01,2026-10-07')).toEqual(['2026-10-01 至 2026-10-07', '2026-10-01 to 2026-10-07'])
  expect(periodText('2026-01-04,2026-01-04')).toEqual(['2026-01-04', '2026-01-04'])
  expect(periodText(null)).toEqual(['', ''])
})
