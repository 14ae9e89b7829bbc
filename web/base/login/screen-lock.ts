import { auth } from '#contract/auth.ts'
import { ask, Failure, failureOf, queries } from '../api/caller.ts'
import { clearLock, raiseLock } from '../api/lock-flag.ts'
import { encrypt } from './login-calls.ts'

/** Milliseconds before the lock screen appears, so that the menu closes visibly first (specification 000, section 4). */
const delay = 100

/** Locks the session on the server with a password, and the screen of every window; throws the server's message. */
export const lockScreen = async (password: string): Promise<void> => {
  await ask(auth.lock, { password: await encrypt(password) })
  raiseLock(delay)
}

/** Unlocks both, and reloads the data that could not be read while locked. */
export const unlockScreen = async (password: string): Promise<void> => {
  await ask(auth.unlock, { password: await encrypt(password) })
  clearLock()
  void queries.invalidateQueries()
}

/** Checks with the server whether the session is still locked: another window may have unlocked it. */
export const askWhetherLocked = async (): Promise<void> => {
  try {
    await ask(auth.userInfo)
    clearLock()
  } catch (error) {
    // a rejection means still locked; an unreachable server means nothing
    if (!(error instanceof Failure)) throw failureOf(error)
  }
}
