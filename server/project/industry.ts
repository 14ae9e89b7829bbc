import { localize } from '#contract/kit/text.ts'
import type { industryList } from '#contract/project/industry.ts'
import type { HandlerOf } from '../engine/context.ts'
import { bothNames } from '../engine/labels.ts'

/** Entries below a code, or of a level; the sections (level 1) if neither is given. At most 2000 entries. */
export const listIndustries: HandlerOf<typeof industryList> = async (ctx, input) => {
  let query = ctx.db.selectFrom('industry').select(['code', 'name', 'nameEn', 'level', 'parentCode'])
  if (input.indcode) query = query.where('parentCode', '=', input.indcode)
  else query = query.where('level', '=', input.indlevel ?? 1)
  const rows = await query.orderBy('code').limit(2000).execute()
  return rows.map((row) => ({
    indcode: row.code,
    indname: localize(bothNames(row), ctx.lang),
    indlevel: row.level,
    parentCode: row.parentCode,
  }))
}
