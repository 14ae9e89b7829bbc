import type { Db } from '../../base/db.ts'
import { seedParams } from '../params.ts'

/** What the foot of every page says of the site; zeros where a number belongs, so that nobody takes it for a filing, or calls it. */
const siteParams = {
  'site.sponsor': '演示主办单位（虚构）',
  'site.phone': '010-00000000',
  'site.icp': '京ICP备00000000号-1',
  'site.psb': '京公网安备00000000000000号',
} as const

export const seedSite = (db: Db): Promise<void> => seedParams(db, siteParams)
