import type pg from 'pg'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { migrate } from '../base/database/migrate.ts'
import { verify } from '../log/verify.ts'
import { hashed, type Manifest } from './backup-format.ts'
import type { ListedFile } from './file-list.ts'
import type { Objects } from './file-objects.ts'
import { restoreRows } from './read-backup.ts'
import { compareRows, withDatabase } from './restore-database.ts'
import { withScratchDatabase } from './scratch.ts'

/** What a proof has found in the restored copy. */
export interface Proof {
  readonly rows: number
  readonly tables: number
  /** Files whose content was read and compared with its hash. */
  readonly files: number
  /** Verified entries of the audit chain. */
  readonly entries: number
}

const lostFile = (name: string) => new Fail(fill(['备份中缺少文件 {0}', 'The backup lacks the file {0}'], name))
const changedFile = (name: string) =>
  new Fail(
    fill(['备份中的文件 {0} 与登记的摘要不符', 'The file {0} of the backup differs from its recorded hash'], name),
  )

/** Reads a file of a backup; throws a Fail unless it has the content that its row says. */
const checkFile = async (objects: Objects, { name, sha256, state }: ListedFile): Promise<void> => {
  const stream = objects.read(name)
  if (!stream) throw lostFile(name)
  const content = hashed(stream)
  for await (const _ of content.bytes);
  if (sha256 && state === 'complete' && content.sha256() !== sha256) throw changedFile(name)
}

const whyBroken: Readonly<Record<NonNullable<Awaited<ReturnType<typeof verify>>['broken']>['why'], Text>> = {
  number: ['编号不连续', 'a number is missing'],
  changed: ['内容被改动', 'it was changed'],
  missing: ['记录缺失', 'it is missing'],
  inserted: ['事后插入', 'it was inserted later'],
  anchor: ['与存证不符', 'it differs from an anchor'],
}

const brokenChain = (no: number, why: Text) =>
  new Fail(
    fill(
      [
        '恢复出来的审计链在第 {0} 条未通过校验（{1}）',
        'The audit chain of the restored copy is broken at entry {0} ({1})',
      ],
      no,
      why,
    ),
  )

export interface Provable {
  /** The connection that holds the lock of backups, and the address of its database. */
  readonly client: pg.Client
  readonly url: string
  readonly path: string
  readonly key: Buffer
  readonly objects: Objects
  /** Which files are read; that all others exist is checked as well. */
  readonly isRead: (file: ListedFile, index: number) => boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Restores a backup from the disk into a scratch database of the same server, counts and compares its rows and its files, verifies the
 * audit chain of the copy and applies later migrations. Throws a Fail that says what is wrong.
 */
export const proveBackup = ({ client, url, path, key, objects, isRead, signal }: Provable): Promise<Proof> =>
  withScratchDatabase(client, url, async (scratchUrl) => {
    let [index, files] = [0, 0]
    const readFile = async (file: ListedFile) => {
      signal?.throwIfAborted()
      if (file.state === 'missing') return
      if (!objects.has(file.name)) throw lostFile(file.name)
      if (!isRead(file, index++)) return
      await checkFile(objects, file)
      files++
    }
    let tables: Manifest['tables'] = []
    const compare = async (manifest: Manifest) => {
      tables = manifest.tables
      await compareRows(scratchUrl, manifest, signal)
    }
    await restoreRows(path, key, scratchUrl, { file: readFile, done: compare }, signal)
    signal?.throwIfAborted()
    const entries = await withDatabase(scratchUrl, async (db) => {
      const chain = await verify(db)
      if (chain.broken) throw brokenChain(chain.broken.no, whyBroken[chain.broken.why])
      await migrate(db)
      return chain.entries
    })
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, files, entries }
  })
