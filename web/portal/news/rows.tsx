import { Link } from 'react-router'
import { articleAt } from '#contract/news/place.ts'
import type { FileItem, NewsItem } from '#contract/news/public.ts'
import { DownloadLink } from '#web/article/download-link.tsx'
import { Source } from '#web/article/source.tsx'
import { CasePicture } from '../case-picture.tsx'
import css from './rows.module.css'

/** Published files, each to download. */
export const FileRows = ({ files }: { files: readonly FileItem[] }) => (
  <ul className={css.rows}>
    {files.map((item) => (
      <li key={item.id} lang="zh-CN">
        <DownloadLink of={item} />
        <Source of={item} />
      </li>
    ))}
  </ul>
)

/** A published article: title, how the text begins, and where to read on. */
const Words = ({ of: item }: { of: NewsItem }) => (
  <>
    <h2 className={css.title}>
      <Link to={articleAt(item.id)}>{item.title}</Link>
    </h2>
    <p className={css.excerpt}>{item.connect}</p>
    <Source of={item} />
  </>
)

/** Published articles. */
export const ArticleRows = ({ articles }: { articles: readonly NewsItem[] }) => (
  <ul className={css.rows}>
    {articles.map((item) => (
      <li key={item.id} lang="zh-CN">
        <Words of={item} />
      </li>
    ))}
  </ul>
)

/** Published articles, each beside its picture; one without gets a drawing. */
export const PicturedRows = ({ articles }: { articles: readonly NewsItem[] }) => (
  <ul className={css.rows}>
    {articles.map((item) => (
      <li key={item.id} lang="zh-CN" className={css.pictured}>
        <CasePicture of={item} />
        <div>
          <Words of={item} />
        </div>
      </li>
    ))}
  </ul>
)
