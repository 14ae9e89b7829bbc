import { sql } from 'kysely'
import type { Page } from '#contract/kit/call.ts'
import { gone } from '#contract/kit/fail.ts'
import type { ColumnType } from '#contract/news/kinds.ts'
import type { Beside, FileItem, NewsGroup, NewsItem, news } from '#contract/news/public.ts'
import { containing } from '../base/db.ts'
import type { CallHandlers, Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { getColumn, getTrue, listType } from './columns.ts'

/** A column that is not shown shows none of what stands in it. The portal is the platform's: it has no other tenant's. */
const shownColumns = (ctx: Ctx) =>
  ctx.db
    .selectFrom('column')
    .select('id')
    .where('tenantId', '=', platformTenant)
    .where('isDeleted', '=', 0)
    .where('isOpen', '=', 1)
const published = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pressRelease')
    .where('tenantId', '=', platformTenant)
    .where('type', 'in', shownColumns(ctx))
    .where('isDeleted', '=', 0)
    .where('isPublished', '=', 1)
    .where('releaseTime', '<=', new Date().toISOString())
const publishedFiles = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fileRelease')
    .where('tenantId', '=', platformTenant)
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

/** What a list is narrowed to: columns, null for all of them, and a part of the title. */
interface Wanted {
  readonly columns: readonly string[] | null
  readonly keyword?: string | null | undefined
}

const newsIn = (ctx: Ctx, { columns, keyword }: Wanted) => {
  const query = columns ? published(ctx).where('type', 'in', columns.length ? columns : ['0']) : published(ctx)
  return keyword ? query.where('title', 'ilike', containing(keyword)) : query
}

const newsOf = async (ctx: Ctx, wanted: Wanted, size = 10, current = 1): Promise<NewsItem[]> =>
  (
    await newsIn(ctx, wanted)
      .select([...newsColumns, beginning])
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
  ).map(asNews)

const filesIn = (ctx: Ctx, { columns, keyword }: Wanted) => {
  const query = columns
    ? publishedFiles(ctx).where('type', 'in', columns.length ? columns : ['0'])
    : publishedFiles(ctx)
  return keyword ? query.where('title', 'ilike', containing(keyword)) : query
}

const filesOf = async (ctx: Ctx, wanted: Wanted, size = 10, current = 1): Promise<FileItem[]> =>
  filesIn(ctx, wanted)
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
    .where('tenantId', '=', platformTenant)
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
      ...{
        name,
        type: id,
        fileList: await filesOf(ctx, { columns: [id] }, 6),
        newList: await newsOf(ctx, { columns: [id] }, 6),
      },
    })),
  )

/** The columns a list is asked of: all of a kind, one, or every one there is. */
interface Asked {
  readonly kind?: ColumnType | null
  readonly type?: string | null
  readonly keyword?: string | null
}
const asked = async (ctx: Ctx, { kind, type, keyword }: Asked): Promise<Wanted> => ({
  columns: kind ? (await columnsOf(ctx, [kind])).map(({ id }) => id) : type ? [type] : null,
  keyword: keyword?.trim(),
})

/** What the same column published right before and right after. */
const besideOf = async (
  ctx: Ctx,
  among: (ctx: Ctx, wanted: Wanted) => ReturnType<typeof newsIn> | ReturnType<typeof filesIn>,
  { type, id, createTime }: { readonly type: string; readonly id: string; readonly createTime: string },
): Promise<Beside> => {
  const nearest = (sign: '<' | '>') =>
    (among(ctx, { columns: [type] }) as ReturnType<typeof newsIn>)
      .select(['id', 'title'])
      .where((the) =>
        the.or([
          the('releaseTime', sign, createTime),
          the.and([the('releaseTime', '=', createTime), the('id', sign, id)]),
        ]),
      )
      .orderBy('releaseTime', sign === '<' ? 'desc' : 'asc')
      .orderBy('id', sign === '<' ? 'desc' : 'asc')
      .executeTakeFirst()
  const [previous, next] = await Promise.all([nearest('<'), nearest('>')])
  return { previous: previous ?? null, next: next ?? null }
}

export const newsCalls: CallHandlers<typeof news> = {
  getIndex: groups,
  fileList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    const wanted = await asked(ctx, input)
    const total = await filesIn(ctx, wanted)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst()
    return paged(await filesOf(ctx, wanted, size, current), Number(total?.n), size, current)
  },
  newList: async (ctx, input) => {
    const [size, current] = [input.size ?? 10, input.current ?? 1]
    const wanted = await asked(ctx, input)
    const total = await newsIn(ctx, wanted)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst()
    return paged(await newsOf(ctx, wanted, size, current), Number(total?.n), size, current)
  },
  getList: (ctx, input) => newsOf(ctx, { columns: input.id ? [input.id] : null }, input.size ?? 6),
  getColumn,
  getTrue,
  listType,
  getTrueNewList: async (ctx, input) => {
    const first = (await columnsOf(ctx, [4]))[0]?.id
    const column = input.parentId ?? first
    return newsOf(ctx, { columns: column ? [column] : [] }, input.size ?? 4)
  },
  newDetail: async (ctx, input) => {
    const row = await published(ctx)
      .select([...newsColumns, 'connect', 'type'])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw gone()
    const { type, ...item } = row
    return { ...asNews(item), ...(await besideOf(ctx, newsIn, row)) }
  },
  fileDetail: async (ctx, input) => {
    const row = await publishedFiles(ctx)
      .select(['id', 'title', 'attachId', 'releaseTime as createTime', 'source', 'type'])
      .where('id', '=', input.id ?? '0')
      .executeTakeFirst()
    if (!row) throw gone()
    const { type, ...item } = row
    return { ...item, ...(await besideOf(ctx, filesIn, row)) }
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
