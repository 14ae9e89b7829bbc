import { Link } from 'react-router'
import { articleAt, publishedFileAt } from '#contract/news/place.ts'
import type { FileItem, NewsItem } from '#contract/news/public.ts'
import { addressOf } from '#contract/storage/download.ts'
import { Source } from '#web/article/source.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { CasePicture } from '../case-picture.tsx'
import css from './release-rows.module.css'

/** A published file: its title links to its page, with a download link beside it that names the file. */
const FileRow = ({ of: { id, title, attachId } }: { of: FileItem }) => {
  const t = useLocalize()
  return (
    <div className={css.paper}>
      <h2 className={css.title}>
        <Link to={publishedFileAt(id)} className="hover-underline">
          {title}
        </Link>
      </h2>
      <a href={addressOf(attachId)} download>
        <span lang={t(['zh-CN', 'en'])}>{t(['下载', 'Download'])}</span>
        <span className="hidden-words"> {title}</span>
      </a>
    </div>
  )
}

/** Published files, each with a link to its page and a download link. */
export const FileRows = ({ files }: { files: readonly FileItem[] }) => (
  <ul className={css.rows}>
    {files.map((item) => (
      <li key={item.id} lang="zh-CN">
        <FileRow of={item} />
        <Source of={item} />
      </li>
    ))}
  </ul>
)

/** A published article: title, the beginning of the text, and a link to the article. */
const Words = ({ of: item }: { of: NewsItem }) => (
  <>
    <h2 className={css.title}>
      <Link to={articleAt(item.id)} className="hover-underline">
        {item.title}
      </Link>
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

/** Published articles, each beside its picture; an article without a picture gets a drawing. */
export const RowsWithPictures = ({ articles }: { articles: readonly NewsItem[] }) => (
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
