import { expect, test } from 'vitest'
import { faultsOf, progressOf } from './completeness.ts'
import type { DraftPart } from './draft-values.ts'
import { partOf } from './parts.ts'
import { isUntouched } from './prefilled.ts'

const names = { commpanyName: '苏州精密', organizationCode: '91320500MA1MT1234X' }
const prefilled = { ...names, province: '320000', city: '320500', address: '工业路1号' }
const account = { contactName: '王明', contactPhone: '19900001234', email: 'wang@example.com' }

const isPartUntouched = (code: string, body: DraftPart | undefined, version: number) => {
  const part = partOf(code)
  if (!part) throw new Error(code)
  const missing = faultsOf({ [code]: body })
  const state = progressOf(code, body, missing)
  return isUntouched({ parts: [{ code, state, version, savedAt: null, faults: missing.length }], missing }, part)
}

test.each([
  ['information', 'what the platform filled in', prefilled, 1, true],
  ['information', 'only the names of the organisation', names, 1, true],
  ['information', 'a name that another client began with', { ...prefilled, projectName: '一期' }, 1, false],
  ['information', 'what somebody saved again', prefilled, 2, false],
  ['contact', 'the contact of the account', account, 1, true],
  ['contact', 'a leader', { ...account, leaderName: '李红' }, 1, false],
  ['protection', 'nothing', undefined, 0, true],
  ['protection', 'an emptied part', { incidentNote: '' }, 3, true],
  ['protection', 'a first value', { incidentNote: '无' }, 1, false],
] as const)('whether nobody has filled in %s with %s', (code, _what, body, version, expected) => {
  expect(isPartUntouched(code, body, version)).toBe(expected)
})
