import { Link, useSearchParams } from 'react-router'
import type { ColumnType } from '#contract/news/kinds.ts'
import { type ColumnItem, type NewsGroup, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/caller.ts'
import { PageTitleContext, useDocumentTitle, usePageTitle } from '#web/base/page.tsx'
import { useLocalize } from '#web/base/say.ts'
import { Arriving } from '../arriving.tsx'
import { useId } from '../asked.ts'
import page from '../page.module.css'
import { Paged, usePageNumber } from '../pager.tsx'
import { Told } from '../told.tsx'
import { useKeyword } from './list-search.tsx'
import css from './rows.module.css'
import { ArticleRows, FileRows } from './rows.tsx'
import { Searched } from './searched.tsx'
import { onwardFrom, Trail } from './trail.tsx'

const size = 10

/** One column by its id, or all columns of a kind. */
type Where = { readonly type: string } | { readonly kind: ColumnType }

/** What is published there: files, articles or both. */
export const Published = ({ at }: { at: Where }) => {
  const keyword = useKeyword()
  const asked = { ...at, current: usePageNumber(), size, keyword }
  const files = useAnswer(news.fileList, asked)
  const articles = useAnswer(news.newList, asked)
  const [left, right] = [files.data, articles.data]
  const both = {
    data: left && right ? { files: left, articles: right, total: left.total + right.total } : undefined,
    error: files.error ?? articles.error,
    refetch: () => Promise.all([files.refetch(), articles.refetch()]),
  }
  return (
    <Searched from={both}>
      {(found) => {
        const longer = found.files.pages > found.articles.pages ? found.files : found.articles
        const records = [...found.files.records, ...found.articles.records]
        return (
          <Paged of={{ ...longer, records, total: found.total }}>
            {() => (
              <>
                {found.files.records.length ? <FileRows files={found.files.records} /> : null}
                {found.articles.records.length ? <ArticleRows articles={found.articles.records} /> : null}
              </>
            )}
          </Paged>
        )
      }}
    </Searched>
  )
}

const ColumnTabs = ({ groups, shown }: { groups: readonly NewsGroup[]; shown: string }) => {
  const t = useLocalize()
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
  const t = useLocalize()
  const title = usePageTitle()
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
              <Published key={shown} at={{ type: shown }} />
            </>
          )
        }}
      </Arriving>
    </div>
  )
}

/** Stands before the list, whose title says the number of its page as well. */
const Name = ({ of: { name } }: { of: ColumnItem }) => {
  useDocumentTitle([name, name])
  return <h1 lang="zh-CN">{name}</h1>
}

/** One column by its id, under its own name. */
export const ColumnPage = () => {
  const id = useId()
  const asked = useAnswer(news.getColumn, { id })
  return (
    <div className={page.wide}>
      <Told from={asked} {...onwardFrom(asked.data)}>
        {(column) => (
          <PageTitleContext value={[column.name, column.name]}>
            <Trail of={column} isColumn />
            <Name of={column} />
            <Published key={id} at={{ type: id }} />
          </PageTitleContext>
        )}
      </Told>
    </div>
  )
}
