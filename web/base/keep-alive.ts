import { currentToken, tokenAge } from './session.ts'

const checkEvery = 10_000
/** Age in seconds at which a token is exchanged (specification 000, section 9). */
const refreshAt = 3000

const isOld = () => currentToken() !== null && tokenAge() >= refreshAt

const refreshIfOld = async (): Promise<void> => {
  if (!currentToken()) return
  // fetched apart, since visitors do without it, but early: after fifty minutes a newer version may stand on the server
  const loaded = await import('./refresh.ts').catch(() => null)
  if (isOld()) await loaded?.refreshInOneWindow(isOld)
}

/** Keeps the session alive for as long as a page is open: looks every ten seconds, in one window at a time. */
export const keepAlive = (): void => {
  setInterval(() => void refreshIfOld(), checkEvery)
}
