import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, StartupError } from '../base/process/env.ts'

const keyDigits = /^[0-9a-f]{64}$/i

/** The file that has the key where no setting names one. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'backup.key')

const readKeyFile = (path: string): Buffer => {
  if (!existsSync(path)) throw new StartupError(`BACKUP_KEY_FILE names ${path}, which does not exist.`)
  const text = readFileSync(path, 'utf8').trim()
  if (!keyDigits.test(text)) throw new StartupError(`${path} must contain 64 hexadecimal digits.`)
  return Buffer.from(text, 'hex')
}

type KeyEnv = Pick<Env, 'dataDir' | 'backup'>

/** Whether the key lies only beside the data that it protects, so that both are lost together. */
export const isKeyWithData = ({ backup }: KeyEnv): boolean => !backup.key && !backup.keyFile

/** The key of BACKUP_KEY, of BACKUP_KEY_FILE or of the data directory; null if there is none. */
export const findBackupKey = ({ dataDir, backup }: KeyEnv): Buffer | null => {
  if (backup.key) return Buffer.from(backup.key, 'hex')
  if (backup.keyFile) return readKeyFile(backup.keyFile)
  return existsSync(keyFileIn(dataDir)) ? readKeyFile(keyFileIn(dataDir)) : null
}

/** The key for new backups; the first one of a data directory without a setting creates it, with mode 0600. */
export const backupKeyOf = (env: KeyEnv): Buffer => {
  const key = findBackupKey(env)
  if (key) return key
  const path = keyFileIn(env.dataDir)
  const created = randomBytes(32)
  // fails if another process has just created it
  writeFileSync(path, `${created.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return created
}
