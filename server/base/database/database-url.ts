import type { Secrets } from '../crypto/secrets.ts'
import type { Env } from '../process/env.ts'
import { onExit } from '../process/exit.ts'
import { openPostgres } from './postgres.ts'

/**
 * The database of these settings: DATABASE_URL, or else the embedded one, which stops with this process and restarts if it
 * exits earlier.
 */
export const databaseUrlOf = async (env: Env, secrets: Secrets, log: (line: string) => void): Promise<string> => {
  if (env.databaseUrl) return env.databaseUrl
  const opening = openPostgres(env.dataDir, secrets, { log, restartOnExit: true })
  // registered before it is open, so that a stop during the start leaves no process behind
  onExit(() =>
    opening.then(
      (postgres) => postgres.stop(),
      () => {}, // the start itself reports why it did not open
    ),
  )
  return (await opening).url()
}
