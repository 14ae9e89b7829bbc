import type { Page } from 'playwright-core'
import type { Lang } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { startDemoServer } from '../bench/demo-server.ts'
import { logInByForm } from '../bench/log-in.ts'
import { launchBrowser, printLine } from '../bench/slow-browser.ts'
import { violationsOn } from '../tests/support/axe.ts'
import { consolePaths } from '../tests/support/console-paths.ts'
import { applyTheme, switchLanguage } from '../tests/support/page-look.ts'

/**
 * `npm run axe`: the accessibility rules on every address of the console, in both languages and all themes; some of
 * them at phone width too. Themes differ only in colours, so further themes run only the rules for colours. Takes about a quarter of
 * an hour; with an argument, only the addresses that contain it.
 */
const personalPaths = ['info', 'password', 'devices', 'logins'].map((tab) => `/info/index?tab=${tab}`)
const phonePaths = [
  ...['/wel/index', '/wel/dashboard', '/project/declaration', '/project/library', '/project/template', '/desk/notice'],
  ...['/system/user', '/system/role', '/system/dept', '/system/dict', '/news/press-release', '/log/audit'],
]
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const langs: readonly Lang[] = ['zh', 'en']
const [firstTheme, ...otherThemes] = Object.keys(themes) as ThemeId[]
const colourRules = ['color-contrast', 'link-in-text-block']

const waitUntilLoaded = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const text of words.loading) await page.getByText(text, { exact: true }).first().waitFor({ state: 'detached' })
}

/** The faults of the page at this size, in each theme. */
const faultsOfThemes = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  const check = async (theme: ThemeId, rules?: readonly string[]) => {
    await applyTheme(page, theme)
    for (const { id, elements } of await violationsOn(page, { everyText: true, ...(rules ? { rules } : {}) }))
      faults.push(...elements.map((html) => `${theme}, ${id}: ${html.slice(0, 300)}`))
  }
  await check(firstTheme as ThemeId)
  for (const theme of otherThemes) await check(theme, colourRules)
  return faults
}

/** The faults of an address in both languages and all themes; if it is one of `phonePaths`, on a phone too. */
const faultsAt = async (page: Page, url: string, path: string): Promise<string[]> => {
  const faults: string[] = []
  await page.goto(url + path)
  for (const lang of langs) {
    await page.setViewportSize(sizes.desk)
    await waitUntilLoaded(page)
    await switchLanguage(page, lang)
    for (const size of phonePaths.includes(path) ? (['desk', 'phone'] as const) : (['desk'] as const)) {
      await page.setViewportSize(sizes[size])
      await waitUntilLoaded(page)
      faults.push(...(await faultsOfThemes(page)).map((fault) => `${lang}, ${size}, ${fault}`))
    }
  }
  return faults
}

/** The review page of a declaration. */
const reviewPath = async (page: Page, url: string): Promise<string> => {
  await page.goto(`${url}/project/declaration?view=all`)
  const link = page.locator('a[href^="/project/declaration/"]').first()
  return (await link.getAttribute('href')) as string
}

const [, , only = ''] = process.argv
const server = await startDemoServer()
const browser = await launchBrowser()
try {
  const user = await logInByForm(browser, server.url, 'admin', server.adminPassword)
  const page = await (await browser.newContext(user)).newPage()
  page.setDefaultTimeout(60_000)
  const paths = [...consolePaths, ...personalPaths, await reviewPath(page, server.url)].filter((path) =>
    path.includes(only),
  )
  let findings = 0
  for (const path of paths) {
    const faults = await faultsAt(page, server.url, path)
    printLine(`· ${path}: ${faults.length}`)
    for (const fault of faults) printLine(`  ${fault}`)
    findings += faults.length
  }
  const phones = paths.filter((path) => phonePaths.includes(path)).length
  printLine(`${paths.length} addresses at 1440 px and ${phones} at 390 px,`)
  printLine(`each in ${langs.length} languages and ${otherThemes.length + 1} themes: ${findings} findings`)
  if (findings > 0) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}
