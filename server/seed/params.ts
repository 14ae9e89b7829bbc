import { type ParamKey, paramDefinitions } from '#contract/system/known-params.ts'
import type { Db } from '../base/db.ts'

/** Parameters under the names they are known by; what is there already stays as it was set. */
export const sowParams = async (db: Db, values: Readonly<Partial<Record<ParamKey, string>>>): Promise<void> => {
  const there = await db.selectFrom('param').select('paramKey').execute()
  const known = new Set(there.map(({ paramKey }) => paramKey))
  const missing = (Object.entries(values) as [ParamKey, string][]).filter(([key]) => !known.has(key))
  const rows = missing.map(([paramKey, paramValue]) => ({
    ...{ paramKey, paramValue, paramName: paramDefinitions[paramKey].name[0] },
  }))
  if (rows.length) await db.insertInto('param').values(rows).execute()
}
