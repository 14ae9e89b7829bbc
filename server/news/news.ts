import type { Page } from '#contract/kit/call.ts'
import { gone } from '#contract/kit/fail.ts'
import type { columnTypes } from '#contract/news/column.ts'
import type { FileItem, NewsGroup, NewsItem, news } from '#contract/news/public.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'

const published = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pressRelease')
    .where('isDeleted', '=', 0)
    .where('isPublished', '=', 1)
    .where('releaseTime', '<=', new Date().toISOString())
const publishedFiles = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fileRelease')
    .where('isDeleted', '=', 0)
    .where('isPublished', '=', 1)
    .where('releaseTime', '<=', new Date().toISOString())

const imageUrl = (imgId: string | null) => (imgId ? `/api/caict-resource/attach/download?id=${imgId}` : null)
const newsColumns = ['id', 'title', 'releaseTime as createTime', 'source', 'imgId'] as const
const asNews = ({
  imgId,
  ...row
}: {
  id: string
  title: string
  createTime: string
  source: string | null
  imgId: string | null
}): NewsItem => ({
  ...row,
  imgUrl: imageUrl(imgId),
})

const newsOf = async (ctx: Ctx, type: string | null | undefined, size = 10, current = 1): Promise<NewsItem[]> => {
  let query = published(ctx).select(newsColumns)
  if (type) query = query.where('type', '=', type)
  return (
    await query
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(asNews)
}

const filesOf = async (ctx: Ctx, type: string | null | undefined, size = 10, current = 1): Promise<FileItem[]> => {
  let query = publishedFiles(ctx).select(['id', 'title', 'attachId', 'releaseTime as createTime', 'source'])
  if (type) query = query.where('type', '=', type)
  return query
    .orderBy('releaseTime', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute()
}

const paged = <T>(records: T[], total: number, size: number, current: number): Page<T> => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
})

const columnsOf = (ctx: Ctx, types: readonly number[]) =>
  ctx.db
    .selectFrom('column')
    .select(['id', 'name', 'type'])
    .where('isDeleted', '=', 0)
    .where('isOpen', '=', 1)
    .where('type', 'in', types as (typeof columnTypes)[number][0][])
    .orderBy('sort')
    .limit(8)
    .execute()

/** Policy and news columns with their newest items: the tabs of the carousel. */
const groups = async (ctx: Ctx): Promise<NewsGroup[]> =>
  Promise.all(
    (await columnsOf(ctx, [1, 2])).map(async ({ id, name }) => ({
      ...{ name, type: id, fileList: await filesOf(ctx, id, 6), newList: await newsOf(ctx, id, 6) },
    })),
  )

const ofType = async (ctx: Ctx, type: number): Promise<string | null> => (await columnsOf(ctx, [type]))[0]?.id ?? '0'

export const newsCalls: CallHandlers<typeof news> = {
  getIndex: groups,
  fileList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    let count = publishedFiles(ctx)
    if (input.type) count = count.where('type', '=', input.type)
    const total = await count.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirst()
    return paged(await filesOf(ctx, input.type, size, current), Number(total?.n), size, current)
  },
  newList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    let count = published(ctx)
    if (input.type) count = count.where('type', '=', input.type)
    const total = await count.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirst()
    return paged(await newsOf(ctx, input.type, size, current), Number(total?.n), size, current)
  },
  getList: (ctx, input) => newsOf(ctx, input.id, input.size ?? 6),
  getTrueNewList: async (ctx, input) => newsOf(ctx, input.parentId ?? (await ofType(ctx, 4)), input.size ?? 4),
  newDetail: async (ctx, input) => {
    const row = await published(ctx)
      .select([...newsColumns, 'connect'])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw gone()
    return { ...asNews(row), connect: row.connect }
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
