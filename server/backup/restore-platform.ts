import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'
import { migrate } from '../base/database/migrate.ts'
import { sql } from '../base/database/sql.ts'
import type { FileStore } from '../base/files/file-store.ts'
import { verify } from '../log/verify.ts'
import type { ListedFile, StoreOf } from './file-list.ts'
import { openObjects } from './file-objects.ts'
import { filesOfBackup, restoreRows, secretsOfBackup } from './read-backup.ts'
import { requireEmptyDatabase, withDatabase } from './restore-database.ts'

/** What may be in a data directory into which a backup is restored. */
const ofBackups = ['backups', 'backup.key', 'owner.lock']

const notEmpty = (directory: string) =>
  new Fail(
    fill(
      [
        '目录 {0} 不是空的：只能恢复到空目录（其中可以有 backups 和 backup.key）',
        'The directory {0} is not empty: a backup can only be restored into an empty one (it may have backups and backup.key)',
      ],
      directory,
    ),
  )

/**
 * Begins a restore: puts the secrets of the backup into an empty data directory, for the database that is opened next. Throws a Fail
 * unless the directory is empty and the backup can be read with the key.
 */
export const restoreSecrets = async (path: string, key: Buffer, dataDir: string): Promise<void> => {
  const found = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !ofBackups.includes(name)) : []
  if (found.length) throw notEmpty(dataDir)
  const secrets = await secretsOfBackup(path, key)
  const target = join(dataDir, 'secrets.json')
  writeFileSync(target, JSON.stringify(secrets), { mode: 0o600 })
  chmodSync(target, 0o600)
}

export interface RestoredRows {
  readonly tables: number
  readonly rows: number
  /** Verified entries of the audit chain, and whether it is whole. */
  readonly entries: number
  readonly isIntact: boolean
}

/** Restores the rows of a backup into an empty database, brings it to the version of this code and verifies the audit chain. */
export const restoreDatabase = async (path: string, key: Buffer, url: string): Promise<RestoredRows> => {
  await requireEmptyDatabase(url)
  let [tables, rows] = [0, 0]
  await restoreRows(path, key, url, {
    done: async (manifest) => {
      tables = manifest.tables.length
      rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    },
  })
  const { intact, entries } = await withDatabase(url, async (db) => {
    await migrate(db)
    return verify(db)
  })
  return { tables, rows, entries, isIntact: intact }
}

export interface RestoredFiles {
  /** Files that are on the disk of this server now; those that their bucket still has stay there. */
  readonly count: number
  readonly inBucket: number
  /** What the backup itself does not have. */
  readonly lost: readonly string[]
}

interface FileTarget {
  readonly db: Db
  /** The files on the disk of this server. */
  readonly files: FileStore
  readonly storeOf: StoreOf
}

/** Whether the bucket of a file still has it; not if the bucket cannot be read. */
const isInBucket = async ({ storeOf }: FileTarget, { name, storageId }: ListedFile): Promise<boolean> => {
  if (storageId === null) return false
  const stream = await storeOf(storageId)
    .then((store) => store.read(name))
    .catch(() => null)
  stream?.destroy()
  return stream !== null
}

/**
 * Puts the files of a backup back. A file whose bucket has lost it is stored on the disk, and its row says so; nothing is ever written into
 * a bucket, which may be that of a platform that still runs.
 */
export const restoreFiles = async (
  path: string,
  key: Buffer,
  target: FileTarget,
  log: (text: Text) => void,
): Promise<RestoredFiles> => {
  const objects = openObjects(dirname(path), key)
  let [count, inBucket] = [0, 0]
  const lost: string[] = []
  await filesOfBackup(path, key, async (file) => {
    if (file.state === 'missing') return
    if (await isInBucket(target, file)) return void inBucket++
    const stream = objects.read(file.name)
    if (!stream) return void lost.push(file.name)
    const { sha256 } = (await target.files.put(file.name, stream, Number.POSITIVE_INFINITY)) ?? {}
    if (file.sha256 && file.state === 'complete' && sha256 !== file.sha256)
      log(fill(['文件 {0} 与登记的摘要不符', 'The file {0} differs from its recorded hash'], file.name))
    count++
    if (file.storageId !== null)
      await sql`update attach set storage_id = null where name = ${file.name}`.execute(target.db)
  })
  return { count, inBucket, lost }
}
