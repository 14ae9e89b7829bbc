import { auth } from '#contract/auth.ts'
import { ask, failureOf, logoutReasonIn } from './caller.ts'
import { runInOneWindow } from './one-window.ts'
import { currentRefreshToken, dropSession, saveSession } from './session.ts'

/** Codes that end the session: those above 2000 concern tokens. A network failure or a busy server says nothing about it. */
const isRefusal = (code: number) => code === 400 || code === 401 || code > 2000

const refresh = async (): Promise<void> => {
  const token = currentRefreshToken()
  if (!token) return
  try {
    saveSession(await ask(auth.refresh, { refresh_token: token }))
  } catch (error) {
    const failure = failureOf(error)
    if (isRefusal(failure.code)) dropSession('ended', logoutReasonIn(failure))
  }
}

/** Exchanges the tokens for new ones, in one window at a time, if still needed then; a rejection ends the session. */
export const refreshInOneWindow = (isNeeded: () => boolean): Promise<unknown> =>
  runInOneWindow('saber-refresh', async () => {
    if (isNeeded()) await refresh()
  })
