import { Link, useParams, useSearchParams } from 'react-router'
import { type NewsGroup, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { Arriving } from '../home/arriving.tsx'
import page from '../page.module.css'
import { Paged, usePageNumber } from '../pager.tsx'
import { ListSearch, useKeyword } from './list-search.tsx'
import css from './rows.module.css'
import { ArticleRows, FileRows } from './rows.tsx'

const size = 10

/** What stands in one column: files, articles or both, as its editors publish it. */
const Column = ({ id }: { id: string }) => {
  const current = usePageNumber()
  const keyword = useKeyword()
  const files = useAnswer(news.fileList, { type: id, current, size, keyword })
  const articles = useAnswer(news.newList, { type: id, current, size, keyword })
  const [left, right] = [files.data, articles.data]
  const both = {
    data: left && right ? { files: left, articles: right } : undefined,
    error: files.error ?? articles.error,
    refetch: () => Promise.all([files.refetch(), articles.refetch()]),
  }
  return (
    <>
      <ListSearch />
      <Arriving from={both} height={420} isEmpty={(found) => found.files.total + found.articles.total === 0}>
        {(found) => {
          const longer = found.files.pages > found.articles.pages ? found.files : found.articles
          const records = [...found.files.records, ...found.articles.records]
          return (
            <Paged of={{ ...longer, records, total: found.files.total + found.articles.total }}>
              {() => (
                <>
                  {found.files.records.length ? <FileRows files={found.files.records} /> : null}
                  {found.articles.records.length ? <ArticleRows articles={found.articles.records} /> : null}
                </>
              )}
            </Paged>
          )
        }}
      </Arriving>
    </>
  )
}

const ColumnTabs = ({ groups, shown }: { groups: readonly NewsGroup[]; shown: string }) => {
  const t = useSay()
  return (
    <nav className={css.columns} aria-label={t(['栏目', 'Columns'])} lang="zh-CN">
      {groups.map(({ name, type }) => (
        <Link key={type} to={`?column=${type}`} aria-current={type === shown ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** Policy services: the columns of policy and news, one open; `?column=` says which. */
export const Policies = () => {
  const t = useSay()
  const title = useHere()
  const groups = useAnswer(news.getIndex)
  const asked = useSearchParams()[0].get('column')
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <Arriving from={groups} height={480} isEmpty={(all) => all.length === 0}>
        {(all) => {
          const shown = (all.find(({ type }) => type === asked) ?? all[0])?.type ?? ''
          return (
            <>
              <ColumnTabs groups={all} shown={shown} />
              <Column key={shown} id={shown} />
            </>
          )
        }}
      </Arriving>
    </div>
  )
}

/** One column by its id, under its own name. */
export const ColumnPage = () => {
  const t = useSay()
  const title = useHere()
  const { id = '' } = useParams()
  const name = useAnswer(news.getIndex).data?.find(({ type }) => type === id)?.name
  return (
    <div className={page.wide}>
      <h1>{name ? <span lang="zh-CN">{name}</span> : t(title)}</h1>
      <Column key={id} id={id} />
    </div>
  )
}
