import type { ReactNode } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { Page } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import { useHere, useTitle } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { digits } from './number.ts'
import css from './pager.module.css'

/** The page of the list the address names, from 1. */
export const usePageNumber = (): number => Math.max(1, Math.floor(Number(useSearchParams()[0].get('current'))) || 1)

/** The title, with the number of the page where it is not the first. */
const useNumberedTitle = (current: number) => {
  const [zh, en] = useHere()
  const numbered: Text = current > 1 ? [`${zh}（第${current}页）`, `${en} (page ${current})`] : [zh, en]
  useTitle(numbered)
}

const Step = ({ to, words }: { to: number; words: Text }) => {
  const t = useSay()
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  next.set('current', String(to))
  return <Link to={`?${next}`}>{t(words)}</Link>
}

interface Props<T> {
  readonly of: Page<T>
  readonly children: (records: readonly T[]) => ReactNode
}

/** A list with its pages below; beyond the last page is the first one (experience.md B.1). */
export const Paged = <T,>({ of: { records, total, pages }, children }: Props<T>) => {
  const t = useSay()
  const current = usePageNumber()
  const [search] = useSearchParams()
  useNumberedTitle(current)
  if (records.length === 0 && current > 1) {
    const first = new URLSearchParams(search)
    first.delete('current')
    return <Navigate to={`?${first}`} replace />
  }
  return (
    <>
      {children(records)}
      {pages > 1 ? (
        <nav className={css.pages} aria-label={t(['翻页', 'Pages'])}>
          {current > 1 ? <Step to={current - 1} words={['上一页', 'Previous']} /> : null}
          <span>
            {t([
              `第 ${current} 页，共 ${digits(pages)} 页 ${digits(total)} 条`,
              `Page ${current} of ${digits(pages)}, ${digits(total)} in all`,
            ])}
          </span>
          {current < pages ? <Step to={current + 1} words={['下一页', 'Next']} /> : null}
        </nav>
      ) : null}
    </>
  )
}
