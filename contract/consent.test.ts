import { expect, test } from 'vitest'
import { readConsents, writeConsents } from './consent.ts'

test('statements agreed to are read as they were written', () => {
  const all = [
    { code: 'privacy', version: 1 },
    { code: 'terms', version: 12 },
  ]
  expect(writeConsents(all)).toBe('privacy:1,terms:12')
  expect(readConsents(writeConsents(all))).toEqual(all)
})

test.each([
  '',
  'privacy',
  'privacy:',
  'privacy:1.5',
  'privacy:-1',
  'site:1',
  'terms:99999999999',
  ' privacy:1',
  '1:privacy',
])('%j agrees to nothing', (text) => {
  expect(readConsents(text)).toEqual([])
})

test('what cannot be read is left out', () => {
  expect(readConsents('other:1,terms:2,privacy:x')).toEqual([{ code: 'terms', version: 2 }])
})
