import { expect, test } from 'vitest'
import { sampleFields, sampleVariables } from './sample-values.ts'

const variables = [
  { name: 'days', kind: 'value', isRequired: true },
  { name: 'note', kind: 'value', isRequired: false },
  { name: 'officer', kind: 'person', isRequired: true },
  { name: 'offices', kind: 'list', isRequired: false },
  { name: 'scorers', kind: 'people', isRequired: false },
] as const

test('each variable has a field of its kind, with its label, and is required if a step needs it', () => {
  const fields = sampleFields(variables)
  expect(
    Object.entries(fields).map(([name, { kind, label, required }]) => `${name} ${label[0]} ${kind} ${required}`),
  ).toEqual([
    'days 请假天数（days） text true',
    'note note text false',
    'officer 初审办理人（officer） ref true',
    'offices 省级审核部门（offices） text false',
    'scorers 评分专家（scorers） refs false',
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
