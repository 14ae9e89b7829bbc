import { currentToken, tokenAge } from './session.ts'

const checkEvery = 10_000
/** Age in seconds at which a token is exchanged (specification 000, section 9). */
const refreshAt = 3000

const isOld = () => currentToken() !== null && tokenAge() >= refreshAt

const refreshIfOld = async (): Promise<void> => {
  if (!currentToken()) return
  // a separate chunk, since visitors do not need it; loaded early, since a later release may have removed this version's file
  const loaded = await import('./refresh.ts').catch(() => null)
  if (isOld()) await loaded?.refreshInOneWindow(isOld)
}

/** Keeps the session alive while a page is open: checks every ten seconds, and refreshes in one window at a time. */
export const keepAlive = (): void => {
  setInterval(() => void refreshIfOld(), checkEvery)
}
