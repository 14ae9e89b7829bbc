import { Link, useParams } from 'react-router'
import { type FileItem, type NewsItem, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/caller.ts'
import { Answered, useTitle } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { DownloadLink } from '../home/download-link.tsx'
import { Source } from '../home/source.tsx'
import page from '../page.module.css'
import css from './article.module.css'

const Back = () => {
  const t = useSay()
  return (
    <p>
      <Link to="/projectList/policy">{t(['查看更多政策与资讯', 'More policy and news'])}</Link>
    </p>
  )
}

const Text = ({ item }: { item: NewsItem }) => {
  useTitle([item.title, item.title])
  return (
    <article className={css.article} lang="zh-CN">
      <h1>{item.title}</h1>
      <Source of={item} />
      {item.imgUrl ? <img src={item.imgUrl} alt="" className={css.picture} /> : null}
      {item.connect
        .split(/\n\s*\n/)
        .filter((part) => part.trim())
        .map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change their order
          <p key={i}>{part}</p>
        ))}
    </article>
  )
}

const Paper = ({ item }: { item: FileItem }) => {
  useTitle([item.title, item.title])
  return (
    <article className={css.article} lang="zh-CN">
      <h1>{item.title}</h1>
      <Source of={item} />
      <p className={css.file}>
        <DownloadLink of={item} />
      </p>
    </article>
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
