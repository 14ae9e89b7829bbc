import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Page } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber, formatTotal } from '#web/base/page/number.ts'
import { useDocumentTitle, usePageTitle } from '#web/base/page/page.tsx'
import { pagesToShow } from '#web/base/page/pages-to-show.ts'
import css from './pager.module.css'
import { pageOf } from './search-params.ts'

/** The page number in the URL, starting at 1. */
export const usePageNumber = (): number => pageOf(useSearchParams()[0])

/** Sets the document title; from page 2 on it contains the page number. */
const useNumberedTitle = (current: number) => {
  const [zh, en] = usePageTitle()
  const numbered: Text = current > 1 ? [`${zh}（第${current}页）`, `${en} (page ${current})`] : [zh, en]
  useDocumentTitle(numbered)
}

/** Returns a function that builds the URL of another page of the same list. */
const useAddressOf = () => {
  const [search] = useSearchParams()
  return (page: number): string => {
    const next = new URLSearchParams(search)
    next.set('current', String(page))
    return `?${next}`
  }
}

const Step = ({ to, words }: { to: number; words: Text }) => {
  const t = useLocalize()
  const addressOf = useAddressOf()
  return <Link to={addressOf(to)}>{t(words)}</Link>
}

/** Links to the first page, the last page and the pages around the current one. */
const Numbers = ({ current, pages }: { current: number; pages: number }) => {
  const t = useLocalize()
  const addressOf = useAddressOf()
  return (
    <ol>
      {pagesToShow(current, pages).map((page, i) => (
        <li key={page ?? `gap-${i < 3 ? 'before' : 'after'}`}>
          {page === null ? (
            <span aria-hidden="true">…</span>
          ) : (
            <Link
              to={addressOf(page)}
              aria-label={t([`第 ${page} 页`, `Page ${page}`])}
              aria-current={page === current ? 'page' : undefined}
            >
              {page}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Redirects to the first page; without scripts it is a link. */
const ToFirst = ({ to }: { to: string }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  useEffect(() => {
    navigate(to, { replace: true })
  }, [navigate, to])
  return (
    <p>
      <Link to={to}>{t(['该页不存在，返回第一页', 'This page does not exist. Go to the first page'])}</Link>
    </p>
  )
}

interface Props<T> {
  readonly of: Page<T>
  readonly children: (records: readonly T[]) => ReactNode
}

/** A list with its pager; a page number beyond the last page redirects to the first. */
export const PagedList = <T,>({ of: { records, pages, ...counted }, children }: Props<T>) => {
  const t = useLocalize()
  const current = usePageNumber()
  const [search] = useSearchParams()
  useNumberedTitle(current)
  if (records.length === 0 && current > 1) {
    const first = new URLSearchParams(search)
    first.delete('current')
    return <ToFirst to={`?${first}`} />
  }
  return (
    <>
      {children(records)}
      {pages > 1 ? (
        <nav className={css.pages} aria-label={t(['翻页', 'Pages'])}>
          {current > 1 ? <Step to={current - 1} words={['上一页', 'Previous page']} /> : null}
          <Numbers current={current} pages={pages} />
          {current < pages ? <Step to={current + 1} words={['下一页', 'Next page']} /> : null}
          <p>
            {t([
              `第 ${current} 页，共 ${formatNumber(pages)} 页 ${formatTotal(counted)} 条`,
              `Page ${current} of ${formatNumber(pages)}, ${formatTotal(counted)} in total`,
            ])}
          </p>
        </nav>
      ) : null}
    </>
  )
}
