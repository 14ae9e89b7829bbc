import { dataScope } from '#contract/system/data-scope.ts'
import type { Platform } from './platform.ts'

export interface ScopeValues {
  readonly scopeValue?: string
  readonly scopeField?: string
}

/** Runs with other values of the data scope of offices, for those who sign in meanwhile. */
export const withOfficeScope = async (platform: Platform, values: ScopeValues, work: () => Promise<void>) => {
  const admin = await platform.admin()
  const { records } = await admin.get(dataScope.calls.list, { scopeName: '本地区已提交申报' })
  const id = String(records[0]?.id)
  const [before] = await platform.db
    .selectFrom('dataScope')
    .select(['scopeValue', 'scopeField'])
    .where('id', '=', id)
    .execute()
  const set = (columns: object) => platform.db.updateTable('dataScope').set(columns).where('id', '=', id).execute()
  await set(values)
  try {
    await work()
  } finally {
    await set(before ?? {})
  }
}
