import type { Page } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import type { ArticleFile, ColumnRef, FileItem, Neighbours, NewsGroup, NewsItem, news } from '#contract/news/public.ts'
import { addressOf } from '#contract/storage/download.ts'
import { sql } from '../base/database/sql.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { pageAnswer } from '../engine/page.ts'
import { publicColumns, publishedFiles, publishedNews, type ReleaseFilter } from './published.ts'
import { excerptOf, excerptSourceLength, withoutKeys } from './text-pictures.ts'
import { columnName, getColumn, getTrue, listType } from './visible-columns.ts'

const newsColumns = ['id', 'title', 'releaseTime as createTime', 'source', 'imgId'] as const
const fileColumns = ['id', 'title', 'attachId', 'releaseTime as createTime', 'source'] as const

interface ReleaseRow {
  readonly id: string
  readonly title: string
  /** Never null for a published release. */
  readonly createTime: string | null
  readonly source: string | null
}
interface NewsRow extends ReleaseRow {
  readonly imgId: string | null
  readonly connect: string
}

const toFileItem = ({
  id,
  title,
  createTime,
  source,
  attachId,
}: ReleaseRow & { readonly attachId: string }): FileItem => ({
  id,
  title,
  attachId,
  createTime: createTime ?? '',
  source,
})
const toNewsItem = ({ id, title, createTime, source, imgId, connect }: NewsRow): NewsItem => ({
  id,
  title,
  createTime: createTime ?? '',
  source,
  connect,
  imgUrl: imgId ? addressOf(imgId) : null,
})
const toExcerptItem = (row: NewsRow): NewsItem => toNewsItem({ ...row, connect: excerptOf(row.connect) })
const excerpt = sql<string>`left(connect, ${sql.lit(excerptSourceLength)})`.as('connect')

const listNewest = async (ctx: Ctx, filter: ReleaseFilter, size: number, current = 1): Promise<NewsItem[]> =>
  (
    await publishedNews(ctx, filter)
      .select([...newsColumns, excerpt])
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(toExcerptItem)

const listNewestFiles = async (ctx: Ctx, filter: ReleaseFilter, size: number, current: number): Promise<FileItem[]> =>
  (
    await publishedFiles(ctx, filter)
      .select(fileColumns)
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(toFileItem)

/** One page of results with the total: two queries. */
const readPage = async <T>(
  input: { readonly size?: number | null; readonly current?: number | null },
  read: (size: number, current: number) => Promise<T[]>,
  countQuery: Promise<{ readonly n: string }>,
): Promise<Page<T>> => {
  const [size, current] = [input.size ?? 10, input.current ?? 1]
  const [records, { n }] = await Promise.all([read(size, current), countQuery])
  return pageAnswer({ records, size, current }, Number(n))
}

const n = sql<string>`count(*)`.as('n')

const carouselKinds: readonly ColumnType[] = [1, 2]
const itemsPerColumn = 6
/** The position of a release in its column, newest first, from 1. */
const place = sql<string>`row_number() over (partition by type order by release_time desc, id desc)`.as('place')

/** Policy and news columns with their newest items: the tabs of the carousel. Three queries, however many columns there are. */
const listGroups = async (ctx: Ctx): Promise<NewsGroup[]> => {
  const [columns, articles, files] = await Promise.all([
    publicColumns(ctx, carouselKinds).select(['id', 'name', 'nameEn']).orderBy('sort').orderBy('id').execute(),
    ctx.db
      .selectFrom(
        publishedNews(ctx, { kind: carouselKinds })
          .select([...newsColumns, excerpt, 'type', place])
          .as('placed'),
      )
      .selectAll()
      .where('place', '<=', String(itemsPerColumn))
      .orderBy('place')
      .execute(),
    ctx.db
      .selectFrom(
        publishedFiles(ctx, { kind: carouselKinds })
          .select([...fileColumns, 'type', place])
          .as('placed'),
      )
      .selectAll()
      .where('place', '<=', String(itemsPerColumn))
      .orderBy('place')
      .execute(),
  ])
  return columns.map(({ id, ...names }) => ({
    ...columnName(ctx, names),
    type: id,
    fileList: files.filter(({ type }) => type === id).map(toFileItem),
    newList: articles.filter(({ type }) => type === id).map(toExcerptItem),
  }))
}

/** The neighbours of a release in the list of its column: `previous` is newer, `next` is older. */
const neighboursOf = async (
  ctx: Ctx,
  releases: typeof publishedNews | typeof publishedFiles,
  { type, id, createTime }: { readonly type: string; readonly id: string; readonly createTime: string | null },
): Promise<Neighbours> => {
  const nearest = (sign: '<' | '>') =>
    (releases(ctx, { type }) as ReturnType<typeof publishedNews>)
      .select(['id', 'title'])
      .where(sql<boolean>`(release_time, id) ${sql.raw(sign)} (${createTime}::timestamptz, ${id}::bigint)`)
      .orderBy('releaseTime', sign === '<' ? 'desc' : 'asc')
      .orderBy('id', sign === '<' ? 'desc' : 'asc')
      .executeTakeFirst()
  const [previous, next] = await Promise.all([nearest('>'), nearest('<')])
  return { previous: previous ?? null, next: next ?? null }
}

interface ColumnRow extends Pick<ColumnRef, 'id' | 'name' | 'type'> {
  readonly nameEn: string | null
}

/** SQL for the column of a release. */
const columnOf = (table: 'pressRelease' | 'fileRelease') =>
  sql<ColumnRow>`(select json_build_object('id', c.id::text, 'name', c.name, 'nameEn', c.name_en, 'type', c.type)
    from "column" c where c.id = ${sql.ref(`${table}.type`)})`.as('column')

const refOf = (ctx: Ctx, { id, type, ...names }: ColumnRow): ColumnRef => ({ id, ...columnName(ctx, names), type })

/** The attachments of an article, in the order of `ids`. */
const attachmentsOf = async (ctx: Ctx, ids: readonly string[] | null): Promise<ArticleFile[]> => {
  if (!ids?.length) return []
  const rows = await ctx.db
    .selectFrom('attach')
    .select(['id', 'originalName as name', 'attachSize'])
    .where('id', 'in', ids)
    .where('isDeleted', '=', 0)
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

const notFound = () => new Fail(['内容不存在或已撤回', 'This content does not exist or has been withdrawn'], 404)

export const newsCalls: CallHandlers<typeof news> = {
  getIndex: listGroups,
  fileList: (ctx, input) =>
    readPage(
      input,
      (size, current) => listNewestFiles(ctx, input, size, current),
      publishedFiles(ctx, input).select(n).executeTakeFirstOrThrow(),
    ),
  newList: (ctx, input) =>
    readPage(
      input,
      (size, current) => listNewest(ctx, input, size, current),
      publishedNews(ctx, input).select(n).executeTakeFirstOrThrow(),
    ),
  getList: (ctx, { id, size }) => listNewest(ctx, { type: id ?? null }, size ?? 6),
  getColumn,
  getTrue,
  listType,
  getTrueNewList: (ctx, { parentId, size }) => listNewest(ctx, parentId ? { type: parentId } : { kind: 4 }, size ?? 4),
  newDetail: async (ctx, input) => {
    const row = await publishedNews(ctx)
      .select([...newsColumns, 'connect', 'type', 'attachIds', columnOf('pressRelease')])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw notFound()
    const [attachments, neighbours] = await Promise.all([
      attachmentsOf(ctx, row.attachIds),
      neighboursOf(ctx, publishedNews, row),
    ])
    const column = refOf(ctx, row.column)
    return { ...toNewsItem({ ...row, connect: withoutKeys(row.connect) }), column, attachments, ...neighbours }
  },
  fileDetail: async (ctx, input) => {
    const row = await publishedFiles(ctx)
      .select([...fileColumns, 'type', columnOf('fileRelease')])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw notFound()
    return { ...toFileItem(row), column: refOf(ctx, row.column), ...(await neighboursOf(ctx, publishedFiles, row)) }
  },
}
