import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { ColumnType } from '#contract/news/kinds.ts'
import type { ArticleFile, ColumnRef, FileItem, Neighbours, NewsGroup, NewsItem, news } from '#contract/news/public.ts'
import { addressOf } from '#contract/storage/download.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { getColumn, getTrue, listType } from './columns.ts'
import { beginningOf, enoughToBegin, withoutKeys } from './pictures.ts'
import { publishedFiles, publishedNews, shownColumns, type Wanted } from './published.ts'

const newsColumns = ['id', 'title', 'releaseTime as createTime', 'source', 'imgId'] as const
const fileColumns = ['id', 'title', 'attachId', 'releaseTime as createTime', 'source'] as const

interface Found {
  readonly id: string
  readonly title: string
  /** There is one for whatever is published. */
  readonly createTime: string | null
  readonly source: string | null
}
interface FoundNews extends Found {
  readonly imgId: string | null
  readonly connect: string
}

const asFile = ({ id, title, createTime, source, attachId }: Found & { readonly attachId: string }): FileItem => ({
  ...{ id, title, attachId, createTime: createTime ?? '', source },
})
const asNews = ({ id, title, createTime, source, imgId, connect }: FoundNews): NewsItem => ({
  ...{ id, title, createTime: createTime ?? '', source, connect },
  imgUrl: imgId ? addressOf(imgId) : null,
})
const inBrief = (row: FoundNews): NewsItem => asNews({ ...row, connect: beginningOf(row.connect) })
const beginning = sql<string>`left(connect, ${sql.lit(enoughToBegin)})`.as('connect')

const newest = async (ctx: Ctx, wanted: Wanted, size: number, current = 1): Promise<NewsItem[]> =>
  (
    await publishedNews(ctx, wanted)
      .select([...newsColumns, beginning])
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(inBrief)

const newestFiles = async (ctx: Ctx, wanted: Wanted, size: number, current: number): Promise<FileItem[]> =>
  (
    await publishedFiles(ctx, wanted)
      .select(fileColumns)
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(asFile)

/** One page of what was found, and how much there is in all: two queries. */
const paged = async <T>(
  input: { readonly size?: number | null; readonly current?: number | null },
  read: (size: number, current: number) => Promise<T[]>,
  counted: Promise<{ readonly n: string }>,
): Promise<Page<T>> => {
  const [size, current] = [input.size ?? 10, input.current ?? 1]
  const [records, { n }] = await Promise.all([read(size, current), counted])
  const total = Number(n)
  return { records, total, size, current, pages: Math.ceil(total / size) }
}

const n = sql<string>`count(*)`.as('n')

const inCarousel: readonly ColumnType[] = [1, 2]
const eachColumnShows = 6
/** The place of a release among those of its column, the newest first. */
const place = sql<string>`row_number() over (partition by type order by release_time desc, id desc)`.as('place')

/** Policy and news columns with their newest items: the tabs of the carousel. Three queries, however many columns there are. */
const groups = async (ctx: Ctx): Promise<NewsGroup[]> => {
  const [columns, articles, files] = await Promise.all([
    shownColumns(ctx, inCarousel).select(['id', 'name']).orderBy('sort').orderBy('id').execute(),
    ctx.db
      .selectFrom(
        publishedNews(ctx, { kind: inCarousel })
          .select([...newsColumns, beginning, 'type', place])
          .as('placed'),
      )
      .selectAll()
      .where('place', '<=', String(eachColumnShows))
      .orderBy('place')
      .execute(),
    ctx.db
      .selectFrom(
        publishedFiles(ctx, { kind: inCarousel })
          .select([...fileColumns, 'type', place])
          .as('placed'),
      )
      .selectAll()
      .where('place', '<=', String(eachColumnShows))
      .orderBy('place')
      .execute(),
  ])
  return columns.map(({ id, name }) => ({
    ...{ name, type: id },
    fileList: files.filter(({ type }) => type === id).map(asFile),
    newList: articles.filter(({ type }) => type === id).map(inBrief),
  }))
}

/** What stands right above and right below in the list of the same column: the newer one, then the older. */
const besideOf = async (
  ctx: Ctx,
  among: typeof publishedNews | typeof publishedFiles,
  { type, id, createTime }: { readonly type: string; readonly id: string; readonly createTime: string | null },
): Promise<Neighbours> => {
  const nearest = (sign: '<' | '>') =>
    (among(ctx, { type }) as ReturnType<typeof publishedNews>)
      .select(['id', 'title'])
      .where(sql<boolean>`(release_time, id) ${sql.raw(sign)} (${createTime}::timestamptz, ${id}::bigint)`)
      .orderBy('releaseTime', sign === '<' ? 'desc' : 'asc')
      .orderBy('id', sign === '<' ? 'desc' : 'asc')
      .executeTakeFirst()
  const [previous, next] = await Promise.all([nearest('>'), nearest('<')])
  return { previous: previous ?? null, next: next ?? null }
}

/** The column of a release, read with it. */
const columnOf = (table: 'pressRelease' | 'fileRelease') =>
  sql<ColumnRef>`(select json_build_object('id', c.id::text, 'name', c.name, 'type', c.type)
    from "column" c where c.id = ${sql.ref(`${table}.type`)})`.as('column')

/** The files beside an article, in the order they were put there. */
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

const notThere = () => new Fail(['内容不存在或已撤回', 'This is not there, or was withdrawn'], 404)

export const newsCalls: CallHandlers<typeof news> = {
  getIndex: groups,
  fileList: (ctx, input) =>
    paged(
      input,
      (size, current) => newestFiles(ctx, input, size, current),
      publishedFiles(ctx, input).select(n).executeTakeFirstOrThrow(),
    ),
  newList: (ctx, input) =>
    paged(
      input,
      (size, current) => newest(ctx, input, size, current),
      publishedNews(ctx, input).select(n).executeTakeFirstOrThrow(),
    ),
  getList: (ctx, { id, size }) => newest(ctx, { type: id ?? null }, size ?? 6),
  getColumn,
  getTrue,
  listType,
  getTrueNewList: (ctx, { parentId, size }) => newest(ctx, parentId ? { type: parentId } : { kind: 4 }, size ?? 4),
  newDetail: async (ctx, input) => {
    const row = await publishedNews(ctx)
      .select([...newsColumns, 'connect', 'type', 'attachIds', columnOf('pressRelease')])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw notThere()
    const [attachments, beside] = await Promise.all([
      attachmentsOf(ctx, row.attachIds),
      besideOf(ctx, publishedNews, row),
    ])
    const { column } = row
    return { ...asNews({ ...row, connect: withoutKeys(row.connect) }), column, attachments, ...beside }
  },
  fileDetail: async (ctx, input) => {
    const row = await publishedFiles(ctx)
      .select([...fileColumns, 'type', columnOf('fileRelease')])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw notThere()
    return { ...asFile(row), column: row.column, ...(await besideOf(ctx, publishedFiles, row)) }
  },
}
