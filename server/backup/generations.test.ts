import { expect, test } from 'vitest'
import { backupName, backupsToKeep } from './generations.ts'

const day = (date: string, time = '02:30:00') => backupName(`${date} ${time}`)

/** The names of one backup a day, up to the given one. */
const daily = (last: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    day(new Date(Date.parse(`${last}T00:00:00Z`) - i * 86_400_000).toISOString().slice(0, 10)),
  )
const datesOf = (kept: Set<string>) => [...kept].map((name) => name.slice(9, 17)).sort()

test('seven days, four weeks and six months are kept, the last backup of each', () => {
  // the 28th of November 2026 is a Saturday
  const kept = backupsToKeep(daily('2026-11-28', 300), { daily: 7, weekly: 4, monthly: 6 })
  const days = ['20261122', '20261123', '20261124', '20261125', '20261126', '20261127', '20261128']
  const weeks = ['20261108', '20261115', '20261122']
  const months = ['20260630', '20260731', '20260831', '20260930', '20261031']
  expect(datesOf(kept)).toEqual([...new Set([...months, ...weeks, ...days])].sort())
})

test('of one day the last backup is kept, and days without one do not count', () => {
  const names = [day('2026-11-28'), day('2026-11-28', '09:00:00'), day('2026-03-01'), day('2025-12-31')]
  expect(datesOf(backupsToKeep(names, { daily: 2, weekly: 0, monthly: 0 }))).toEqual(['20260301', '20261128'])
  expect(backupsToKeep(names, { daily: 1, weekly: 0, monthly: 0 })).toEqual(new Set([day('2026-11-28', '09:00:00')]))
})

test('other files are never named', () => {
  expect(backupsToKeep(['notes.txt', `${day('2026-11-28')}.part`], { daily: 7, weekly: 4, monthly: 6 }).size).toBe(0)
})
