import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import { gone } from '#contract/kit/fail.ts'
import type { ColumnType } from '#contract/news/kinds.ts'
import type { FileItem, NewsGroup, NewsItem, news } from '#contract/news/public.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'

/** A column that is not shown shows none of what stands in it. */
const shownColumns = (ctx: Ctx) =>
  ctx.db.selectFrom('column').select('id').where('isDeleted', '=', 0).where('isOpen', '=', 1)
const published = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pressRelease')
    .where('type', 'in', shownColumns(ctx))
    .where('isDeleted', '=', 0)
    .where('isPublished', '=', 1)
    .where('releaseTime', '<=', new Date().toISOString())
const publishedFiles = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fileRelease')
    .where('type', 'in', shownColumns(ctx))
    .where('isDeleted', '=', 0)
    .where('isPublished', '=', 1)
    .where('releaseTime', '<=', new Date().toISOString())

const imageUrl = (imgId: string | null) => (imgId ? `/api/caict-resource/attach/download?id=${imgId}` : null)
const newsColumns = ['id', 'title', 'releaseTime as createTime', 'source', 'imgId'] as const
/** How an article begins, in characters: enough for a card, without sending every text with every list. */
const beginning = sql<string>`left(connect, 160)`.as('connect')
const asNews = ({ imgId, ...row }: Omit<NewsItem, 'imgUrl'> & { imgId: string | null }): NewsItem => ({
  ...row,
  imgUrl: imageUrl(imgId),
})

/** Columns to read from; null for all. */
type Columns = readonly string[] | null

const newsIn = (ctx: Ctx, columns: Columns) => {
  const query = published(ctx)
  return columns ? query.where('type', 'in', columns.length ? columns : ['0']) : query
}

const newsOf = async (ctx: Ctx, columns: Columns, size = 10, current = 1): Promise<NewsItem[]> =>
  (
    await newsIn(ctx, columns)
      .select([...newsColumns, beginning])
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(asNews)

const filesIn = (ctx: Ctx, columns: Columns) => {
  const query = publishedFiles(ctx)
  return columns ? query.where('type', 'in', columns.length ? columns : ['0']) : query
}

const filesOf = async (ctx: Ctx, columns: Columns, size = 10, current = 1): Promise<FileItem[]> =>
  filesIn(ctx, columns)
    .select(['id', 'title', 'attachId', 'releaseTime as createTime', 'source'])
    .orderBy('releaseTime', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute()

const paged = <T>(records: T[], total: number, size: number, current: number): Page<T> => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
})

const columnsOf = (ctx: Ctx, types: readonly ColumnType[]) =>
  ctx.db
    .selectFrom('column')
    .select(['id', 'name', 'type'])
    .where('isDeleted', '=', 0)
    .where('isOpen', '=', 1)
    .where('type', 'in', types)
    .orderBy('sort')
    .limit(8)
    .execute()

/** Policy and news columns with their newest items: the tabs of the carousel. */
const groups = async (ctx: Ctx): Promise<NewsGroup[]> =>
  Promise.all(
    (await columnsOf(ctx, [1, 2])).map(async ({ id, name }) => ({
      ...{ name, type: id, fileList: await filesOf(ctx, [id], 6), newList: await newsOf(ctx, [id], 6) },
    })),
  )

/** The columns a list is asked of: all of a kind, one, or every one there is. */
const asked = async (ctx: Ctx, { kind, type }: { kind?: ColumnType | null; type?: string | null }): Promise<Columns> =>
  kind ? (await columnsOf(ctx, [kind])).map(({ id }) => id) : type ? [type] : null

export const newsCalls: CallHandlers<typeof news> = {
  getIndex: groups,
  fileList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    const columns = await asked(ctx, input)
    const total = await filesIn(ctx, columns)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst()
    return paged(await filesOf(ctx, columns, size, current), Number(total?.n), size, current)
  },
  newList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    const columns = await asked(ctx, input)
    const total = await newsIn(ctx, columns)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst()
    return paged(await newsOf(ctx, columns, size, current), Number(total?.n), size, current)
  },
  getList: (ctx, input) => newsOf(ctx, input.id ? [input.id] : null, input.size ?? 6),
  getTrueNewList: async (ctx, input) => {
    const first = (await columnsOf(ctx, [4]))[0]?.id
    const column = input.parentId ?? first
    return newsOf(ctx, column ? [column] : [], input.size ?? 4)
  },
  newDetail: async (ctx, input) => {
    const row = await published(ctx)
      .select([...newsColumns, 'connect'])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw gone()
    return asNews(row)
  },
  fileDetail: async (ctx, input) => {
    const row = await publishedFiles(ctx)
      .select(['id', 'title', 'attachId', 'releaseTime as createTime', 'source'])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw gone()
    return row
  },
}

/** The attachments of published things are open to everybody. */
export const isPublishedFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const [asFile, asCover] = await Promise.all([
    publishedFiles(ctx).select('id').where('attachId', '=', attachId).executeTakeFirst(),
    published(ctx).select('id').where('imgId', '=', attachId).executeTakeFirst(),
  ])
  return asFile !== undefined || asCover !== undefined
}
