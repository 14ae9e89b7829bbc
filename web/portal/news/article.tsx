import { articleAt, publishedFileAt } from '#contract/news/place.ts'
import { type ArticleDetail, type FileDetail, type FileItem, type NewsItem, news } from '#contract/news/public.ts'
import css from '#web/article/article.module.css'
import { ArticleFiles } from '#web/article/article-files.tsx'
import { ArticleView } from '#web/article/article-view.tsx'
import { DownloadLink } from '#web/article/download-link.tsx'
import { plainTextOf } from '#web/article/parse-rich-text.ts'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useAbout, useDocumentTitle } from '#web/base/page/page.tsx'
import { DetailView } from '../detail-view.tsx'
import page from '../page.module.css'
import { useId } from '../search-params.ts'
import { ArticleTools, useArticleSize } from './article-tools.tsx'
import { Breadcrumbs, moreLinkFor } from './breadcrumbs.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'

/** Structured data for search engines (schema.org). */
const about = (type: 'NewsArticle' | 'DigitalDocument', { title, createTime, source }: NewsItem | FileItem) => ({
  '@context': 'https://schema.org',
  '@type': type,
  headline: title,
  inLanguage: 'zh-CN',
  datePublished: `${createTime.replace(' ', 'T')}+08:00`,
  ...(source ? { publisher: { '@type': 'Organization', name: source } } : {}),
})

const Text = ({ item }: { item: ArticleDetail }) => {
  const [size, choose] = useArticleSize()
  useDocumentTitle([item.title, item.title])
  useAbout({ description: plainTextOf(item.connect).slice(0, 120), data: about('NewsArticle', item) })
  return (
    <>
      <Breadcrumbs of={item.column} />
      <ArticleView
        of={item}
        size={size}
        tools={<ArticleTools size={size} choose={choose} />}
        cover={item.imgUrl ? <img src={item.imgUrl} alt="" className={css.picture} /> : null}
        files={<ArticleFiles files={item.attachments} />}
      />
      <NeighbourLinks of={item} at={articleAt} />
    </>
  )
}

const PublishedFile = ({ item }: { item: FileDetail }) => {
  const [size, choose] = useArticleSize()
  useDocumentTitle([item.title, item.title])
  useAbout({ description: item.title, data: about('DigitalDocument', item) })
  return (
    <>
      <Breadcrumbs of={item.column} />
      <article className={css.article} data-size={size} lang="zh-CN">
        <h1>{item.title}</h1>
        <Source of={item} />
        <ArticleTools size={size} choose={choose} />
        <p className={css.file}>
          <DownloadLink of={item} />
        </p>
      </article>
      <NeighbourLinks of={item} at={publishedFileAt} />
    </>
  )
}

/** A published article. */
export const Article = () => {
  const id = useId()
  const article = useAnswer(news.newDetail, { id })
  return (
    <div className={page.narrow}>
      <DetailView from={article} {...moreLinkFor(article.data?.column)}>
        {(item) => <Text item={item} />}
      </DetailView>
    </div>
  )
}

/** A published file. */
export const PaperPage = () => {
  const id = useId()
  const paper = useAnswer(news.fileDetail, { id })
  return (
    <div className={page.narrow}>
      <DetailView from={paper} {...moreLinkFor(paper.data?.column)}>
        {(item) => <PublishedFile item={item} />}
      </DetailView>
    </div>
  )
}
