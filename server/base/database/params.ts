import { type ParamKey, paramDefinitions } from '#contract/system/param-definitions.ts'
import type { Db } from './db.ts'

/**
 * The values of platform parameters, trimmed; the initial value if the row is missing or invalid. Not cached, so that a
 * change applies at once on every server.
 */
export const paramsOf = async <K extends ParamKey>(db: Db, keys: readonly K[]): Promise<Record<K, string>> => {
  const rows = await db
    .selectFrom('param')
    .select(['paramKey', 'paramValue'])
    .where('paramKey', 'in', keys)
    .where('isDeleted', '=', 0)
    .execute()
  const valuesByKey = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue.trim()]))
  const currentValue = (key: K) => {
    const value = valuesByKey.get(key) ?? ''
    return paramDefinitions[key].isValid(value) ? value : paramDefinitions[key].initial
  }
  return Object.fromEntries(keys.map((key) => [key, currentValue(key)])) as Record<K, string>
}

export const paramOf = async <K extends ParamKey>(db: Db, key: K): Promise<string> => (await paramsOf(db, [key]))[key]
