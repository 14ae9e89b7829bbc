import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Lang } from '#contract/kit/text.ts'
import { defaultTheme, type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { violationsOn } from '../../support/axe.ts'
import { openBrowser } from '../../support/browser.ts'
import { type Capture, captureAll } from '../../support/catalogue/capture.ts'
import {
  applySettings,
  buildCatalogue,
  groupsOn,
  openCatalogue,
  openSamplesOn,
  startSettings,
} from '../../support/catalogue/catalogue-page.ts'
import { pictureFault, takePicture, writePicture } from '../../support/catalogue/pictures.ts'
import {
  expectedBoxes,
  expectedLooks,
  type References,
  readReferences,
  referencesOf,
  writeReferences,
} from '../../support/catalogue/references.ts'
import { boxFault, lookFault } from '../../support/catalogue/sample-faults.ts'
import { cleanUp } from '../../support/cleanup.ts'
import { forcedColourFaults } from '../../support/forced-colours.ts'
import { overflowOf } from '../../support/page-faults.ts'

/** `npm run catalogue`: the current state becomes the reference. */
const isWriting = process.env.CATALOGUE === 'write'
/** For a release: every combination is compared. */
const isComplete = isWriting || process.env.CATALOGUE === 'full'
const languages: readonly Lang[] = ['zh', 'en']
/** The pictures show both languages, and the light and the dark colours. */
const pictureThemes: Readonly<Record<Lang, ThemeId>> = { zh: defaultTheme, en: 'theme-dark' }

const pages = {} as Record<Lang, Page>
let captures: readonly Capture[] = []
let references: References

beforeAll(async () => {
  const { folder, remove } = await buildCatalogue()
  cleanUp(remove)
  const browser = await openBrowser()
  for (const lang of languages) {
    pages[lang] = await openCatalogue(browser, folder, lang)
    cleanUp(() => pages[lang].context().close())
  }
  captures = [...(await captureAll(pages.zh, 'zh', isComplete)), ...(await captureAll(pages.en, 'en', isComplete))]
  if (isWriting) writeReferences(referencesOf(captures))
  references = readReferences()
})

/** The first faults: one changed token changes hundreds of samples. */
const firstOf = (faults: readonly string[]) => faults.slice(0, 12)

describe('every component in every state, compared with its reference', () => {
  test('all samples have the same parts, places and sizes in all themes and row heights', () => {
    const faults = captures.flatMap(({ lang, theme, density, boxes }) => {
      const expected = expectedBoxes(references, lang, theme, density)
      return Object.entries(boxes).flatMap(([name, actual]) => {
        const fault = boxFault(expected[name], actual)
        return fault ? [`${lang} ${theme} ${density}: ${name} ${fault}`] : []
      })
    })
    expect(firstOf(faults)).toEqual([])
  })

  test('all samples have the same colours, borders and type in all themes, in both languages', () => {
    const faults = captures.flatMap(({ lang, theme, looks }) => {
      const expected = expectedLooks(references, theme)
      return Object.entries(looks).flatMap(([name, actual]) => {
        const fault = lookFault(expected[name], actual)
        return fault ? [`${lang} ${theme}: ${name} ${fault}`] : []
      })
    })
    expect(firstOf(faults)).toEqual([])
  })

  test('no sample is missing', () => {
    const names = (lang: Lang) =>
      [...new Set(captures.filter((one) => one.lang === lang).flatMap(({ boxes }) => Object.keys(boxes)))].sort()
    for (const lang of languages) expect(names(lang)).toEqual(Object.keys(references.boxes[lang].base ?? {}).sort())
  })

  test.each(languages)('the pictures of the groups and of what opens are the same (%s)', async (lang) => {
    const page = pages[lang]
    const start = { ...startSettings(lang), theme: pictureThemes[lang] }
    const faults: (string | null)[] = []
    const compare = async (name: string, isWindow = false) => {
      const picture = await takePicture(page, isWindow)
      if (isWriting) writePicture(name, picture)
      faults.push(pictureFault(name, picture))
    }
    for (const group of await groupsOn(page)) {
      await applySettings(page, { ...start, group })
      await compare(`${lang}-${group}`)
    }
    await applySettings(page, start)
    // in one language: their colours and boxes are compared in both
    for (const { open, group } of lang === 'zh' ? await openSamplesOn(page) : []) {
      await applySettings(page, { ...start, group, open })
      await compare(`${lang}-open-${open}`, true)
    }
    expect(faults.filter(Boolean)).toEqual([])
  })
})

/** The looks in a theme; the tests above compare them with those that were measured. */
const looksOf = (theme: ThemeId) => expectedLooks(references, theme)
const withoutRadius = (looks: readonly string[] = []) => looks.map((look) => look.replace(/ radius [^ ]+/, '')).join()

/** Samples whose colours differ from the default theme; in the others the contrast is the same. */
const samplesWithOtherColours = (theme: ThemeId): string[] => {
  const defaultLooks = looksOf(defaultTheme)
  return Object.entries(looksOf(theme)).flatMap(([name, looks]) =>
    withoutRadius(looks) === withoutRadius(defaultLooks[name]) ? [] : [name],
  )
}

/** In one language: the colours are compared in both, and in the dark theme all of them are others. */
const contrastThemes: Readonly<Record<Lang, readonly ThemeId[]>> = {
  zh: Object.keys(themes) as ThemeId[],
  en: ['theme-dark'],
}

/** The same component many times is not a page: its landmarks have equal names. */
const expectedRules = ['landmark-unique']

describe('accessibility of every component', () => {
  test.each(languages)('axe finds nothing, and nothing is wider than a phone (%s)', async (lang) => {
    const page = pages[lang]
    await applySettings(page, startSettings(lang))
    const violations = (await violationsOn(page)).filter(({ id }) => !expectedRules.includes(id))
    expect(violations).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflowOf(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('with forced colours, what is chosen differs from what is not, and nothing drawn vanishes', async () => {
    const page = pages.zh
    await applySettings(page, startSettings('zh'))
    const faults = await forcedColourFaults(page)
    // lists and calendars show their choice when they are open
    const opened = (await openSamplesOn(page)).filter(
      ({ group, open }) => group !== 'dialogs' || open === 'search-dialog',
    )
    for (const { open, group } of opened.filter((one) => ['choices', 'dates', 'dialogs'].includes(one.group))) {
      await applySettings(page, { ...startSettings('zh'), group, open })
      faults.push(...(await forcedColourFaults(page)).map((fault) => `${open}: ${fault}`))
    }
    expect(firstOf(faults)).toEqual([])
  })

  test.each(languages)('text has enough contrast in all themes whose colours differ (%s)', async (lang) => {
    const faults: string[] = []
    for (const theme of contrastThemes[lang]) {
      const names = samplesWithOtherColours(theme)
      if (theme !== defaultTheme && names.length === 0) continue
      // most themes differ in the frame only, and a small page is checked faster
      const group = names.length && names.every((name) => name.startsWith('frame/')) ? 'frame' : null
      await applySettings(pages[lang], { ...startSettings(lang), theme, group })
      const selectors = names.map((name) => `[data-sample="${name}"]`)
      const violations = await violationsOn(pages[lang], { rules: ['color-contrast'], selectors })
      faults.push(...violations.flatMap(({ elements }) => elements.map((html) => `${theme}: ${html}`)))
    }
    expect(firstOf(faults)).toEqual([])
  })
})
