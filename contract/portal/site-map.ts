import { call, shaped } from '../kit/call.ts'
import type { ColumnName } from '../news/public.ts'

/** A news column that is visible to visitors. */
export interface SiteMapColumn extends ColumnName {
  id: string
  type: number
}

export const siteMap = {
  columns: call('GET', 'caict-porject/Home/columns', ['站点地图的栏目', 'Columns of the site map'], {
    access: 'public',
    output: shaped<SiteMapColumn[]>(),
  }),
}
