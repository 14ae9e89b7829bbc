import type { siteMap } from '#contract/portal/site-map.ts'
import type { CallHandlers } from '../engine/context.ts'
import { listPublicColumns } from '../news/visible-columns.ts'

export const siteMapCalls: CallHandlers<typeof siteMap> = {
  columns: async (ctx) => (await listPublicColumns(ctx)).map(({ id, name, lang, type }) => ({ id, name, lang, type })),
}
