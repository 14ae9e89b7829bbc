import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { alteredBackup, openStream } from '../base/crypto/sealed-stream.ts'
import type { Secrets } from '../base/crypto/secrets.ts'
import { type Head, type Manifest, parts } from './backup-format.ts'
import { type Part, readJson, readParts } from './backup-parts.ts'
import { type ListedFile, readFileList } from './file-list.ts'
import { migrateLike, openRestore } from './restore-database.ts'

/** The label of the stream of a backup. */
export const backupLabel = 'backup'

/** Reads the parts of a backup file. Throws a Fail that says why it cannot be read. */
export const readBackup = <T>(
  path: string,
  key: Buffer,
  consume: (parts: AsyncGenerator<Part>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> =>
  pipeline(
    createReadStream(path),
    (source: AsyncIterable<Buffer>) => openStream(key, backupLabel, source),
    createGunzip(),
    (source: AsyncIterable<Buffer>) => consume(readParts(source)),
    { signal },
  ) as Promise<T>

const otherFormat = (format: number) =>
  new Fail(
    fill(
      [
        '不能识别的备份格式（{0}），请用生成它的版本恢复',
        'Unknown format of the backup ({0}); restore it with the version that made it',
      ],
      format,
    ),
  )

/** What is done with the parts of a backup beside its tables, while it is read. */
export interface Restoring {
  readonly file?: (file: ListedFile) => Promise<void>
  /** Once all tables are stored. */
  readonly done?: (manifest: Manifest) => Promise<void>
}

const readHead = async (part: Part | undefined): Promise<Head> => {
  if (part?.name !== parts.head) throw alteredBackup()
  const head = await readJson<Head>(part)
  if (head.format !== 1) throw otherFormat(head.format)
  return head
}

/**
 * Restores a backup into an empty database: first the migrations that it names, then its rows, in one transaction that is stored only if
 * everything agrees with the manifest. The database then is as it was; later migrations are the next step.
 */
export const restoreRows = (
  path: string,
  key: Buffer,
  url: string,
  { file, done }: Restoring,
  signal?: AbortSignal,
): Promise<void> =>
  readBackup(
    path,
    key,
    async (all) => {
      const head = await readHead((await all.next()).value)
      await migrateLike(url, head)
      const restore = await openRestore(url, head, signal)
      try {
        let manifest: Manifest | null = null
        for await (const part of all) {
          if (part.name === parts.files && file) for await (const one of readFileList(part)) await file(one)
          else if (part.name.startsWith(parts.table)) await restore.readTable(part.name.slice(parts.table.length), part)
          else if (part.name === parts.manifest) manifest = await readJson<Manifest>(part)
        }
        if (!manifest) throw alteredBackup()
        await restore.finish(manifest)
        await done?.(manifest)
      } finally {
        await restore.close()
      }
    },
    signal,
  )

/** Ends the reading of a backup before its end. */
const enough = new Error('enough')

/** Reads a backup up to the part of this name, which `consume` reads; nothing after it is read. */
const readOnly = <T>(path: string, key: Buffer, name: string, consume: (part: Part) => Promise<T>): Promise<T> => {
  let result: { readonly value: T } | null = null
  return readBackup(path, key, async (all) => {
    for await (const part of all) {
      if (part.name !== name) continue
      result = { value: await consume(part) }
      throw enough
    }
    throw alteredBackup()
  }).catch((error: unknown) => {
    if (error === enough && result) return result.value
    throw error
  })
}

/** The secrets of the installation that a backup was made of. */
export const secretsOfBackup = (path: string, key: Buffer): Promise<Secrets> =>
  readOnly(path, key, parts.secrets, (part) => readJson<Secrets>(part))

/** Calls `each` for the files that a backup lists. */
export const filesOfBackup = (
  path: string,
  key: Buffer,
  each: (file: ListedFile) => Promise<void> | void,
): Promise<void> =>
  readOnly(path, key, parts.files, async (part) => {
    for await (const file of readFileList(part)) await each(file)
  })
