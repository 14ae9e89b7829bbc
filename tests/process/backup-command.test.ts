import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launch, newDataDir } from '../support/process.ts'

/** Runs a command of backups to its end; resolves to its exit code and its output. */
const runCommand = async (dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) => {
  const command = launch(dataDir, env, [process.execPath, 'dist/backup-command.js', ...args])
  return [await command.exitCode, command.output()]
}

test('a backup beside a running server is restored on an empty machine with its key only, and the same password logs in there', async () => {
  const [from, to] = [newDataDir(), newDataDir()]
  const server = launch(from)
  await server.url
  const copies = join(from, 'copies')
  expect(await runCommand(from, {}, 'backup', copies)).toEqual([0, expect.stringContaining('restored and compared')])
  const key = join(from, 'backup.key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  await server.end('SIGTERM')
  const file = join(copies, readdirSync(copies).find((name) => name.endsWith('.backup')) as string)
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
  expect((await launch(to).admin()).token).not.toBeNull()
})
