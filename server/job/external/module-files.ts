import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'

export const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const missing: Text = [
  '外部处理器 {0} 不存在，或没有启用的版本',
  'There is no external processor {0}, or it has no active version',
]
const changed: Text = [
  '外部处理器 {0} 的内容与其 SHA-256 不符，未执行',
  'The module {0} does not have its SHA-256, so it was not run',
]

/** A module that may be run: its bytes have this hash. */
export interface VerifiedModule {
  readonly hash: string
  readonly source: string
}

const activeHashOf = async ({ db }: App, id: string): Promise<string> => {
  const [row] = await run<{ hash: string }>(
    db,
    sql`select active_hash as hash from job_container where id::text = ${id} and is_deleted = 0 and active_hash is not null`,
  )
  if (!row) throw new Fail(fill(missing, id))
  return row.hash
}

const storedSource = async ({ db }: App, id: string, hash: string): Promise<string> => {
  const [row] = await run<{ source: string }>(
    db,
    sql`select source from job_container_version where container_id::text = ${id} and hash = ${hash}`,
  )
  if (row && hashOf(row.source) === hash) return row.source
  throw new Fail(fill(changed, id))
}

/** Writes a file as a whole or not at all: several workers may share the directory. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}

/**
 * The active version of a module, from the file of this worker. A file that is missing, or whose hash is wrong, is written again from the
 * database. Throws a Fail if there is no active version.
 */
export const readModule = async (app: App, id: string): Promise<VerifiedModule> => {
  const hash = await activeHashOf(app, id)
  const path = join(app.env.jobContainerDir, id, `${hash}.mjs`)
  const bytes = await readFile(path).catch(() => null)
  if (bytes && hashOf(bytes) === hash) return { hash, source: bytes.toString() }
  if (bytes) app.log.warn({ path }, 'a module of an external processor had another content and was written again')
  const source = await storedSource(app, id, hash)
  await writeWhole(path, source)
  return { hash, source }
}
