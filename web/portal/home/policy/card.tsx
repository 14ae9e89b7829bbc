import { Link } from 'react-router'
import { articleAt } from '#contract/news/place.ts'
import type { FileItem, NewsGroup, NewsItem } from '#contract/news/public.ts'
import { words } from '#contract/words.ts'
import { DownloadLink } from '#web/article/download-link.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import css from './policy.module.css'

const CreatedDate = ({ at }: { at: string }) => <time dateTime={at.slice(0, 10)}>{at.slice(0, 10)}</time>

/** A file with its creation date; the title is a download link and labelled as one. */
const FileRow = ({ item }: { item: FileItem }) => (
  <li lang="zh-CN">
    <DownloadLink of={item} />
    <CreatedDate at={item.createTime} />
  </li>
)

/** An article with its creation date. */
const NewsRow = ({ item }: { item: NewsItem }) => (
  <li lang="zh-CN">
    <Link to={articleAt(item.id)} className="hover-underline">
      {item.title}
    </Link>
    <CreatedDate at={item.createTime} />
  </li>
)

/** The latest publications of one column. */
export const Card = ({ of: { name, lang, type, fileList, newList } }: { of: NewsGroup }) => {
  const t = useLocalize()
  return (
    <>
      <header className={css.head}>
        <h3 className="deep-head" lang={lang}>
          {name}
        </h3>
        <Link to={`/projectList/policy?column=${type}`} aria-label={t([`更多：${name}`, `More: ${name}`])}>
          {t(words.more)}
        </Link>
      </header>
      <ul className={css.rows}>
        {fileList.map((item) => (
          <FileRow key={item.id} item={item} />
        ))}
        {newList.map((item) => (
          <NewsRow key={item.id} item={item} />
        ))}
      </ul>
      {fileList.length + newList.length === 0 ? (
        <p className={css.none}>{t(['本栏目暂无内容。', 'Nothing has been published here yet.'])}</p>
      ) : null}
    </>
  )
}
