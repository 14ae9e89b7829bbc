import type { Page } from 'playwright-core'
import type { Lang } from '#contract/kit/text.ts'
import { type Density, densities } from '#web/admin/crud/table/layout.ts'
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

/** The light and the dark colours; the other themes differ from the first only in the frame and in corners. */
const openThemes: Readonly<Record<Lang, readonly ThemeId[]>> = { zh: [defaultTheme, 'theme-dark'], en: [defaultTheme] }

/**
 * Measures all samples in every theme and density. What opens is measured in the light and the dark colours in Chinese, and once in
 * English: its colours do not depend on the language.
 */
export const captureAll = async (page: Page, lang: Lang): Promise<Capture[]> => {
  const captures: Capture[] = []
  const start = startSettings(lang)
  for (const theme of themeIds)
    for (const density of densities) {
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
