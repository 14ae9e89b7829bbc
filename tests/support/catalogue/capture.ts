import type { Page } from 'playwright-core'
import type { Lang } from '#contract/kit/text.ts'
import { type Density, densities } from '#web/admin/table/layout.ts'
import { defaultTheme, type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { applySettings, openSamplesOn, startSettings } from './catalogue-page.ts'
import { type Measures, measureSamples } from './measure.ts'

/** The measures of the catalogue in one combination. */
export interface Capture extends Measures {
  readonly lang: Lang
  readonly theme: ThemeId
  readonly density: Density
}

const themeIds = Object.keys(themes) as ThemeId[]

/** Themes with colours of their own; the others differ from the first only in the frame and in corners (design-tokens.test.ts). */
const ownColours: readonly ThemeId[] = [defaultTheme, 'theme-dark']

/**
 * The combinations of theme and row height to measure in a language: those of the themes with colours of their own, and the others
 * once each, in Chinese, with the row heights in turn.
 */
const combinationsIn = (lang: Lang, isComplete: boolean) =>
  themeIds.flatMap((theme, i) =>
    densities
      .filter((_, j) => isComplete || ownColours.includes(theme) || (lang === 'zh' && i % densities.length === j))
      .map((density) => ({ theme, density })),
  )

/** The light and the dark colours; the other themes differ from the first only in the frame and in corners. */
const openThemes: Readonly<Record<Lang, readonly ThemeId[]>> = { zh: [defaultTheme, 'theme-dark'], en: [defaultTheme] }

/**
 * Measures all samples in every theme and density; for references (`isComplete`) in both languages. What opens is measured in the
 * light and the dark colours in Chinese, and once in English: its colours do not depend on the language.
 */
export const captureAll = async (page: Page, lang: Lang, isComplete: boolean): Promise<Capture[]> => {
  const captures: Capture[] = []
  const start = startSettings(lang)
  for (const { theme, density } of combinationsIn(lang, isComplete)) {
    await applySettings(page, { ...start, theme, density })
    captures.push({ lang, theme, density, ...(await measureSamples(page)) })
  }
  const samples = await openSamplesOn(page)
  for (const { open, group } of samples)
    for (const theme of openThemes[lang]) {
      await applySettings(page, { ...start, theme, group, open })
      captures.push({ lang, theme, density: start.density, ...(await measureSamples(page, open)) })
    }
  await applySettings(page, start)
  return captures
}
