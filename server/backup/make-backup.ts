import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGzip } from 'node:zlib'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { sealStream } from '../base/crypto/sealed-stream.ts'
import type { Secrets } from '../base/crypto/secrets.ts'
import { wireTime } from '../base/process/clock.ts'
import { type FileCounts, type Head, type Manifest, parts } from './backup-format.ts'
import { jsonPart, type Part, writeParts } from './backup-parts.ts'
import { openSnapshot, type Snapshot } from './dump-database.ts'
import { fileList, type StoreOf } from './file-list.ts'
import { openObjects, partial, writeFileFrom } from './file-objects.ts'
import { backupName, backupPattern } from './generations.ts'
import { type Proof, proveBackup } from './prove-backup.ts'
import { backupLabel } from './read-backup.ts'
import { dropLeftDatabases, lockBackups, missingRight } from './scratch.ts'

export interface BackupOptions {
  /** Address of the database. */
  readonly url: string
  readonly secrets: Secrets
  /** The version of the platform. */
  readonly version: string
  readonly storeOf: StoreOf
  readonly directory: string
  readonly key: Buffer
  readonly signal?: AbortSignal | undefined
  readonly log: (text: Text) => void
  /** Reports progress: tables that are written, of all. */
  readonly step?: ((done: number, total: number) => void) | undefined
}

export interface Backup {
  readonly name: string
  readonly startedAt: string
  /** Bytes of the backup itself, and of the files that no earlier one had. */
  readonly bytes: number
  readonly files: FileCounts
  /** What was proved; null with `doubt`, which says why not. */
  readonly proof: Proof | null
  readonly doubt: Text | null
  /** Whether the doubt is a fault of the backup, not of the rights of the role. */
  readonly isFaulty: boolean
}

const alreadyRunning = () =>
  new Fail(['另一个备份正在进行，请稍后再试', 'Another backup is being made; please try again later'], 409)
const written: Text = ['已写入 {0}（{1} 字节）', 'Wrote {0} ({1} bytes)']
const proving: Text = ['开始验证', 'Proving it']
const restoreFailed: Text = ['恢复验证失败：{0}', 'The restore that proves the backup failed: {0}']

/** Removes what runs that were killed have left. */
const removePartial = async (directory: string): Promise<void> => {
  for (const name of existsSync(directory) ? await readdir(directory) : [])
    if (name.endsWith(partial) && backupPattern.test(name.slice(0, -partial.length))) await rm(join(directory, name))
}

/** Rows as text shrink at any level; a higher one mostly costs processor time. */
const compressionLevel = 2

/** Writes all parts of a backup to `path`; what they contain is of one moment. */
const writeBackup = async (path: string, startedAt: string, snapshot: Snapshot, options: BackupOptions) => {
  const { key, secrets, version, storeOf, directory, signal, step } = options
  const list = fileList(snapshot, openObjects(directory, key), storeOf, signal)
  const head: Head = {
    format: 1,
    createdAt: startedAt,
    version,
    migrations: snapshot.migrations,
    indexes: snapshot.indexes,
  }
  const allParts = async function* (): AsyncGenerator<Part> {
    yield jsonPart(parts.head, head)
    yield jsonPart(parts.secrets, secrets)
    yield list.part
    let done = 0
    for await (const table of snapshot.tables()) {
      yield table
      step?.(++done, snapshot.count)
    }
    const manifest: Manifest = {
      tables: snapshot.dumped(),
      sequences: await snapshot.sequences(),
      files: list.counts(),
    }
    yield jsonPart(parts.manifest, manifest)
  }
  const seal = (source: AsyncIterable<Buffer>) => sealStream(key, backupLabel, source)
  await writeFileFrom(path, [writeParts(allParts()), createGzip({ level: compressionLevel }), seal], signal)
  return { files: list.counts(), fresh: new Set(list.fresh()) }
}

/** Files that no earlier backup had are read in each proof, of the others each seventh, so that a week reads all of them. */
const isInSample = (index: number) => index % 7 === Math.floor(Date.now() / 86_400_000) % 7

/**
 * Makes one backup in the directory and proves it by restoring what was written. Throws if none could be made; a backup whose proof has
 * failed stays, and the result says why. A stop by the signal leaves no file behind.
 */
export const makeBackup = async (options: BackupOptions): Promise<Backup> => {
  const { url, directory, key, signal, log } = options
  const session = await lockBackups(url, signal)
  if (!session) throw alreadyRunning()
  const startedAt = wireTime()
  const name = backupName(startedAt)
  const path = join(directory, name + partial)
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removePartial(directory)
    await dropLeftDatabases(session.client)
    const snapshot = await openSnapshot(url, signal)
    const { files, fresh } = await writeBackup(path, startedAt, snapshot, options).finally(snapshot.close)
    const { size } = await stat(path)
    const right = await missingRight(session.client)
    log(fill(written, name, size))
    log(right ?? proving)
    const result = { name, startedAt, bytes: size, files, proof: null, doubt: right, isFaulty: false }
    const objects = openObjects(directory, key)
    const isRead = ({ name }: { readonly name: string }, index: number) => fresh.has(name) || isInSample(index)
    const proved = right
      ? {}
      : await proveBackup({ client: session.client, url, path, key, objects, isRead, signal }).then(
          (proof) => ({ proof }),
          (error: Error) => {
            if (signal?.aborted) throw error
            return { doubt: error instanceof Fail ? error.text : fill(restoreFailed, error.message), isFaulty: true }
          },
        )
    await rename(path, join(directory, name))
    return { ...result, ...proved }
  } catch (error) {
    await rm(path, { force: true })
    throw signal?.aborted ? signal.reason : error
  } finally {
    await session.close()
  }
}

/** Proves a backup again, with all of its files, on the server of this database. Throws a Fail that says what is wrong. */
export const verifyBackup = async (url: string, path: string, key: Buffer): Promise<Proof> => {
  const session = await lockBackups(url)
  if (!session) throw alreadyRunning()
  try {
    const right = await missingRight(session.client)
    if (right) throw new Fail(right)
    await dropLeftDatabases(session.client)
    const objects = openObjects(dirname(path), key)
    return await proveBackup({ client: session.client, url, path, key, objects, isRead: () => true })
  } finally {
    await session.close()
  }
}
