import { Link, useParams } from 'react-router'
import { type FileItem, type NewsItem, news, type Beside as Places } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/caller.ts'
import { Answered, useAbout, useTitle } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { DownloadLink } from '../home/download-link.tsx'
import { Source } from '../home/source.tsx'
import page from '../page.module.css'
import css from './article.module.css'
import { ArticleTools, useArticleSize } from './article-tools.tsx'
import { Beside } from './beside.tsx'
import { articleAt, paperAt } from './place.ts'

const Back = () => {
  const t = useSay()
  return (
    <p>
      <Link to="/projectList/policy">{t(['查看更多政策与资讯', 'More policy and news'])}</Link>
    </p>
  )
}

/** Read by search engines, in the words of schema.org. */
const about = (type: 'NewsArticle' | 'DigitalDocument', { title, createTime, source }: NewsItem | FileItem) => ({
  ...{ '@context': 'https://schema.org', '@type': type, headline: title, inLanguage: 'zh-CN' },
  datePublished: `${createTime.replace(' ', 'T')}+08:00`,
  ...(source ? { publisher: { '@type': 'Organization', name: source } } : {}),
})

const Text = ({ item }: { item: NewsItem & Places }) => {
  const [size, choose] = useArticleSize()
  useTitle([item.title, item.title])
  useAbout({ description: item.connect.slice(0, 120), data: about('NewsArticle', item) })
  return (
    <>
      <article className={css.article} data-size={size} lang="zh-CN">
        <h1>{item.title}</h1>
        <Source of={item} />
        <ArticleTools size={size} choose={choose} />
        {item.imgUrl ? <img src={item.imgUrl} alt="" className={css.picture} /> : null}
        {item.connect
          .split(/\n\s*\n/)
          .filter((part) => part.trim())
          .map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change their order
            <p key={i}>{part}</p>
          ))}
      </article>
      <Beside of={item} at={articleAt} />
    </>
  )
}

const Paper = ({ item }: { item: FileItem & Places }) => {
  useTitle([item.title, item.title])
  useAbout({ description: item.title, data: about('DigitalDocument', item) })
  return (
    <>
      <article className={css.article} lang="zh-CN">
        <h1>{item.title}</h1>
        <Source of={item} />
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
  const { id = '' } = useParams()
  return (
    <div className={page.narrow}>
      <Answered from={useAnswer(news.newDetail, { id })}>{(item) => <Text item={item} />}</Answered>
      <Back />
    </div>
  )
}

/** A published file. */
export const PaperPage = () => {
  const { id = '' } = useParams()
  return (
    <div className={page.narrow}>
      <Answered from={useAnswer(news.fileDetail, { id })}>{(item) => <Paper item={item} />}</Answered>
      <Back />
    </div>
  )
}
