import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, isColour, mix, readable } from './colour.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('a colour has the form #rrggbb', () => {
  expect(['#409EFF', '#000000', '#fff', '409eff', '#40 9eff', 'red', null, 7].map(isColour)).toEqual([
    ...[true, true],
    ...[false, false, false, false, false, false],
  ])
})

describe('contrast (WCAG 1.4.3)', () => {
  test('is 21 for black on white, 1 for a colour on itself, and too low for text for #409EFF on white', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#409eff', '#409eff')).toBe(1)
    expect(contrast('#409eff', '#ffffff')).toBeCloseTo(2.76, 1)
  })
  test('is the same in both directions', () => {
    fc.assert(fc.property(colour, colour, (one, other) => contrast(one, other) === contrast(other, one)))
  })
})

test('a mixture lies between its colours', () => {
  expect(mix('#ff0000', '#0000ff', 1)).toBe('#ff0000')
  expect(mix('#ff0000', '#0000ff', 0)).toBe('#0000ff')
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

describe('the readable shade of a colour', () => {
  test('is the colour itself if it is dark enough, else a darker one of the same hue', () => {
    expect(readable('#8e44ad', ['#ffffff'], 5)).toBe('#8e44ad')
    expect(readable('#409eff', ['#ffffff'], 5)).toMatch(/^#00[5-7]/)
  })
  test('is lighter on a dark background', () => {
    expect(contrast(readable('#001144', ['#151b26'], 5), '#151b26')).toBeGreaterThanOrEqual(5)
  })
  test('is readable for any colour, on light and on dark backgrounds', () => {
    fc.assert(
      fc.property(colour, (base) => {
        expect(contrast(readable(base, ['#ffffff', '#f5f7fa'], 5), '#f5f7fa')).toBeGreaterThanOrEqual(5)
        expect(contrast(readable(base, ['#151b26'], 5), '#151b26')).toBeGreaterThanOrEqual(5)
      }),
    )
  })
  test('is readable on the worst of several backgrounds', () => {
    const shade = readable('#409eff', ['#ffffff', '#dddddd'], 4.5)
    expect(contrast(shade, '#dddddd')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(readable('#409eff', ['#ffffff'], 4.5), '#dddddd')).toBeLessThan(4.5)
  })
})
