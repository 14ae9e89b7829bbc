import { join } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import manifest from '../../package.json' with { type: 'json' }
import { directUrlOf, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App } from '../engine/context.ts'
import { storeOf } from '../storage/file-storage.ts'
import { backupKeyOf } from './backup-key.ts'
import { copyToBucket } from './copy-to-bucket.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import type { Done } from './note-command.ts'
import { pruneBackups } from './prune.ts'

export interface RunOptions {
  /** Another directory than that of the settings: then nothing is copied to the bucket, and no earlier backup is removed. */
  readonly directory?: string
  readonly signal?: AbortSignal
  readonly log: (text: Text) => void
  readonly step?: (done: number, total: number) => void
}

const record = (app: App, directory: string, backup: Backup, isCopied: boolean | null) => {
  const { name, startedAt, bytes, files, proof, doubt } = backup
  const [rows, read, entries] = [proof?.rows ?? null, proof?.files ?? null, proof?.entries ?? null]
  return run(
    app.db,
    sql`insert into backup (name, directory, started_at, bytes, files, missing_files, proved_rows, proved_files, proved_entries,
        doubt, doubt_en, is_copied)
      values (${name}, ${directory}, ${startedAt}::timestamptz, ${bytes}, ${files.count}, ${files.missing}, ${rows}, ${read}, ${entries},
        ${doubt?.[0] ?? null}, ${doubt?.[1] ?? null}, ${isCopied})`,
  )
}

const notCopied = (message: string) =>
  new Fail(
    fill(
      ['备份已写入，但未能复制到对象存储：{0}', 'The backup was made, but could not be copied to the bucket: {0}'],
      message,
    ),
  )

const summary = ({ name, proof, doubt, files }: Backup): Text => {
  if (!proof) return [`${name}：${doubt?.[0] ?? ''}`, `${name}: ${doubt?.[1] ?? ''}`]
  const missing: Text = files.missing
    ? [`；${files.missing} 个文件在存储中不存在`, `; ${files.missing} files are missing in their storage`]
    : ['', '']
  return [
    `${name}：已恢复验证，${proof.tables} 张表 ${proof.rows} 行一致，读取 ${proof.files} 个文件，审计链 ${proof.entries} 条完整${missing[0]}`,
    `${name}: restored and compared, ${proof.rows} rows of ${proof.tables} tables, ${proof.files} files read, ${proof.entries} entries of the audit chain intact${missing[1]}`,
  ]
}

/** Copies to the bucket of the settings, if there is one; resolves to the error, or to whether there is one. */
const copy = async (app: App, directory: string, key: Buffer, { log, signal }: RunOptions) => {
  const { bucket, keep } = app.env.backup
  if (!bucket) return { isCopied: null, error: null }
  try {
    const count = await copyToBucket(bucket, app.env.outgoingHosts, { directory, key, keep, ...(signal && { signal }) })
    log(fill(['已复制 {0} 个文件到对象存储', 'Copied {0} files to the bucket'], count))
    return { isCopied: true, error: null }
  } catch (error) {
    return { isCopied: false, error: notCopied((error as Error).message) }
  }
}

/**
 * Makes a backup with the settings of this server, proves it, removes those that are no longer kept, copies to the bucket and records the
 * result; resolves to the file and what is known of it. Throws a Fail if its proof or the copy has failed; the backup stays then, and no
 * earlier one is removed for a faulty one.
 */
export const runBackup = async (app: App, options: RunOptions): Promise<Done> => {
  const { env, secrets, db } = app
  const { signal, log, step } = options
  const directory = options.directory ?? env.backup.directory
  const key = backupKeyOf(env)
  const backup = await makeBackup({
    ...{ url: directUrlOf(db), secrets, version: manifest.version, directory, key, signal, log, step },
    storeOf: (storageId) => storeOf(app, storageId),
  })
  const isScheduled = options.directory === undefined
  if (isScheduled && !backup.isFaulty)
    for (const name of await pruneBackups(directory, key, env.backup.keep))
      log(fill(['已删除不再保留的备份 {0}', 'Deleted the backup {0}, which is no longer kept'], name))
  const { isCopied, error } =
    isScheduled && !backup.isFaulty ? await copy(app, directory, key, options) : { isCopied: null, error: null }
  await record(app, directory, backup, isCopied)
  if (backup.isFaulty) throw new Fail(summary(backup))
  if (error) throw error
  return { file: join(directory, backup.name), result: summary(backup) }
}
