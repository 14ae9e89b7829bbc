import { auth } from '#contract/auth.ts'
import { ask, Failure } from './caller.ts'
import { dropSession, keepSession, refreshTokenNow, tokenAge, tokenNow } from './session.ts'

const checkEvery = 10_000
/** Age in seconds at which a token is exchanged (specification 000, section 9). */
const refreshAt = 3000

/** Exchanges the tokens; the lock lets one tab do it while the others wait and then find it done. */
const refresh = () =>
  navigator.locks.request('saber-refresh', async () => {
    const token = refreshTokenNow()
    if (!token || tokenAge() < refreshAt) return
    try {
      keepSession(await ask(auth.refresh, { refresh_token: token }))
    } catch (error) {
      // a network that is down says nothing about the session; a refusal does
      if (error instanceof Failure && error.code !== 0 && error.code < 500) dropSession('ended')
    }
  })

/** Keeps the session alive for as long as a page is open. */
export const keepAlive = (): void => {
  setInterval(() => {
    if (tokenNow() && tokenAge() >= refreshAt) void refresh()
  }, checkEvery)
}
