import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '#contract/kit/text.ts'
import { type Density, defaultLayout } from '#web/admin/table/layout.ts'
import { defaultTheme, type ThemeId } from '#web/ui/design-tokens.ts'
import type { Capture } from './capture.ts'

type Samples<T> = Readonly<Record<string, T>>

/** The default variant in full; of the others only the samples that differ from it, since most are equal in all of them. */
type Variants<T> = Readonly<Record<string, Samples<T>>>

/** What the catalogue looked like when a person last checked it. */
export interface References {
  /** Places and sizes in each language, by density or theme. */
  readonly boxes: Readonly<Record<Lang, Variants<string>>>
  /** Colours and type, by theme. */
  readonly looks: Variants<readonly string[]>
}

export const referenceFolder = 'tests/pictures'
const base = 'base'

const differencesFrom = <T>(samples: Samples<T>, origin: Samples<T>): Samples<T> =>
  Object.fromEntries(
    Object.entries(samples).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(origin[name])),
  )

/** The variants of some captures; captures of the same variant complement each other. */
const variantsOf = <T>(entries: readonly (readonly [variant: string, samples: Samples<T>])[]): Variants<T> => {
  const all: Record<string, Samples<T>> = {}
  for (const [variant, samples] of entries) all[variant] = { ...all[variant], ...samples }
  return Object.fromEntries(
    Object.entries(all).map(([variant, samples]) => [
      variant,
      variant === base ? samples : differencesFrom(samples, all[base] ?? {}),
    ]),
  )
}

/** The variant of a capture in which at most one of theme and density differs from the default, or null. */
const variantOf = ({ theme, density }: Capture): string | null => {
  if (theme === defaultTheme) return density === defaultLayout.density ? base : density
  return density === defaultLayout.density ? theme : null
}

/** The references that these captures agree with. Looks are those of the Chinese page. */
export const referencesOf = (captures: readonly Capture[]): References => {
  const single = captures.flatMap((capture) => {
    const variant = variantOf(capture)
    return variant === null ? [] : [{ ...capture, variant }]
  })
  const boxesOf = (lang: Lang) =>
    variantsOf(single.filter((one) => one.lang === lang).map(({ variant, boxes }) => [variant, boxes] as const))
  const looks = single
    .filter(({ lang, density }) => lang === 'zh' && density === defaultLayout.density)
    .map(({ variant, looks: samples }) => [variant, samples] as const)
  return { boxes: { zh: boxesOf('zh'), en: boxesOf('en') }, looks: variantsOf(looks) }
}

const merge = <T>(variants: Variants<T>, ...names: readonly string[]): Samples<T> =>
  Object.assign({}, ...[base, ...names].map((name) => variants[name] ?? {}))

/** What is expected in one combination: no sample depends on both theme and density. */
export const expectedBoxes = ({ boxes }: References, lang: Lang, theme: ThemeId, density: Density): Samples<string> =>
  merge(boxes[lang], density, theme)
export const expectedLooks = ({ looks }: References, theme: ThemeId): Samples<readonly string[]> => merge(looks, theme)

const pathOf = (name: string) => join(referenceFolder, `${name}.json`)
const read = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8'))
const write = (name: string, content: object) => writeFileSync(pathOf(name), `${JSON.stringify(content, null, 1)}\n`)

export const readReferences = (): References => ({
  boxes: { zh: read('boxes-zh'), en: read('boxes-en') },
  looks: read('looks'),
})

export const writeReferences = ({ boxes, looks }: References): void => {
  mkdirSync(referenceFolder, { recursive: true })
  for (const lang of ['zh', 'en'] as const) write(`boxes-${lang}`, boxes[lang])
  write('looks', looks)
}
