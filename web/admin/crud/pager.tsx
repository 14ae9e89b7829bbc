import { useLocalize } from '#web/base/api/language.ts'
import { formatTotal } from '#web/base/page/number.ts'
import { pagesToShow } from '#web/base/page/pages-to-show.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { sizes } from '../entity/list-state.ts'
import css from './pager.module.css'
import type { Paging } from './sources/list-source.ts'

/** The part of a list that a pager shows and changes. */
type Pages = Omit<Paging, 'filterKey' | 'loadAll'>

interface Props extends Pages {
  readonly total: number
}

/** Total number of rows, page size, and page links; the links are omitted if there is only one page. */
const Pager = ({ total, capped, current, size, go, resize }: Props) => {
  const t = useLocalize()
  const pages = Math.max(1, Math.ceil(total / size))
  const totalText = formatTotal({ total, capped })
  return (
    <nav className={css.pager} aria-label={t(['分页', 'Pages'])}>
      <span role="status">{t([`共 ${totalText} 条`, `${totalText} ${total === 1 ? 'row' : 'rows'}`])}</span>
      <span className="row middle gap-6">
        <span aria-hidden="true">{t(['每页', 'Per page'])}</span>
        <Select
          label={t(['每页', 'Per page'])}
          value={String(size)}
          onValue={(next) => resize(Number(next))}
          options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
        />
      </span>
      {pages > 1 ? (
        <ul>
          <li>
            <button
              type="button"
              aria-label={t(['上一页', 'Previous page'])}
              disabled={current <= 1}
              onClick={() => go(current - 1)}
            >
              <ChevronLeftIcon aria-hidden="true" />
            </button>
          </li>
          {pagesToShow(current, pages).map((page, i) => (
            <li key={page ?? `gap-${i < 3 ? 'before' : 'after'}`}>
              {page === null ? (
                <span aria-hidden="true">…</span>
              ) : (
                <button
                  type="button"
                  aria-label={t([`第 ${page} 页`, `Page ${page}`])}
                  aria-current={page === current ? 'page' : undefined}
                  onClick={() => go(page)}
                >
                  {page}
                </button>
              )}
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-label={t(['下一页', 'Next page'])}
              disabled={current >= pages}
              onClick={() => go(current + 1)}
            >
              <ChevronRightIcon aria-hidden="true" />
            </button>
          </li>
        </ul>
      ) : null}
    </nav>
  )
}

/** The pager of a list; absent while the list has no rows. */
export const ListPager = ({ paging }: { paging: Pages }) =>
  paging.total ? <Pager {...paging} total={paging.total} /> : null
