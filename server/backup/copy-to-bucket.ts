import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { objectFiles } from '../base/files/object-store.ts'
import type { BackupBucket, BackupEnv } from '../base/process/env.ts'
import { openObjects, partial, pathOfFile } from './file-objects.ts'
import { backupPattern, backupsToKeep } from './generations.ts'
import { backupsIn, idsOfBackups } from './prune.ts'

/** Apart from uploads, which may be in the same bucket. */
const prefix = 'backup/'

/** These services require the bucket in the host name (docs/decisions/0023). */
const hostedAt = /\.(amazonaws\.com|aliyuncs\.com|myqcloud\.com)$/

const open = ({ endpoint, ...bucket }: BackupBucket, outgoingHosts: readonly string[]) => {
  const { hostname } = new URL(endpoint)
  // whoever sets the endpoint of the backups trusts its host
  return objectFiles({ ...bucket, endpoint, isHosted: hostedAt.test(hostname) }, [...outgoingHosts, hostname], prefix)
}

type BucketFiles = Awaited<ReturnType<typeof open>>

/** Removes backups that are not kept from the bucket, and files that none of its backups lists, as far as that can be known here. */
const prune = async (files: BucketFiles, directory: string, key: Buffer, keep: BackupEnv['keep']): Promise<void> => {
  const names = [...(await files.list())]
  const backups = names.filter((name) => backupPattern.test(name))
  const remaining = backupsToKeep(backups, keep)
  const removed = backups.filter((name) => !remaining.has(name))
  for (const name of removed) await files.remove(name)
  const local = await backupsIn(directory)
  // a backup that is only in the bucket may list any file
  if (removed.length === 0 || ![...remaining].every((name) => local.includes(name))) return
  const used = await idsOfBackups(directory, key, [...remaining])
  if (!used) return
  const paths = new Set([...used].map(pathOfFile))
  for (const name of names) if (name.startsWith('files/') && !paths.has(name)) await files.remove(name)
}

/**
 * Copies what the bucket lacks of the backups in a directory, the files before the backups that list them, and prunes the bucket by
 * the same rule. A bucket keeps what the disk of this server has lost. Resolves to the number of copied files.
 */
export const copyToBucket = async (
  bucket: BackupBucket,
  outgoingHosts: readonly string[],
  { directory, key, keep, signal }: { directory: string; key: Buffer; keep: BackupEnv['keep']; signal?: AbortSignal },
): Promise<number> => {
  const files = await open(bucket, outgoingHosts)
  try {
    const existing = await files.list()
    const ids = (await openObjects(directory, key).ids()).filter((id) => !id.endsWith(partial))
    const missing = [...ids.map(pathOfFile), ...(await backupsIn(directory))].filter((name) => !existing.has(name))
    for (const name of missing) {
      signal?.throwIfAborted()
      await files.put(name, createReadStream(join(directory, name)), Number.POSITIVE_INFINITY)
    }
    await prune(files, directory, key, keep)
    return missing.length
  } finally {
    files.close()
  }
}
