import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { seal } from '#server/log/chain.ts'

/** The number of audit entries that are not in the chain yet. */
export const countUnsealed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit a
    where not exists (select from audit_seal s where s.audit_id = a.id)`.execute(db)
  return rows[0]?.n ?? 0
}

/** Seals all waiting entries; the server's own timer may seal some of them first. */
export const sealAll = async (db: Db): Promise<void> => {
  while (await countUnsealed(db)) await seal(db)
}
