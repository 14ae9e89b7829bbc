import { type KnownKey, knownParams } from '#contract/system/known-params.ts'
import type { Db } from './db.ts'

/**
 * The values of parameters the platform reads, trimmed; the initial one where there is no row, or one that does not fit. Read
 * anew each time, so that a change binds at once on every server.
 */
export const paramsOf = async <K extends KnownKey>(db: Db, keys: readonly K[]): Promise<Record<K, string>> => {
  const rows = await db
    .selectFrom('param')
    .select(['paramKey', 'paramValue'])
    .where('paramKey', 'in', keys)
    .where('isDeleted', '=', 0)
    .execute()
  const given = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue.trim()]))
  const inForce = (key: K) => {
    const value = given.get(key) ?? ''
    return knownParams[key].fits(value) ? value : knownParams[key].initial
  }
  return Object.fromEntries(keys.map((key) => [key, inForce(key)])) as Record<K, string>
}

export const paramOf = async <K extends KnownKey>(db: Db, key: K): Promise<string> => (await paramsOf(db, [key]))[key]
