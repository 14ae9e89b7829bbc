import { Link, useParams, useSearchParams } from 'react-router'
import { noticesTitle } from '#contract/desk/notice-places.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import { type ColumnItem, type NewsGroup, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PageTitleContext, useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import { AsyncSection } from '../async-section.tsx'
import { DetailView } from '../detail-view.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { useId } from '../search-params.ts'
import { Breadcrumbs, moreLinkFor } from './breadcrumbs.tsx'
import { useKeyword } from './list-search.tsx'
import { NoticeList } from './notice-list.tsx'
import css from './release-rows.module.css'
import { ArticleRows, FileRows } from './release-rows.tsx'
import { SearchableList } from './searchable-list.tsx'

const size = 10

/** One column by its id, or all columns of a kind. */
type ColumnFilter = { readonly type: string } | { readonly kind: ColumnType }

/** The published items of a column or a kind: files, articles or both. */
export const PublishedContent = ({ at }: { at: ColumnFilter }) => {
  const keyword = useKeyword()
  const query = { ...at, current: usePageNumber(), size, keyword }
  const files = useAnswer(news.fileList, query)
  const articles = useAnswer(news.newList, query)
  const [filePage, articlePage] = [files.data, articles.data]
  const combined = {
    data:
      filePage && articlePage
        ? {
            files: filePage,
            articles: articlePage,
            total: filePage.total + articlePage.total,
            capped: filePage.capped === true || articlePage.capped === true,
          }
        : undefined,
    error: files.error ?? articles.error,
    refetch: () => Promise.all([files.refetch(), articles.refetch()]),
  }
  return (
    <SearchableList from={combined}>
      {(results) => {
        const longer = results.files.pages > results.articles.pages ? results.files : results.articles
        const records = [...results.files.records, ...results.articles.records]
        return (
          <PagedList of={{ ...longer, records, total: results.total, capped: results.capped }}>
            {() => (
              <>
                {results.files.records.length ? <FileRows files={results.files.records} /> : null}
                {results.articles.records.length ? <ArticleRows articles={results.articles.records} /> : null}
              </>
            )}
          </PagedList>
        )
      }}
    </SearchableList>
  )
}

const ColumnTabs = ({ groups, activeType }: { groups: readonly NewsGroup[]; activeType: string }) => {
  const t = useLocalize()
  return (
    <nav className={css.columns} aria-label={t(['栏目', 'Columns'])}>
      {groups.map(({ name, lang, type }) => (
        <Link
          key={type}
          className="line-tab"
          lang={lang}
          to={`?column=${type}`}
          aria-current={type === activeType ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const noticesLabel: Text = ['通知公告', 'Notices']

/** Policy services, or the notices of the platform. */
export const Policies = () =>
  useParams().title === noticesTitle ? (
    <PageTitleContext value={noticesLabel}>
      <NoticeList />
    </PageTitleContext>
  ) : (
    <PolicyColumns />
  )

/** The columns of policy and news, with the one named by `?column=` open. */
const PolicyColumns = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const groups = useAnswer(news.getIndex)
  const requestedType = useSearchParams()[0].get('column')
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <AsyncSection from={groups} height={480} isEmpty={(all) => all.length === 0}>
        {(all) => {
          const activeType = (all.find(({ type }) => type === requestedType) ?? all[0])?.type ?? ''
          return (
            <>
              <ColumnTabs groups={all} activeType={activeType} />
              <PublishedContent key={activeType} at={{ type: activeType }} />
            </>
          )
        }}
      </AsyncSection>
    </div>
  )
}

/** Rendered before the list, so that the list can override the document title with its page number. */
const Name = ({ of: { name, lang } }: { of: ColumnItem }) => {
  useDocumentTitle([name, name])
  return <h1 lang={lang}>{name}</h1>
}

/** One column by its id, under its own name. */
export const ColumnPage = () => {
  const id = useId()
  const columnQuery = useAnswer(news.getColumn, { id })
  return (
    <div className={page.wide}>
      <DetailView from={columnQuery} {...moreLinkFor(columnQuery.data)}>
        {(column) => (
          <PageTitleContext value={[column.name, column.name]}>
            <Breadcrumbs of={column} isColumn />
            <Name of={column} />
            <PublishedContent key={id} at={{ type: id }} />
          </PageTitleContext>
        )}
      </DetailView>
    </div>
  )
}
