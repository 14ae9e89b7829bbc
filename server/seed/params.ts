import { type KnownKey, knownParams } from '#contract/system/known-params.ts'
import type { Db } from '../base/db.ts'

/** Parameters under the names they are known by; what is there already stays as it was set. */
export const sowParams = async (db: Db, values: Readonly<Partial<Record<KnownKey, string>>>): Promise<void> => {
  const there = await db.selectFrom('param').select('paramKey').execute()
  const known = new Set(there.map(({ paramKey }) => paramKey))
  const missing = (Object.entries(values) as [KnownKey, string][]).filter(([key]) => !known.has(key))
  const rows = missing.map(([paramKey, paramValue]) => ({
    ...{ paramKey, paramValue, paramName: knownParams[paramKey].name[0] },
  }))
  if (rows.length) await db.insertInto('param').values(rows).execute()
}
