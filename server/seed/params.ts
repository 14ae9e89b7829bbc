import { type ParamKey, paramDefinitions } from '#contract/system/param-definitions.ts'
import type { Db } from '../base/database/db.ts'

/** Inserts parameters that do not exist yet; existing values stay. */
export const seedParams = async (db: Db, values: Readonly<Partial<Record<ParamKey, string>>>): Promise<void> => {
  const existingRows = await db.selectFrom('param').select('paramKey').execute()
  const existingKeys = new Set(existingRows.map(({ paramKey }) => paramKey))
  const missing = (Object.entries(values) as [ParamKey, string][]).filter(([key]) => !existingKeys.has(key))
  const rows = missing.map(([paramKey, paramValue]) => ({
    paramKey,
    paramValue,
    paramName: paramDefinitions[paramKey].name[0],
  }))
  if (rows.length) await db.insertInto('param').values(rows).execute()
}
