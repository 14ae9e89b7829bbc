import type { Db } from '../../base/database/db.ts'
import { seedParams } from '../params.ts'

/** Site information of the footer. Numbers are zeros, so that nobody calls them or mistakes them for real filings. */
const siteParams = {
  'site.sponsor': '演示主办单位（虚构）',
  'site.phone': '010-00000000',
  'site.icp': '京ICP备00000000号-1',
  'site.psb': '京公网安备00000000000000号',
} as const

export const seedSite = (db: Db): Promise<void> => seedParams(db, siteParams)
