import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { cleanUp } from './cleanup.ts'
import { askProduct } from './run/ask.ts'

/** Widths of the screens every page has to fit: a desk, a tablet, a telephone. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // a name that is not localhost, over plain http: what is no secure context
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
]

let opening: Promise<Browser> | undefined

const launch = async (): Promise<Browser> => {
  const executable = await askProduct()
  if (!executable)
    throw new Error(
      'No browser runs on this machine, or CHROMIUM_PATH names none. Install Chromium (Debian: apt-get install chromium).',
    )
  return chromium.launch({
    executablePath: executable.path,
    args: flags,
    env: { ...process.env, ...executable.env } as Record<string, string>,
  })
}

/** The browser of this worker, for all of its test files; what they open in it is closed with them. */
export const openBrowser = (): Promise<Browser> => {
  opening ??= launch()
  return opening
}

const pages = new Set<Page>()

/** The pages this test file has open. */
export const openPages = (): Page[] => [...pages].filter((page) => !page.isClosed())

/** A page of a fresh visitor at one of the sizes; the language is Chinese unless asked otherwise. */
export const openPage = async (
  browser: Browser,
  size: keyof typeof sizes = 'desk',
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ viewport: sizes[size], locale: 'zh-CN', ...options })
  const page = await context.newPage()
  pages.add(page)
  cleanUp(async () => {
    pages.delete(page)
    await context.close()
  })
  return page
}
