import type { Page } from 'playwright-core'

/** Delays the requests of these pages whose URL matches, until the returned function is called. */
export const delayRequests = async (url: string | RegExp, ...pages: readonly Page[]): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  for (const page of pages)
    await page.route(url, async (route) => {
      await released
      await route.continue()
    })
  return release
}
