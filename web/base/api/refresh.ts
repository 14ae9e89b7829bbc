import { auth, type Tokens } from '#contract/auth.ts'
import { raiseLock } from './lock-flag.ts'
import { runInOneWindow } from './one-window.ts'
import { saveSession } from './save-session.ts'
import { checkToken, currentRefreshToken, currentToken, currentUser, dropSession } from './session.ts'

/** A refused call: `status` is that of HTTP, `code` the server's number of the error, 0 if the server could not be reached. */
interface Refusal {
  readonly status: number
  readonly code: number
  readonly data: unknown
}

/** Sends a call once, without what follows from its refusal; throws a Refusal. */
type Send = (
  endpoint: typeof auth.refresh,
  input: { readonly refresh_token: string },
) => Promise<{ readonly data: Tokens }>

/** Why an administrator ended the session, if the answer to a call says so. */
const logoutReasonIn = ({ data }: Refusal): string | null =>
  (data as { readonly logoutReason?: string } | null)?.logoutReason ?? null

/** Codes that end the session: those above 2000 concern tokens. A network failure or a busy server says nothing about it. */
const endsSession = (code: number) => code === 400 || code === 401 || code > 2000

const refresh = async (send: Send): Promise<void> => {
  const token = currentRefreshToken()
  if (!token) return
  try {
    saveSession((await send(auth.refresh, { refresh_token: token })).data)
  } catch (error) {
    const refusal = error as Refusal
    if (endsSession(refusal.code)) dropSession('ended', logoutReasonIn(refusal))
  }
}

/** Longer than any window may hold the lock. */
const [pauseMs, maxPauses] = [250, 120]
const pause = () => new Promise((done) => setTimeout(done, pauseMs))

/** Exchanges this access token unless another window does; resolves to whether this window was the one. */
const refreshInTurn = (token: string, send: Send) =>
  new Promise<boolean>((resolve) => {
    const work = async () => {
      if (currentToken() === token) await refresh(send)
      // calls go on before the other windows may
      resolve(true)
    }
    void runInOneWindow('saber-refresh', work).finally(() => resolve(false))
  })

const refreshOnce = async (token: string | null, send: Send): Promise<void> => {
  for (let pauses = 0; token && currentToken() === token && pauses < maxPauses; pauses++) {
    if (await refreshInTurn(token, send)) return
    await pause()
  }
}

let refreshing: Promise<void> | null = null

/** Exchanges the tokens for new ones, once for all calls and in one window at a time; a rejection ends the session. */
export const refreshTokens = (send: Send): Promise<void> => {
  refreshing ??= refreshOnce(currentToken(), send).finally(() => {
    refreshing = null
  })
  return refreshing
}

interface SentCall {
  readonly token: string | null
  /** The id of the person who sent it. */
  readonly person: string | undefined
  readonly isRepeated: boolean
}

/**
 * What follows from a refused call: a 423 locks the screen, a 401 ends the session if its tokens cannot be exchanged. Resolves to
 * whether the call is to be sent again, with the new token.
 */
export const followRefusal = async (refusal: Refusal, call: SentCall, send: Send): Promise<boolean> => {
  const { token, person, isRepeated } = call
  checkToken()
  if (!token) return false
  if (refusal.status === 423 && token === currentToken()) raiseLock()
  if (refusal.status !== 401) return false
  const reason = logoutReasonIn(refusal)
  if (token === currentToken()) {
    if (isRepeated || reason || !currentRefreshToken()) dropSession('ended', reason)
    else await refreshTokens(send)
  }
  // another window may have logged in as somebody else: the item of the person follows that of the token
  else if (currentToken()) await pause()
  return !isRepeated && ![null, token].includes(currentToken()) && currentUser()?.user_id === person
}
