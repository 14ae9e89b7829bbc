import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '#web/ui/colour.ts'
import { lookOf } from '#web/ui/design-tokens.ts'

const style = readFileSync('web/base/map/china-drawing.module.css', 'utf8')
/** The custom properties of the rule that begins with this selector. */
const coloursOf = (selector: string): Readonly<Record<string, string>> => {
  const body = style.slice(style.indexOf(selector)).split('}')[0] ?? ''
  const full = (colour: string) => (colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour)
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[\da-f]+);/gi)].map(([, name, one]) => [name, full(`${one}`)]),
  )
}

describe.each([
  ['light', '.svg,', 'theme-hey'],
  ['dark', ':global(.theme-dark) :is(.svg', 'theme-dark'],
] as const)('the scale of the map on a %s page', (_, selector, theme) => {
  const colours = coloursOf(selector)
  const steps = [0, 1, 2, 3, 4, 5].map((nth) => `${colours[`bin-${nth}`]}`)
  const { paper } = lookOf(theme, '#409EFF')

  test('stands out more from the page with each step, so the largest number is the most visible', () => {
    const visible = steps.map((one) => contrast(one, paper))
    expect(visible).toEqual(visible.toSorted((a, b) => a - b))
    expect(visible.at(-1)).toBeGreaterThan(10)
  })

  test('lets the names be read on every step', () => {
    const names = (nth: number) => `${colours[nth < 4 ? 'on-low' : 'on-high']}`
    for (const [nth, one] of steps.entries()) expect(contrast(names(nth), one)).toBeGreaterThan(4.5)
    expect(contrast(names(0), `${colours['no-data']}`)).toBeGreaterThan(4.5)
  })
})
