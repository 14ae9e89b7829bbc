import { type Db, run } from './db.ts'
import { inOwnSession } from './own-session.ts'
import { migrationSession } from './session-settings.ts'
import { sql } from './sql.ts'

/** Rows of a tenant that differ only in the form of a text that should be unique (contract/kit/fold.ts), the oldest first. */
export interface FoldedDouble {
  /** Name of the unique index, which still compares the texts as they are typed. */
  readonly index: string
  readonly table: string
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly texts: readonly string[]
}

/** All doubles of the platform. Costs next to nothing when there are none. */
export const readFoldedDoubles = (db: Db): Promise<FoldedDouble[]> =>
  run<FoldedDouble>(
    db,
    sql`select index_name as "index", table_name as "table", tenant_id as "tenantId", ids, texts from folded_doubles()`,
  )

/**
 * Makes the unique indexes compare folded texts that could not when the schema changed, because doubles were in the way. Resolves to
 * the doubles that are left. It has a connection of its own, on which building an index may take as long as it needs.
 */
export const foldIndexes = async (db: Db): Promise<FoldedDouble[]> => {
  const unfolded = await run(db, sql`select 1 from unfolded_indexes() limit 1`)
  if (unfolded.length === 0) return []
  return inOwnSession(db, migrationSession, async (own) => {
    await sql`select fold_indexes()`.execute(own)
    return readFoldedDoubles(own)
  })
}
