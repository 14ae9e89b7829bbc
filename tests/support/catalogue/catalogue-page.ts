import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import type { Lang } from '#contract/kit/text.ts'
import { type CatalogueSettings, searchOf } from '#web/catalogue/catalogue-settings.ts'
import { defaultTheme } from '#web/ui/design-tokens.ts'

/** The settings at which everything else is compared. */
export const startSettings = (lang: Lang): CatalogueSettings => ({
  theme: defaultTheme,
  density: 'middle',
  lang,
  group: null,
  open: null,
})

/** Builds the catalogue, which the product does not contain, into a temporary folder. */
export const buildCatalogue = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  await build({
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true, manifest: false, rollupOptions: { input: 'web/ui.html' } },
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Where the page is; the files come from the folder, so nothing listens there. */
const origin = 'http://localhost:1'

/** The catalogue in a window without animations and in the one font that is on every machine. */
export const openCatalogue = async (browser: Browser, folder: string, lang: Lang): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/ui' ? '/ui.html' : pathname
    return route.fulfill({ body: readFileSync(join(folder, path)), contentType: contentTypes[extname(path)] ?? '' })
  })
  // a sample keeps its first state: what changes after seconds, such as the words of loading content, never does here
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const patient = (run: TimerHandler, ms?: number, ...values: unknown[]) =>
      (ms ?? 0) < 5000 ? start(run, ms, ...values) : 0
    Object.assign(window, { setTimeout: patient })
  })
  await page.goto(`${origin}/ui${searchOf(startSettings(lang))}`)
  await page.addStyleTag({ content: ":root { --font: 'Noto Sans SC' !important; --mono: 'Noto Sans SC' !important }" })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** What an open sample shows outside of itself: portals into the document or the page, and toasts. */
export const portals = 'body > :not(#root, script, [data-live-announcer]), main > :not(section, [hidden]), [data-toast]'

const openParts = 'dialog[open], :popover-open, [role=tooltip], [role=alert], section[tabindex="-1"]'

/** Changes the settings without a reload; waits until the page, and what is to be open, has them. */
export const applySettings = async (page: Page, settings: CatalogueSettings): Promise<void> => {
  const { open } = settings
  await page.evaluate((search) => {
    history.pushState(null, '', search)
    dispatchEvent(new PopStateEvent('popstate'))
  }, searchOf(settings))
  await page.locator(`main[data-settings="${searchOf(settings)}"]`).waitFor()
  if (open !== null) await page.locator(`${portals}, [data-sample="open/${open}"] :is(${openParts})`).first().waitFor()
  // what depends on the size of something is placed in the next frame
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

/** What can be opened, with its group, by the links of the catalogue. */
export const openSamplesOn = (page: Page): Promise<{ open: string; group: string }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('figcaption a')].map((link) => ({
      open: new URLSearchParams((link as HTMLAnchorElement).search).get('open') ?? '',
      group: (link.closest('[aria-labelledby^="group-"]')?.getAttribute('aria-labelledby') ?? '').slice(6),
    })),
  )

/** The names of the groups, in order. */
export const groupsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('header nav a')].flatMap(
      (link) => new URLSearchParams(link.search).get('group') ?? [],
    ),
  )
