import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'
import { publishedFiles, publishedNews } from './published.ts'

/** SQL: an article uses the file as cover, attachment, or picture in its text. */
const inArticle = (id: string) =>
  sql<boolean>`(img_id = ${id}::bigint or attach_ids @> array[${id}::bigint] or pictures_in(connect) @> array[${id}::bigint])`

/** Whether a published release uses the file, which makes it public. */
export const isPublishedFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const [asFile, inNews] = await Promise.all([
    publishedFiles(ctx).select('id').where('attachId', '=', attachId).executeTakeFirst(),
    publishedNews(ctx).select('id').where(inArticle(attachId)).executeTakeFirst(),
  ])
  return asFile !== undefined || inNews !== undefined
}

const mayWrite = (ctx: Ctx, { code }: { readonly code: string }) =>
  hasPermission(ctx, `${code}_edit`) || hasPermission(ctx, `${code}_publish`)

/** Whether the caller may edit or publish a release that uses the file, whatever the state of the release. */
export const mayReadReleaseFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const [asFile, inNews] = await Promise.all([
    mayWrite(ctx, fileRelease)
      ? ctx.db
          .selectFrom('fileRelease')
          .select('id')
          .where('attachId', '=', attachId)
          .where(rowFilter(ctx, fileRelease))
          .executeTakeFirst()
      : undefined,
    mayWrite(ctx, pressRelease)
      ? ctx.db
          .selectFrom('pressRelease')
          .select('id')
          .where(inArticle(attachId))
          .where(rowFilter(ctx, pressRelease))
          .executeTakeFirst()
      : undefined,
  ])
  return asFile !== undefined || inNews !== undefined
}
