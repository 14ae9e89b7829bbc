import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/env.ts'

/** Keys and passwords of this installation. None is in the code: the first start creates them. */
export interface Secrets {
  /** Password of the superuser of the embedded PostgreSQL. */
  readonly postgres: string
  /** Password of the database role of the server. */
  readonly database: string
  /** Private SM2 key, 64 hex digits. */
  readonly sm2: string
}

/** Reads DATA_DIR/secrets.json (mode 0600), or creates it. `sm2FromEnv` replaces its SM2 key. */
export const readSecrets = (dataDir: string, sm2FromEnv: string | null): Secrets => {
  const path = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(path)) {
    const random = () => randomBytes(32).toString('hex')
    writeFileSync(`${path}.new`, JSON.stringify({ postgres: random(), database: random(), sm2: random() }), {
      mode: 0o600,
    })
    renameSync(`${path}.new`, path)
  }
  chmodSync(path, 0o600)
  try {
    const { postgres, database, sm2 } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>
    if (!postgres || !database || !sm2) throw new Error('a secret is missing')
    return { postgres, database, sm2: sm2FromEnv ?? sm2 }
  } catch {
    throw new StartupError(
      `${path} cannot be read or is not complete. Restore it from a backup; without it the embedded database stays closed.`,
    )
  }
}
