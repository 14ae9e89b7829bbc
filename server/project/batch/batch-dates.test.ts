import { expect, test } from 'vitest'
import { dateFaults } from './batch-dates.ts'

const day = (n: number) => `2026-05-${String(n).padStart(2, '0')} 18:00:00`

test('the dates of a batch follow each other: city, province, closing, decision', () => {
  const dates = { cityDeadline: day(1), provinceDeadline: day(2), closeAt: day(2), decisionDeadline: day(9) }
  expect(dateFaults(dates)).toEqual([])
  expect(dateFaults({ ...dates, closeAt: day(1) })).toEqual([
    { at: 'closeAt', text: ['批次截止不能早于省级审核截止', 'Closes must not be before: Province deadline'] },
  ])
})

test('a date is compared with the last one before it that has a value', () => {
  expect(dateFaults({ cityDeadline: day(5), provinceDeadline: null, closeAt: day(4) }).map(({ at }) => at)).toEqual([
    'closeAt',
  ])
  expect(dateFaults({ closeAt: null, decisionDeadline: null })).toEqual([])
})
