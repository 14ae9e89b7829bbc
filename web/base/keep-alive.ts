import { auth } from '#contract/auth.ts'
import { alone } from './alone.ts'
import { ask, failureOf } from './caller.ts'
import { dropSession, keepSession, refreshTokenNow, tokenAge, tokenNow } from './session.ts'

const checkEvery = 10_000
/** Age in seconds at which a token is exchanged (specification 000, section 9). */
const refreshAt = 3000

const isOld = () => tokenNow() !== null && tokenAge() >= refreshAt

/** A network that is down, or a server that is busy, says nothing about the session; numbers above 2000 are about tokens. */
const isRefusal = (code: number) => code === 400 || code === 401 || code > 2000

const refresh = async () => {
  const token = refreshTokenNow()
  // another window may have done it since
  if (!token || !isOld()) return
  try {
    keepSession(await ask(auth.refresh, { refresh_token: token }))
  } catch (error) {
    if (isRefusal(failureOf(error).code)) dropSession('ended')
  }
}

/** Keeps the session alive for as long as a page is open: looks every ten seconds, in one window at a time. */
export const keepAlive = (): void => {
  setInterval(() => {
    if (isOld()) void alone('saber-refresh', refresh)
  }, checkEvery)
}
