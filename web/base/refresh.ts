import { auth } from '#contract/auth.ts'
import { ask, failureOf } from './caller.ts'
import { runInOneWindow } from './one-window.ts'
import { currentRefreshToken, dropSession, saveSession } from './session.ts'

/** A network that is down, or a server that is busy, says nothing about the session; numbers above 2000 are about tokens. */
const isRefusal = (code: number) => code === 400 || code === 401 || code > 2000

const refresh = async (): Promise<void> => {
  const token = currentRefreshToken()
  if (!token) return
  try {
    saveSession(await ask(auth.refresh, { refresh_token: token }))
  } catch (error) {
    if (isRefusal(failureOf(error).code)) dropSession('ended')
  }
}

/** Exchanges the tokens for new ones, in one window at a time, if another has not done it by then; a refusal ends the session. */
export const refreshInOneWindow = (isNeeded: () => boolean): Promise<unknown> =>
  runInOneWindow('saber-refresh', async () => {
    if (isNeeded()) await refresh()
  })
