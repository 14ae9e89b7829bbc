import type { NoticeView } from '#contract/project/public-notice.ts'
import article from '#web/article/article.module.css'
import { ArticleText } from '#web/article/article-text.tsx'
import { useLocalize } from '#web/base/api/language.ts'

/** The text of a notice as visitors read it; its title is that of the page. */
export const NoticeArticle = ({ of }: { readonly of: NoticeView }) => {
  const t = useLocalize()
  return (
    <article className={article.article} lang="zh-CN">
      <p className="muted row wrap gap-x-16 below-12">
        <span>{of.publishedAt?.slice(0, 10) ?? t(['发布当日', 'the publication date'])}</span>
        <span>{of.organisation}</span>
      </p>
      <ArticleText html={of.html} />
    </article>
  )
}
