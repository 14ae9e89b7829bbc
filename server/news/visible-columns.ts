import { notFound } from '#contract/kit/fail.ts'
import { column } from '#contract/news/column.ts'
import type { ColumnItem, ColumnName, news } from '#contract/news/public.ts'
import { inTenant } from '../auth/tenancy.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { rowsOf } from '../engine/crud.ts'
import { platformTenant } from '../engine/scope.ts'
import { unscoped } from '../system/access/unscoped.ts'

/** The name of a column in the caller's language. */
export const columnName = (
  { lang }: Pick<Ctx, 'lang'>,
  { name, nameEn }: { readonly name: string; readonly nameEn: string | null },
): ColumnName => (lang === 'en' && nameEn ? { name: nameEn, lang: 'en' } : { name, lang: 'zh-CN' })

/** The visible columns in the caller's scope, in their order. */
const listVisibleColumns = async (ctx: Ctx) =>
  (await rowsOf(ctx, column, { isOpen_equal: 1, ascs: 'sort' })).map(({ id, parentId, type, sort, ...names }) => ({
    id,
    ...columnName(ctx, names),
    type,
    sort,
    parentId: parentId ?? '0',
  }))

type VisibleColumn = Awaited<ReturnType<typeof listVisibleColumns>>[number]

const withChildren = (rows: readonly VisibleColumn[], row: VisibleColumn): ColumnItem => ({
  ...row,
  children: rows.filter(({ parentId }) => parentId === row.id).map((one) => withChildren(rows, one)),
})

/** The public columns. The portal has only columns of the platform tenant. */
export const listPublicColumns = (ctx: Ctx) => listVisibleColumns(unscoped(inTenant(ctx, platformTenant)))

/** A public column with the columns below it; throws "not found" if there is none. */
export const getColumn: HandlerOf<typeof news.getColumn> = async (ctx, { id }) => {
  const rows = await listPublicColumns(ctx)
  const match = rows.find((row) => row.id === id)
  if (!match) throw notFound()
  return withChildren(rows, match)
}

/** The visible columns in the caller's scope as a forest; children of a hidden column are roots. */
export const getTrue: HandlerOf<typeof news.getTrue> = async (ctx) => {
  const rows = await listVisibleColumns(ctx)
  return rows.filter(({ parentId }) => !rows.some(({ id }) => id === parentId)).map((row) => withChildren(rows, row))
}

/** The columns of an article as options; `type` is the value of the article's field `type`. */
export const listType: HandlerOf<typeof news.listType> = async (ctx) =>
  (await listVisibleColumns(ctx)).map(({ id, name }) => ({ type: id, name }))
