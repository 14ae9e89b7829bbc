import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { bilingual, fill, type Text } from '#contract/kit/text.ts'
import { createApp } from './app.ts'
import { findBackupKey } from './backup/backup-key.ts'
import { verifyBackup } from './backup/make-backup.ts'
import { withNote } from './backup/note-command.ts'
import { restoreDatabase, restoreFiles, restoreSecrets } from './backup/restore-platform.ts'
import { runBackup } from './backup/run-backup.ts'
import { readSecrets, type Secrets } from './base/crypto/secrets.ts'
import { databaseUrlOf } from './base/database/database-url.ts'
import { openDatabase } from './base/database/db.ts'
import { lockDirectory } from './base/database/lock.ts'
import { urlOfRunning } from './base/database/postgres.ts'
import { hasEmbedded } from './base/database/postgres-home.ts'
import { type Env, readEnv, StartupError } from './base/process/env.ts'
import { exit, onExit, runProcess } from './base/process/exit.ts'
import { makeLog } from './base/process/log.ts'
import type { App } from './engine/context.ts'
import { storeOf } from './storage/file-storage.ts'

/**
 * Commands of backups: `backup [DIR]`, `restore FILE` and `verify FILE`, with the settings of the server. A backup and a verification also
 * work while the server runs.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const print = (text: Text) => printLine(`· ${bilingual(text)}`)

const usage = () =>
  new StartupError('Usage: npm run backup [-- DIRECTORY]; npm run restore -- FILE; npm run verify-backup -- FILE')

const noKey = () =>
  new StartupError(
    'No key of the backups: set BACKUP_KEY or BACKUP_KEY_FILE, or put backup.key into DATA_DIR. Without the key of a backup nobody can restore it.',
  )

const requireKey = (env: Env): Buffer => {
  const key = findBackupKey(env)
  if (!key) throw noKey()
  return key
}

const directUrlIn = (env: Env): string | null => env.databaseDirectUrl ?? env.databaseUrl

/** The database of a running server, or the embedded one, which then runs as long as this command. */
const openUrl = async (env: Env, secrets: Secrets): Promise<string> => {
  const direct = directUrlIn(env)
  if (direct) return direct
  try {
    onExit(lockDirectory(env.dataDir))
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return urlOfRunning(env.dataDir, secrets)
  }
  return databaseUrlOf(env, secrets, (line) => printLine(`· ${line}`))
}

/** The platform without a server: it answers no requests and runs no jobs. */
const openApp = async (env: Env, secrets: Secrets, url: string): Promise<App> => {
  const { db, close } = openDatabase(url, () => {})
  onExit(close)
  const { app, server } = await createApp({
    env: { ...env, jobPlanner: false, jobWorker: false },
    ...{ secrets, db, log: makeLog('warn') },
  })
  onExit(() => server.close())
  return app
}

/** A database server that exists as long as this command, in a temporary directory. */
const openTemporaryUrl = async (env: Env): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'verify-backup-'))
  onExit(() => rmSync(dataDir, { recursive: true, force: true }))
  // root's database runs as another user, who has to pass through
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  return databaseUrlOf({ ...env, dataDir }, readSecrets(dataDir, null), () => {})
}

const backup = async (env: Env, directory: string | undefined) => {
  const secrets = readSecrets(env.dataDir, env.sm2PrivateKey)
  const app = await openApp(env, secrets, await openUrl(env, secrets))
  const stop = new AbortController()
  const to = directory === undefined ? {} : { directory: resolve(directory) }
  const running = withNote({ db: app.db, log: print }, 'backup', to.directory ?? env.backup.directory, () =>
    runBackup(app, { ...to, signal: stop.signal, log: print }),
  )
  // what is not complete is removed before the database stops
  onExit(async () => {
    stop.abort(new Fail(['已停止', 'Stopped']))
    await running.catch(() => {})
  })
  print(await running)
}

const proved: Text = [
  '备份可以恢复：{1} 张表 {0} 行一致，{2} 个文件一致，审计链 {3} 条完整',
  'The backup can be restored: {0} rows of {1} tables and {2} files are equal, {3} entries of the audit chain are intact',
]

/** Where there is no platform, the backup is restored into a server of its own, and nothing is noted anywhere. */
const verify = async (env: Env, path: string) => {
  const key = requireKey(env)
  const url =
    directUrlIn(env) ??
    (await (hasEmbedded(env.dataDir) ? openUrl(env, readSecrets(env.dataDir, null)) : openTemporaryUrl(env)))
  const { db, close } = openDatabase(url, () => {}, { size: 1 })
  onExit(close)
  const work = async () => {
    const { rows, tables, files, entries } = await verifyBackup(url, path, key)
    return { file: path, result: fill(proved, rows, tables, files, entries) }
  }
  print(await withNote({ db, log: print }, 'verifyBackup', path, work))
}

const restoredFiles: Text = [
  '已恢复 {0} 个文件，另有 {1} 个仍在对象存储中，缺少 {2} 个',
  'Restored {0} files; {1} more are still in their bucket, {2} are missing',
]

const restore = async (env: Env, path: string) => {
  const key = requireKey(env)
  mkdirSync(env.dataDir, { recursive: true })
  onExit(lockDirectory(env.dataDir))
  await restoreSecrets(path, key, env.dataDir)
  const secrets = readSecrets(env.dataDir, env.sm2PrivateKey)
  const url = env.databaseDirectUrl ?? (await databaseUrlOf(env, secrets, (line) => printLine(`· ${line}`)))
  const { rows, tables, entries, isIntact } = await restoreDatabase(path, key, url).catch((error: unknown) => {
    print(
      fill(
        ['恢复未完成，请清空 {0} 后重试', 'The restore is not complete; empty {0} before the next attempt'],
        env.dataDir,
      ),
    )
    throw error
  })
  print(fill(['已恢复 {1} 张表 {0} 行', 'Restored {0} rows of {1} tables'], rows, tables))
  print(
    isIntact
      ? fill(['审计链 {0} 条完整', '{0} entries of the audit chain are intact'], entries)
      : fill(['审计链在第 {0} 条之后未通过校验', 'The audit chain is broken after entry {0}'], entries),
  )
  const app = await openApp(env, secrets, url)
  const target = { db: app.db, files: app.files, storeOf: (id: string | null) => storeOf(app, id) }
  // the audit of the copy says that it is one
  print(
    await withNote({ db: app.db, log: print }, 'restore', path, async () => {
      const { count, inBucket, lost } = await restoreFiles(path, key, target, print)
      for (const name of lost) print(fill(['备份中缺少文件 {0}', 'The backup lacks the file {0}'], name))
      return { file: path, result: fill(restoredFiles, count, inBucket, lost.length) }
    }),
  )
  printLine(`· ${join(env.dataDir, 'secrets.json')}: npm start`)
}

const commands: Readonly<Record<string, (env: Env, path: string | undefined) => Promise<void>>> = {
  backup,
  restore: (env, path) => (path === undefined ? Promise.reject(usage()) : restore(env, resolve(path))),
  verify: (env, path) => (path === undefined ? Promise.reject(usage()) : verify(env, resolve(path))),
}

runProcess(async () => {
  const [name = '', path] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw usage()
  await command(readEnv(), path).catch((error: unknown) => {
    throw error instanceof Fail ? new StartupError(bilingual(error.text)) : error
  })
  await exit(0)
})
