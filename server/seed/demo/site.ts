import { type KnownKey, knownParams } from '#contract/system/known-params.ts'
import type { Db } from '../../base/db.ts'

/** Zeros where a number belongs: nobody takes them for a filing, or calls them. */
const said: Partial<Record<KnownKey, string>> = {
  'site.sponsor': '演示主办单位（虚构）',
  'site.phone': '010-00000000',
  'site.icp': '京ICP备00000000号-1',
  'site.psb': '京公网安备00000000000000号',
}

/** What the foot of every page says of the site of the demonstration; what is set already stays. */
export const sowSite = async (db: Db): Promise<void> => {
  const there = await db.selectFrom('param').select('paramKey').execute()
  const missing = (Object.entries(said) as [KnownKey, string][]).filter(
    ([key]) => !there.some(({ paramKey }) => paramKey === key),
  )
  if (missing.length)
    await db
      .insertInto('param')
      .values(
        missing.map(([paramKey, paramValue]) => ({ paramName: knownParams[paramKey].name[0], paramKey, paramValue })),
      )
      .execute()
}
