import { auth, type Tokens } from '#contract/auth.ts'
import { dropLease, holdsLease, takeLease } from './lease.ts'
import { raiseLock } from './lock-flag.ts'
import { saveSession } from './save-session.ts'
import { checkToken, currentRefreshToken, currentToken, currentUser, dropSession } from './session.ts'

/** Longer than any call of `work` may take. */
const leaseDurationMs = 30_000
/** A write to storage reaches other windows with a delay; nobody else starts before that. */
const waitForStorage = () => new Promise((done) => setTimeout(done, 250))
const thisWindow = crypto.getRandomValues(new Uint32Array(2)).join('-')

const byLock = (locks: LockManager, name: string, work: () => Promise<void>): Promise<boolean> =>
  locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    await waitForStorage()
    return true
  })

const byLease = async (name: string, work: () => Promise<void>): Promise<boolean> => {
  const now = Date.now()
  if (!takeLease(localStorage, name, { holder: thisWindow, until: now + leaseDurationMs }, now)) return false
  await waitForStorage()
  if (!holdsLease(localStorage, name, thisWindow, Date.now())) return false
  await work().finally(waitForStorage)
  dropLease(localStorage, name, thisWindow)
  return true
}

/**
 * Runs `work` in one window of the browser at a time; skips it and resolves to false if another window is running it. `work` checks for itself
 * whether it is still needed. Browsers have locks only in a secure context; over plain http a lease in local storage replaces
 * them.
 */
const runInOneWindow = (name: string, work: () => Promise<void>): Promise<boolean> => {
  const locks = navigator.locks as LockManager | undefined
  return locks ? byLock(locks, name, work) : byLease(name, work)
}

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
