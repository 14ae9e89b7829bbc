import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, mix } from './colour.ts'
import { defaultColour, defaultTheme, isTheme, type Look, lookOf, type ThemeId, themes } from './design-tokens.ts'

const ids = Object.keys(themes) as ThemeId[]
type Name = keyof Look

/** Text colours and the backgrounds they are used on. A new background for text needs a line here. */
const textPairs: readonly (readonly [Name, readonly Name[]])[] = [
  ['ink', ['paper', 'ground', 'hover', 'action-soft', 'deep-soft', 'good-soft', 'bad-soft', 'ask-soft', 'warm-soft']],
  ['ink-soft', ['paper', 'ground', 'hover', 'action-soft', 'deep-soft']],
  ['ink-faint', ['paper', 'ground', 'hover']],
  ['deep', ['paper', 'ground', 'deep-soft']],
  ['action', ['paper', 'ground', 'hover']],
  ['action-strong', ['paper', 'ground', 'hover', 'action-soft']],
  ['on-action', ['action', 'action-strong']],
  ['good', ['paper', 'good-soft']],
  ['bad', ['paper', 'ground', 'hover', 'bad-soft', 'action-soft']],
  ['ask', ['paper', 'ground', 'ask-soft']],
  ['warm', ['paper', 'warm-soft']],
  ['bar-ink', ['bar', 'bar-hover']],
  ['side-ink', ['side', 'side-hover', 'side-field']],
  ['side-soft', ['side', 'side-field']],
  ['side-on-ink', ['side-on']],
  ['tab-ink', ['strip']],
  ['tab-on-ink', ['tab-on']],
]

/** Colours without text: the borders of fields and the focus ring. */
const edges: typeof textPairs = [
  ['line-strong', ['paper']],
  ['focus', ['paper', 'ground', 'hover']],
]

/** The colours of a value, with variables resolved; for a gradient both ends and the colours between. */
const coloursOf = (look: Look, name: Name): string[] => {
  const value = look[name].replaceAll(/var\(--([\w-]+)\)/g, (_, other: Name) => look[other])
  const matches = value.match(/#[\da-f]{6}\b/gi) ?? []
  const [from, to] = matches
  if (!from) throw new Error(`${name} is no colour: ${value}`)
  return to ? [0, 0.25, 0.5, 0.75, 1].map((share) => mix(to, from, share)) : [from]
}

const tooFaint = (id: ThemeId, colour: string, pairs: typeof textPairs, minContrast: number) => {
  const look = lookOf(id, colour)
  return pairs.flatMap(([name, grounds]) =>
    grounds.flatMap((ground) => {
      const worst = Math.min(
        ...coloursOf(look, name).flatMap((one) => coloursOf(look, ground).map((other) => contrast(one, other))),
      )
      return worst < minContrast ? [`${id} ${colour}: ${name} on ${ground} ${worst.toFixed(2)}`] : []
    }),
  )
}

describe('the eleven themes (specification 000, section 9)', () => {
  test('have the order of the theme dialog; the default is theme-hey with #409EFF', () => {
    expect(ids).toEqual([
      ...['default', 'theme-white', 'theme-dark', 'theme-star', 'theme-bule', 'theme-iview', 'theme-vip', 'theme-cool'],
      ...['theme-d2', 'theme-hey', 'theme-lte'],
    ])
    expect(Object.values(themes).map(({ label }) => label[0])).toEqual([
      ...['默认主题', '白色主题', '黑色主题', '炫彩主题', '智能主题', 'iview主题', 'vip主题', 'cool主题'],
      ...['d2主题', 'hey主题', 'lte主题'],
    ])
    expect([defaultTheme, defaultColour]).toEqual(['theme-hey', '#409eff'])
  })

  test('all look different', () => {
    expect(new Set(ids.map((id) => JSON.stringify(lookOf(id, defaultColour)))).size).toBe(11)
  })

  test('differ only in frame and corners if they are light', () => {
    const sheetOf = (id: ThemeId) =>
      Object.entries(lookOf(id, defaultColour)).filter(([name]) => !/^(bar|side|strip|tab|radius)/.test(name))
    const light = ids.filter((id) => lookOf(id, defaultColour).scheme === 'light')
    expect(light).toHaveLength(10)
    for (const id of light) expect(sheetOf(id)).toEqual(sheetOf(defaultTheme))
  })

  test('are recognised only by their exact names', () => {
    expect([...ids, 'theme-blue', '', null, 'toString'].map(isTheme)).toEqual([
      ...ids.map(() => true),
      ...[false, false, false, false],
    ])
  })

  test.each(ids)('%s: text has a contrast of at least 4.5 to 1 (WCAG 1.4.3)', (id) => {
    expect(tooFaint(id, defaultColour, textPairs, 4.5)).toEqual([])
  })

  test.each(ids)('%s: white text on filled areas has a contrast of at least 7 to 1', (id) => {
    expect(contrast(lookOf(id, defaultColour)['deep-fill'], '#ffffff')).toBeGreaterThanOrEqual(7)
  })

  test.each(ids)('%s: field borders and the focus ring have a contrast of at least 3 to 1 (WCAG 1.4.11)', (id) => {
    expect(tooFaint(id, defaultColour, edges, 3)).toEqual([])
  })

  test.each(ids)('%s: text on and in any chosen colour has enough contrast', (id) => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, (colour) => {
        expect([...tooFaint(id, colour, textPairs, 4.5), ...tooFaint(id, colour, edges, 3)]).toEqual([])
      }),
      { examples: [['#ffffff'], ['#000000'], ['#ffff00'], ['#808080']] },
    )
  })
})
