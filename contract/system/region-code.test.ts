import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isChildCode, isRegionWithin, levelOf, nameSourceCode, rootCode, shapeBelow } from './region-code.ts'

type Division = [code: string, name: string, parent: string, level: number]
const divisions = JSON.parse(readFileSync('server/seed/data/region.json', 'utf8')) as Division[]

test('every division of GB/T 2260 has the level implied by its code, and a valid code below its parent', () => {
  expect(divisions.length).toBeGreaterThan(3000)
  expect(divisions.filter(([code, , parent, level]) => levelOf(code) !== level || !isChildCode(code, parent))).toEqual(
    [],
  )
})

test.each([
  [rootCode, { level: 1, stem: '', digits: 2, tail: '0000' }],
  ['320000', { level: 2, stem: '32', digits: 2, tail: '00' }],
  ['320500', { level: 3, stem: '3205', digits: 2, tail: '' }],
  ['320505', { level: 4, stem: '320505', digits: 3, tail: '' }],
  ['320505001', { level: 5, stem: '320505001', digits: 3, tail: '' }],
  ['320505001002', null],
])('the shape of codes below %s', (parent, shape) => {
  expect(shapeBelow(parent)).toEqual(shape)
})

test.each([
  ['330500', '320000'],
  ['320505', '320000'],
  ['320000', '320000'],
  ['3205', '320000'],
  ['32a500', '320000'],
  ['000000', rootCode],
  ['320505000', '320505'],
  ['320505001002003', '320505001002'],
])('%s is not a valid code below %s', (code, parent) => {
  expect(isChildCode(code, parent)).toBe(false)
})

test('a division with a placeholder name such as 市辖区 is named after its province', () => {
  const placeholderNames = ['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']
  for (const [code, name] of divisions)
    expect(nameSourceCode(code)).toBe(placeholderNames.includes(name) ? `${code.slice(0, 2)}0000` : code)
})

test.each([
  ['320505', '320500', true],
  ['320500', '320500', true],
  ['320500', rootCode, true],
  ['320500', '320505', false],
  ['330100', '320000', false],
  [null, rootCode, false],
  // an account without a region sees nothing, not the whole country
  ['320500', null, false],
  [null, null, false],
])('the region %s lies within %s: %s', (region, outer, expected) => {
  expect(isRegionWithin(region, outer)).toBe(expected)
})
