import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Fragment } from '../base/database/db.ts'
import type { UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { withCategoryNames } from '../flow/category-names.ts'

/** Filters that clients of the family send in addition to those by field; `time` is the column that the dates restrict. */
const familyFilters = ({ category, beginDate, endDate }: ListInput, time: Fragment): Fragment[] => [
  ...(category ? [sql`category = ${String(category)}`] : []),
  ...(beginDate ? [sql`${time} >= ${String(beginDate)}::date`] : []),
  ...(endDate ? [sql`${time} < ${String(endDate)}::date + 1`] : []),
]

interface WorkList {
  readonly conditions: readonly Fragment[]
  readonly order: Fragment
  readonly time: Fragment
  readonly status: 'claim' | 'todo' | 'finish'
}

/** One page of a list of 我的事务. */
export const workPage = async <T extends AnyEntity>(
  ctx: UserCtx,
  entity: T,
  input: ListInput,
  { conditions, order, time, status }: WorkList,
): Promise<Page<RowOf<T>>> => {
  // every row of a list has the same status
  const { category, beginDate, endDate, status: _, ...filters } = input
  const page = await pageOf(ctx, entity, filters, {
    conditions: [...conditions, ...familyFilters({ category, beginDate, endDate }, time)],
    ...(input.ascs || input.descs ? {} : { order }),
  })
  return withCategoryNames({ ...page, records: page.records.map((row) => ({ ...row, status })) })
}
