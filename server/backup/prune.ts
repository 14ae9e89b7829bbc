import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupEnv } from '../base/process/env.ts'
import { openObjects } from './file-objects.ts'
import { backupPattern, backupsToKeep } from './generations.ts'
import { filesOfBackup } from './read-backup.ts'

/** The backups in a directory, by name. */
export const backupsIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => backupPattern.test(name)).sort()

/** The ids of the files that backups list; null if one of them cannot be read, as with another key. */
export const idsOfBackups = async (
  directory: string,
  key: Buffer,
  names: readonly string[],
): Promise<Set<string> | null> => {
  const { idOf } = openObjects(directory, key)
  const ids = new Set<string>()
  for (const name of names) {
    const isRead = await filesOfBackup(join(directory, name), key, (file) => void ids.add(idOf(file.name))).then(
      () => true,
      () => false,
    )
    if (!isRead) return null
  }
  return ids
}

/**
 * Removes the backups that are not kept, and files that no backup lists any more. While a backup cannot be read, no file is removed, for it
 * may be one of that backup. Resolves to the names of the removed backups.
 */
export const pruneBackups = async (directory: string, key: Buffer, keep: BackupEnv['keep']): Promise<string[]> => {
  const names = await backupsIn(directory)
  const remaining = backupsToKeep(names, keep)
  const removed = names.filter((name) => !remaining.has(name))
  for (const name of removed) await rm(join(directory, name), { force: true })
  if (removed.length === 0) return []
  const objects = openObjects(directory, key)
  const used = await idsOfBackups(directory, key, [...remaining])
  for (const id of used ? await objects.ids() : []) if (!used?.has(id)) await objects.remove(id)
  return removed
}
