import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { cleanUp } from './cleanup.ts'
import { askProduct } from './run/ask.ts'

/** Window sizes that every page has to fit. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // a host name that is not localhost over plain http is not a secure context
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
]
/** A page lives too briefly for the optimizing compilers: without them it takes a tenth less processor time. */
const withoutCompilers = '--js-flags=--no-opt,--no-maglev'

let opening: Promise<Browser> | undefined

const launch = async (args: readonly string[]): Promise<Browser> => {
  const executable = await askProduct()
  if (!executable)
    throw new Error(
      'The browser of the npm package does not run on this machine, or CHROMIUM_PATH names none that runs. Install Chromium and name it there (Debian: CHROMIUM_PATH=/usr/bin/chromium).',
    )
  return chromium.launch({
    executablePath: executable.path,
    args: [...args],
    env: { ...process.env, ...executable.env } as Record<string, string>,
  })
}

/** The browser of this worker, shared by its test files; each file closes its own pages. */
export const openBrowser = (): Promise<Browser> => {
  opening ??= launch([...flags, withoutCompilers])
  return opening
}

/** A browser of one test file whose pages compute for a long time. */
export const openCompilingBrowser = async (): Promise<Browser> => {
  const browser = await launch(flags)
  cleanUp(() => browser.close())
  return browser
}

const pages = new Set<Page>()

/** The open pages of this test file. */
export const openPages = (): Page[] => [...pages].filter((page) => !page.isClosed())

/** A page in a new browser context at one of the sizes, in Chinese by default. */
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
