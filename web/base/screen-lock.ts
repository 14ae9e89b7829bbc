import { auth } from '#contract/auth.ts'
import { ask, Failure, failureOf, queries } from './caller.ts'
import { clearLock, raiseLock } from './lock-flag.ts'
import { encrypt } from './login.ts'

/** Time in which the menu that was pressed is seen to close (specification 000, section 4). */
const delay = 100

/** Locks the session on the server under a password and the screen of every window; throws the server's sentence. */
export const lockScreen = async (password: string): Promise<void> => {
  await ask(auth.lock, { password: await encrypt(password) })
  raiseLock(delay)
}

/** Opens both again. What was refused in the meantime is asked for anew. */
export const unlockScreen = async (password: string): Promise<void> => {
  await ask(auth.unlock, { password: await encrypt(password) })
  clearLock()
  void queries.invalidateQueries()
}

/** Asks the server whether the session is locked at all: it may have been unlocked while this window was not running. */
export const askWhetherLocked = async (): Promise<void> => {
  try {
    await ask(auth.userInfo)
    clearLock()
  } catch (error) {
    // the refusal says that it is; that the server was not reached says nothing
    if (!(error instanceof Failure)) throw failureOf(error)
  }
}
