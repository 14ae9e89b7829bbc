import { expect, test } from 'vitest'
import { emptyCoverage } from './font-coverage.ts'
import { printable } from './printable.ts'

const covered = emptyCoverage()
for (const character of '中文') covered[character.codePointAt(0) as number] = 1

test('all texts of the data are checked, and nothing else is changed', () => {
  const data = { a: ['中', { b: '文𠮷A' }], n: 1, no: null, yes: true, 𠮷: 'A\n\u200d中\ufe0f' }
  expect(printable(data, covered)).toEqual({
    data: { a: ['中', { b: '文〔U+20BB7〕〔U+0041〕' }], n: 1, no: null, yes: true, 𠮷: '〔U+0041〕\n\u200d中\ufe0f' },
    missing: ['U+0041', 'U+20BB7'],
  })
})

test('control characters and halves of pairs are left out', () => {
  expect(printable('中\u0000\u001b\ud842文', covered)).toEqual({ data: '中文', missing: [] })
})

test('plain English is as it is, whatever the fonts have', () => {
  expect(printable('Total 1,234.5%', emptyCoverage())).toEqual({ data: 'Total 1,234.5%', missing: [] })
})
