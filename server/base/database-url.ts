import type { Env } from './env.ts'
import { onExit } from './exit.ts'
import { openPostgres } from './postgres.ts'
import type { Secrets } from './secrets.ts'

/**
 * The database of these settings: the one DATABASE_URL names, or the embedded one, which ends with this process and is started again
 * where it ends before.
 */
export const databaseUrlOf = async (env: Env, secrets: Secrets, log: (line: string) => void): Promise<string> => {
  if (env.databaseUrl) return env.databaseUrl
  const opening = openPostgres(env.dataDir, secrets, { log, restartOnExit: true })
  // known before it is open, so that a stop in the middle of the start leaves no process behind
  onExit(() =>
    opening.then(
      (postgres) => postgres.stop(),
      () => {}, // the start itself reports why it did not open
    ),
  )
  return (await opening).url()
}
