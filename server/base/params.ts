import { type KnownKey, knownParams } from '#contract/system/known-params.ts'
import type { Db } from './db.ts'

/**
 * The value of a parameter the platform reads, trimmed; its initial one where there is no row, or one that does not fit. Read
 * anew each time, so that a change binds at once on every server.
 */
export const paramOf = async (db: Db, key: KnownKey): Promise<string> => {
  const row = await db
    .selectFrom('param')
    .select('paramValue')
    .where('paramKey', '=', key)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  const value = row?.paramValue.trim() ?? ''
  return knownParams[key].fits(value) ? value : knownParams[key].initial
}
