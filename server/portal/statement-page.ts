import { notFound } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { StatementCode } from '#contract/news/statement-kinds.ts'
import type { statementPage } from '#contract/portal/statement-page.ts'
import type { CallHandlers } from '../engine/context.ts'
import { withShippedText } from '../news/statement.ts'
import { withOperator } from '../news/statement-texts.ts'
import { siteOf } from './site-info.ts'

export const readStatement: CallHandlers<typeof statementPage>['read'] = async (ctx, { code }) => {
  const row = await ctx.db
    .selectFrom('statement')
    .select(['code', 'title', 'titleEn', 'content', 'contentEn', 'version', 'updateTime'])
    .where('code', '=', code as StatementCode)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { content, contentEn, title, titleEn, version, updateTime } = withShippedText(row)
  const text = withOperator([content ?? '', contentEn ?? ''], await siteOf(ctx))
  return {
    code: row.code,
    title: localize([title, titleEn], ctx.lang),
    content: localize(text, ctx.lang),
    version,
    changedOn: updateTime?.slice(0, 10) ?? '',
  }
}
