import { expect, test } from 'vitest'
import { isOpenPart, mayWrite } from './writable.ts'

const places = ['information.city', 'innovation.results.r1', 'material']

test.each([
  ['all', 'contact.email', true],
  ['none', 'contact.email', false],
  [places, 'information.city', true],
  [places, 'information.citySize', false],
  [places, 'innovation.results.r1.unit', true],
  [places, 'innovation.results.r2.unit', false],
  [places, 'innovation.results', false],
  [places, 'material.files.a.title', true],
] as const)('with %j editable, the field %s is writable: %s', (editable, at, expected) => {
  expect(mayWrite(Array.isArray(editable) ? [...editable] : (editable as 'all' | 'none'), at)).toBe(expected)
})

test.each([
  ['all', 'contact', true],
  ['none', 'contact', false],
  [places, 'information', true],
  [places, 'innovation', true],
  [places, 'material', true],
  [places, 'contact', false],
] as const)('with %j editable, the part %s is open: %s', (editable, code, expected) => {
  expect(isOpenPart(Array.isArray(editable) ? [...editable] : (editable as 'all' | 'none'), code)).toBe(expected)
})
