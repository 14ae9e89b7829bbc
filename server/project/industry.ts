import type { industryList } from '#contract/project/industry.ts'
import type { HandlerOf } from '../engine/context.ts'

/** Entries below a code, or of a level; without either the sections. */
export const listIndustries: HandlerOf<typeof industryList> = async (ctx, input) => {
  let query = ctx.db
    .selectFrom('industry')
    .select(['code as indcode', 'name as indname', 'level as indlevel', 'parentCode'])
  if (input.indcode) query = query.where('parentCode', '=', input.indcode)
  else query = query.where('level', '=', input.indlevel ?? 1)
  return query.orderBy('code').limit(2000).execute()
}
