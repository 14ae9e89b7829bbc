import { articleAt, paperAt } from '#contract/news/place.ts'
import { type ArticleDetail, type FileDetail, type FileItem, type NewsItem, news } from '#contract/news/public.ts'
import css from '#web/article/article.module.css'
import { ArticleView } from '#web/article/article-view.tsx'
import { DownloadLink } from '#web/article/download-link.tsx'
import { ArticleFiles } from '#web/article/files.tsx'
import { plainTextOf } from '#web/article/marks.ts'
import { Source } from '#web/article/source.tsx'
import { useAnswer } from '#web/base/caller.ts'
import { useAbout, useDocumentTitle } from '#web/base/page.tsx'
import { useId } from '../asked.ts'
import page from '../page.module.css'
import { Told } from '../told.tsx'
import { ArticleTools, useArticleSize } from './article-tools.tsx'
import { Beside } from './beside.tsx'
import { onwardFrom, Trail } from './trail.tsx'

/** Read by search engines, in the words of schema.org. */
const about = (type: 'NewsArticle' | 'DigitalDocument', { title, createTime, source }: NewsItem | FileItem) => ({
  ...{ '@context': 'https://schema.org', '@type': type, headline: title, inLanguage: 'zh-CN' },
  datePublished: `${createTime.replace(' ', 'T')}+08:00`,
  ...(source ? { publisher: { '@type': 'Organization', name: source } } : {}),
})

const Text = ({ item }: { item: ArticleDetail }) => {
  const [size, choose] = useArticleSize()
  useDocumentTitle([item.title, item.title])
  useAbout({ description: plainTextOf(item.connect).slice(0, 120), data: about('NewsArticle', item) })
  return (
    <>
      <Trail of={item.column} />
      <ArticleView
        of={item}
        size={size}
        tools={<ArticleTools size={size} choose={choose} />}
        cover={item.imgUrl ? <img src={item.imgUrl} alt="" className={css.picture} /> : null}
        files={<ArticleFiles files={item.attachments} />}
      />
      <Beside of={item} at={articleAt} />
    </>
  )
}

const Paper = ({ item }: { item: FileDetail }) => {
  const [size, choose] = useArticleSize()
  useDocumentTitle([item.title, item.title])
  useAbout({ description: item.title, data: about('DigitalDocument', item) })
  return (
    <>
      <Trail of={item.column} />
      <article className={css.article} data-size={size} lang="zh-CN">
        <h1>{item.title}</h1>
        <Source of={item} />
        <ArticleTools size={size} choose={choose} />
        <p className={css.file}>
          <DownloadLink of={item} />
        </p>
      </article>
      <Beside of={item} at={paperAt} />
    </>
  )
}

/** A published article. */
export const Article = () => {
  const id = useId()
  const article = useAnswer(news.newDetail, { id })
  return (
    <div className={page.narrow}>
      <Told from={article} {...onwardFrom(article.data?.column)}>
        {(item) => <Text item={item} />}
      </Told>
    </div>
  )
}

/** A published file. */
export const PaperPage = () => {
  const id = useId()
  const paper = useAnswer(news.fileDetail, { id })
  return (
    <div className={page.narrow}>
      <Told from={paper} {...onwardFrom(paper.data?.column)}>
        {(item) => <Paper item={item} />}
      </Told>
    </div>
  )
}
