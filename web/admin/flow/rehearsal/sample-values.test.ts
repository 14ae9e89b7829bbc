import { expect, test } from 'vitest'
import { sampleFields, sampleVariables } from './sample-values.ts'

const variables = [
  { name: 'days', kind: 'value' },
  { name: 'note', kind: 'value' },
  { name: 'officer', kind: 'person' },
  { name: 'offices', kind: 'list' },
  { name: 'scorers', kind: 'people' },
] as const

test('each variable has a field of its kind, under its own name', () => {
  const fields = sampleFields(variables)
  expect(Object.entries(fields).map(([name, { kind, label }]) => `${name} ${label[0]} ${kind}`)).toEqual([
    'days days text',
    'note note text',
    'officer officer ref',
    'offices offices text',
    'scorers scorers refs',
  ])
})

test.each([
  ['5', 5],
  ['true', true],
  ['"5"', '5'],
  ['苏州', '苏州'],
  ['[1]', [1]],
  ['{"a": 1}', { a: 1 }],
  ['5 天', '5 天'],
])('%s is read as %j', (typed, value) => {
  expect(sampleVariables(variables, { days: typed })).toEqual({ days: value, offices: [], scorers: [] })
})

test('people are ids, and lists have values between commas or spaces', () => {
  const values = { officer: '12', offices: 'miit，ca ministry', scorers: '7,8' }
  expect(sampleVariables(variables, values)).toEqual({
    officer: '12',
    offices: ['miit', 'ca', 'ministry'],
    scorers: ['7', '8'],
  })
})

test('an empty field is a variable without a value', () => {
  expect(sampleVariables(variables, { days: ' ', officer: null })).toEqual({ offices: [], scorers: [] })
})
