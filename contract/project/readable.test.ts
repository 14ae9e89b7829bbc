import { expect, test } from 'vitest'
import { parts } from './parts.ts'
import { readableParts } from './readable.ts'

test('a caller who reads everything has all parts', () => {
  expect(readableParts('all')).toBe(parts)
})

test('a caller who reads some places has their parts with their fields only', () => {
  const shown = readableParts(['facilities.network', 'information.city', 'contact']).map(
    ({ code, fields }) => [code, Object.keys(fields)] as const,
  )
  expect(shown.map(([code]) => code)).toEqual(['information', 'contact', 'facilities'])
  expect(Object.fromEntries(shown)).toMatchObject({ information: ['city'], facilities: ['network'] })
  expect(readableParts(['facilities.network.operator'])[0]?.fields).toHaveProperty('network')
})
