import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { type LaunchedServer, launch, newDataDir } from '../support/process.ts'

/** Runs a command of backups to its end; resolves to its exit code and its output. */
const runCommand = async (dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) => {
  const command = launch(dataDir, env, [process.execPath, 'dist/backup-command.js', ...args])
  return [await command.exitCode, command.output()]
}

/** What the audit says of the commands of backups, the newest first: account, action, outcome, record, and file and result. */
const notesOf = async (server: LaunchedServer) => {
  const admin = await server.admin()
  const english = { 'blade-language': 'en' }
  const { records } = await admin.get(audit.calls.list, { entity_equal: 'backup' }, english)
  return Promise.all(
    records.map(async ({ id }) => {
      const { createBy, verbName, outcomeName, rowTitle, changes } = await admin.get(
        audit.calls.detail,
        { id },
        english,
      )
      const after = (name: string) => changes.find((change) => change.name === name)?.after
      return [createBy, verbName, outcomeName, rowTitle, after('file'), after('result') ?? after('refusal')]
    }),
  )
}

test('a backup beside a running server is restored on an empty machine with its key only, and the same password logs in there; the audit has notes of it', async () => {
  const [from, to] = [newDataDir(), newDataDir()]
  const server = launch(from)
  await server.url
  const copies = join(from, 'copies')
  expect(await runCommand(from, {}, 'backup', copies)).toEqual([0, expect.stringContaining('restored and compared')])
  const key = join(from, 'backup.key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const file = join(copies, readdirSync(copies).find((name) => name.endsWith('.backup')) as string)
  const otherKey = runCommand(from, { BACKUP_KEY: '0'.repeat(64) }, 'verify', file)
  expect(await otherKey).toEqual([1, expect.stringContaining('encrypted with another key')])
  const [name, isOther] = [basename(file), expect.stringContaining('another key')]
  expect(await notesOf(server)).toEqual([
    ['npm run verify-backup', 'Backup proved', 'Failed', name, file, isOther],
    ['npm run backup', 'Backed up', 'Succeeded', name, file, expect.stringContaining('restored and compared')],
  ])
  await server.end('SIGTERM')
  expect(await runCommand(to, {}, 'restore', file)).toEqual([
    1,
    expect.stringContaining('Without the key of a backup nobody can restore it.'),
  ])
  expect(await runCommand(to, { BACKUP_KEY_FILE: key }, 'restore', file)).toEqual([
    0,
    expect.stringContaining('entries of the audit chain are intact'),
  ])
  expect(await runCommand(to, { BACKUP_KEY_FILE: key }, 'restore', file)).toEqual([
    1,
    expect.stringContaining('is not empty: a backup can only be restored into an empty one'),
  ])
  expect(await notesOf(launch(to))).toEqual([
    ['npm run restore', 'Restored', 'Succeeded', name, file, expect.stringMatching(/^Restored 0 files/)],
  ])
  const nowhere = newDataDir()
  expect(await runCommand(nowhere, { BACKUP_KEY_FILE: key }, 'verify', file)).toEqual([
    0,
    expect.stringContaining('The backup can be restored'),
  ])
  expect(existsSync(nowhere)).toBe(false)
})
