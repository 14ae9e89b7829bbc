import { Link } from 'react-router'
import type { FileItem, NewsItem } from '#contract/news/public.ts'
import { DownloadLink } from '../home/download-link.tsx'
import { Source } from '../home/source.tsx'
import { articleAt } from './place.ts'
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

/** Published articles: title, how the text begins, and where to read on. */
export const ArticleRows = ({ articles }: { articles: readonly NewsItem[] }) => (
  <ul className={css.rows}>
    {articles.map((item) => (
      <li key={item.id} lang="zh-CN">
        <h2 className={css.title}>
          <Link to={articleAt(item.id)}>{item.title}</Link>
        </h2>
        <p className={css.excerpt}>{item.connect}</p>
        <Source of={item} />
      </li>
    ))}
  </ul>
)
