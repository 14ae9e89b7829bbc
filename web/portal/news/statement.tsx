import { useParams } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import { statementPage } from '#contract/portal/statement-page.ts'
import article from '#web/article/article.module.css'
import { ArticleText } from '#web/article/article-text.tsx'
import { plainTextOf } from '#web/article/parse-rich-text.ts'
import source from '#web/article/source.module.css'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { DetailView } from '../detail-view.tsx'
import page from '../page.module.css'
import { ArticleTools, useArticleSize } from './article-tools.tsx'

type Statement = OutOf<typeof statementPage.read>

const StatementText = ({ of: { title, content, version, changedOn } }: { of: Statement }) => {
  const t = useLocalize()
  const [size, choose] = useArticleSize()
  useDocumentTitle([title, title])
  useAbout({ description: plainTextOf(content).slice(0, 120), data: null })
  return (
    <article className={article.article} data-size={size}>
      <h1>{title}</h1>
      <p className={source.source}>
        <span>{t([`第 ${version} 版`, `Version ${version}`])}</span>
        <span>
          {t(['更新日期：', 'Last changed: '])}
          <time dateTime={changedOn}>{changedOn}</time>
        </span>
      </p>
      <ArticleTools size={size} choose={choose} />
      <ArticleText html={content} />
    </article>
  )
}

/** What the site says about itself: privacy, terms, accessibility, the site, and how to report an error. */
export const Statement = () => {
  const { code = '' } = useParams()
  const statement = useAnswer(statementPage.read, { code })
  return (
    <div className={page.narrow}>
      <DetailView from={statement} more="/siteMap" linkText={['查看站点地图', 'Site map']}>
        {(of) => <StatementText of={of} />}
      </DetailView>
    </div>
  )
}
