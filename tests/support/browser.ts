import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'

/** Widths of the screens every page has to fit: a desk, a tablet, a telephone. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** A browser of this test file's own, closed with it; `more` are flags of its command line. */
export const openBrowser = async (more: readonly string[] = []): Promise<Browser> => {
  const found = inject('chromium')
  if (!found)
    throw new Error(
      'No browser runs on this machine, or CHROMIUM_PATH names none. Install Chromium (Debian: apt-get install chromium).',
    )
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...flags, ...more],
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  afterAll(() => browser.close())
  return browser
}

/** A page of a fresh visitor at one of the sizes; the language is Chinese unless asked otherwise. */
export const openPage = async (
  browser: Browser,
  size: keyof typeof sizes = 'desk',
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ viewport: sizes[size], locale: 'zh-CN', ...options })
  return context.newPage()
}
