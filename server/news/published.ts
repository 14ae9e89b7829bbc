import { expressionBuilder } from 'kysely'
import type { ColumnType } from '#contract/news/column-types.ts'
import { releaseStates } from '#contract/news/release.ts'
import { contains } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Tables } from '../base/database/tables.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'

/** The public columns, optionally of some kinds. The portal has only columns of the platform tenant. */
export const publicColumns = ({ db }: Ctx, kinds?: readonly ColumnType[]) => {
  const query = db
    .selectFrom('column')
    .where('tenantId', '=', platformTenant)
    .where('isDeleted', '=', 0)
    .where('isOpen', '=', 1)
  return kinds ? query.where('type', 'in', kinds) : query
}

/** Builds expressions over the columns that both release tables have. */
const release = expressionBuilder<Tables, 'pressRelease' | 'fileRelease'>()

/** Published, release time reached, and in a visible column. */
const publicCondition = (ctx: Ctx, kinds?: readonly ColumnType[]) =>
  release.and([
    release('tenantId', '=', platformTenant),
    release('type', 'in', publicColumns(ctx, kinds).select('id')),
    release('isDeleted', '=', 0),
    release('status', '=', releaseStates.published),
    sql<boolean>`release_time <= now()`,
  ])

/** Filters of a list: `kind` of column, `type` one column with those below it (ignored with `kind`), `keyword` in the title. */
export interface ReleaseFilter {
  readonly kind?: ColumnType | readonly ColumnType[] | null
  readonly type?: string | null
  readonly keyword?: string | null
}

const inColumn = (id: string) => sql<boolean>`type in (
  with recursive below as (select id from "column" where id = ${id}
    union select c.id from "column" c join below on c.parent_id = below.id)
  select id from below)`

const filterCondition = (ctx: Ctx, { kind, type, keyword }: ReleaseFilter) =>
  release.and([
    publicCondition(ctx, kind ? [kind].flat() : undefined),
    ...(type && !kind ? [inColumn(type)] : []),
    ...(keyword?.trim() ? [contains(sql`title`, keyword.trim())] : []),
  ])

/** Articles visitors may read now; none in hidden columns. */
export const publishedNews = (ctx: Ctx, filter: ReleaseFilter = {}) =>
  ctx.db.selectFrom('pressRelease').where(filterCondition(ctx, filter))

/** Files visitors may download now; none in hidden columns. */
export const publishedFiles = (ctx: Ctx, filter: ReleaseFilter = {}) =>
  ctx.db.selectFrom('fileRelease').where(filterCondition(ctx, filter))
