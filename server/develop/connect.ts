import type { drivers } from '#contract/develop/datasource.ts'
import { notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { decryptRowSecret } from '../storage/decrypt-row-secret.ts'
import { parseAddress } from './database-address.ts'
import { type ReadableDatabase, readDatabase } from './external-database.ts'

interface StoredSource {
  readonly name: string
  readonly driverClass: keyof typeof drivers
  readonly url: string
  readonly username: string
  readonly password: string
}

/** A data source as it is stored, its password decrypted. Throws 404. */
export const storedSource = async ({ app, db }: Ctx, id: string): Promise<StoredSource> => {
  const row = await db
    .selectFrom('datasource')
    .select(['name', 'driverClass', 'url', 'username', 'password'])
    .where('id', '=', id)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row) throw notFound()
  const source = row as StoredSource
  return { ...source, password: decryptRowSecret(app, source.password, 'datasource.password', source.name) }
}

const readOwn = <T>(ctx: Ctx, work: (to: ReadableDatabase) => Promise<T>): Promise<T> =>
  tx(ctx, async ({ db }) => {
    await sql`set transaction read only`.execute(db)
    return work({
      dialect: 'postgresql',
      schema: 'public',
      read: async <R>(statement: string, values: readonly unknown[] = []) => {
        // the statements of the catalogue number their values
        const parts = statement.split(/\$\d+/)
        const bound = parts.flatMap((part, at) => (at ? [sql`${values[at - 1]}`, sql.raw(part)] : [sql.raw(part)]))
        return run<R>(db, sql.join(bound, sql``))
      },
    })
  })

/**
 * Reads a data source in a read-only transaction, with an entry in the audit; without an id, the database of the platform. Throws a Fail:
 * 404 if there is no such data source, otherwise at `url`.
 */
export const readSource = async <T>(
  ctx: Ctx,
  id: string | null | undefined,
  work: (to: ReadableDatabase) => Promise<T>,
): Promise<T> => {
  if (!id || id === '0') return readOwn(ctx, work)
  const { driverClass, url, username, password } = await storedSource(ctx, id)
  const result = await readDatabase(
    parseAddress(driverClass, url),
    { user: username, password },
    ctx.app.env.outgoingHosts,
    work,
  )
  await writeAudit(ctx, 'datasource', id, 'readDatabase', null, null)
  return result
}
