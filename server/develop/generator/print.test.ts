import { expect, test } from 'vitest'
import { print, printCall } from './print.ts'

test.each([
  ['it', "'it'"],
  ["it's", `"it's"`],
  [`it's "so"`, `'it\\'s "so"'`],
  ['a\nb\\', "'a\\nb\\\\'"],
  ['*/ `', "'*/ `'"],
  ['\u2028', "'\\u2028'"],
  [{ max: 64, required: true, unique: undefined }, '{ max: 64, required: true }'],
  [[1, ['a', 'b']], "[1, ['a', 'b']]"],
])('%o is printed as a literal', (value, text) => {
  expect(print(value)).toBe(text)
})

test('every text is a literal that reads back as itself', () => {
  // controls, quotes and the two separators that JSON leaves as they are
  const codes = [...Array(0x100).keys(), ...[...Array(0x40).keys()].map((code) => 0x2000 + code)]
  const texts = codes.map((code) => `a${String.fromCharCode(code)}'"`)
  expect(Function(`return [${texts.map((text) => print(text)).join()}]`)()).toEqual(texts)
})

test('what does not fit into a line stands in several', () => {
  const choices = ['一', '二', '三'].map((name) => ['x'.repeat(40), [name, name]])
  const call = printCall('    choice', "'状态', 'State'", { required: true, choices }, '    ')
  expect(`${call}x`.split('\n').map((line) => line.trim().slice(0, 12))).toEqual([
    ...["choice('状态',", 'required: tr', 'choices: [', "['xxxxxxxxxx", "['xxxxxxxxxx", "['xxxxxxxxxx", '],', '}),x'],
  ])
  expect(Math.max(...call.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120)
})
