import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { user } from '#contract/system/user.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx, UserCtx } from '../../engine/context.ts'
import { pageOf } from '../../engine/crud.ts'
import { orderOf } from '../../engine/filter.ts'
import { grantsFor, hiddenFields, platformTenant, rowFilter } from '../../engine/scope.ts'
import { maskFields } from '../access/hidden-fields.ts'

/** Condition on `user_id`: an account that the caller may see, removed ones included. */
export const isVisiblePerson = (ctx: Ctx): Fragment =>
  sql`user_id in (select id from "user" where (${rowFilter(ctx, user)}) or (${rowFilter(ctx, user, 1)}))`

/** As `isVisiblePerson`; administrators of the platform also see rows without an account. */
export const isVisiblePersonOrNobody = (ctx: Ctx): Fragment => {
  const { rights, tenantId } = ctx.actor
  const seesUnknown = rights.administrator && tenantId === platformTenant
  // the view has only rows of the tenant: whoever sees all its accounts need not look for each of them
  if (grantsFor(ctx.actor, user) === null) return seesUnknown ? sql`true` : sql`user_id is not null`
  return seesUnknown ? sql`(user_id is null or ${isVisiblePerson(ctx)})` : isVisiblePerson(ctx)
}

interface Options {
  readonly conditions: readonly Fragment[]
  /** The order unless the caller chooses one. */
  readonly order: Fragment
}

/** A page of a view whose rows describe accounts, without the fields of accounts that the caller may not see. */
export const pageOfPeople = async <T extends AnyEntity>(
  ctx: UserCtx,
  entity: T,
  input: ListInput,
  { conditions, order }: Options,
): Promise<Page<RowOf<T>>> => {
  const hidden = hiddenFields(ctx.actor, user)
  // the real name, the title of an account, is never hidden, so that a keyword always has something to search
  const searchable = {
    ...entity,
    search: ((entity.search ?? []) as readonly string[]).filter((name) => !hidden.has(name)),
  }
  const list = (inside: UserCtx, filters: ListInput) =>
    pageOf(inside, searchable, filters, {
      conditions,
      order: filters.ascs || filters.descs ? orderOf(entity, filters) : order,
    })
  const masked = maskFields(user, 'list', entity.calls.list as Endpoint, list)
  return (await masked(ctx, input)) as Page<RowOf<T>>
}
