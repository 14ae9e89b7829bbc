import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App } from '../engine/context.ts'
import { storeOf } from '../storage/file-storage.ts'
import type { MapReduce } from './run/processor.ts'

/** Files of one subtask, and the ids of files that its result names. */
const batchSize = 200
const maxNamed = 20

interface Batch {
  readonly from: string
  readonly to: string
}

/** What was found in a batch: how many files were read, and those that are absent or altered, by name. */
interface Findings {
  readonly count: number
  readonly faulty: readonly string[]
}

const stored = sql`is_deleted = 0 and name is not null and sha256 is not null`

const readBatches = (db: Db) =>
  run<Batch>(
    db,
    sql`select min(id)::text as "from", max(id)::text as "to" from (
        select id, (row_number() over (order by id) - 1) / ${batchSize}::integer as batch from attach where ${stored}) a
      group by batch order by batch`,
  )

interface FileRow {
  readonly name: string
  readonly originalName: string
  readonly sha256: string
  readonly storageId: string | null
}

/** Whether a file is there with the bytes that were uploaded. */
const isIntact = async (app: App, { name, sha256, storageId }: FileRow): Promise<boolean> => {
  const bytes = await (await storeOf(app, storageId)).read(name)
  if (!bytes) return false
  const hash = createHash('sha256')
  bytes.on('data', (chunk: Buffer) => hash.update(chunk))
  await finished(bytes)
  return hash.digest('hex') === sha256
}

const checkBatch = async (app: App, { from, to }: Batch, signal: AbortSignal): Promise<Findings> => {
  const files = await run<FileRow>(
    app.db,
    sql`select name, original_name as "originalName", sha256, storage_id::text as "storageId" from attach
      where ${stored} and id between ${from} and ${to} order by id`,
  )
  const faulty: string[] = []
  for (const file of files) {
    signal.throwIfAborted()
    if (!(await isIntact(app, file))) faulty.push(file.originalName)
  }
  return { count: files.length, faulty: faulty.slice(0, maxNamed) }
}

const faultyText: Text = ['{0} 个文件缺失或已损坏：{1}', '{0} files are missing or damaged: {1}']
const unreadText: Text = ['{0} 批文件未能核对：{1}', '{0} batches of files could not be checked: {1}']
const intactText: Text = ['已核对 {0} 个文件，均完好', 'Checked {0} files; all are intact']

/** Compares every stored file with the checksum of its upload; the workers share the files. */
export const fileCheck: MapReduce = {
  root: async ({ app }, map) => map('batch', await readBatches(app.db)),
  subtask: ({ app, signal }, { input }) => checkBatch(app, input as Batch, signal),
  reduce: async (_, results) => {
    const findings = results.filter(({ isFailed }) => !isFailed).map(({ output }) => output as Findings)
    const faulty = findings.flatMap((one) => one.faulty)
    if (faulty.length) throw new Fail(fill(faultyText, faulty.length, faulty.slice(0, maxNamed).join(', ')))
    const unread = results.filter(({ isFailed }) => isFailed)
    if (unread.length) throw new Fail(fill(unreadText, unread.length, unread[0]?.text ?? ''))
    const count = findings.reduce((sum, one) => sum + one.count, 0)
    return count ? fill(intactText, count) : null
  },
}
