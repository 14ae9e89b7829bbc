import { tokenAge, tokenNow } from './session.ts'

const checkEvery = 10_000
/** Age in seconds at which a token is exchanged (specification 000, section 9). */
const refreshAt = 3000

const isOld = () => tokenNow() !== null && tokenAge() >= refreshAt

/** Keeps the session alive for as long as a page is open: looks every ten seconds, in one window at a time. */
export const keepAlive = (): void => {
  setInterval(() => {
    // fetched when it is needed, which is after fifty minutes; without a network the next look tries again
    if (isOld()) import('./refresh.ts').then(({ refreshAlone }) => refreshAlone(isOld)).catch(() => null)
  }, checkEvery)
}
