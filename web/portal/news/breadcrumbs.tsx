import { Link } from 'react-router'
import { fill, type Text } from '#contract/kit/text.ts'
import { columnAt } from '#contract/news/place.ts'
import type { ColumnRef } from '#contract/news/public.ts'
import { pageOfColumnType } from '#contract/portal/public-pages.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './breadcrumbs.module.css'

/** Link to the list that displays a column; on a page with several columns, with this one open. Null when there is none. */
const listOf = ({ id, type }: ColumnRef) => {
  const place = pageOfColumnType(type)
  if (!place) return null
  const { path, label, columnTypes = [] } = place
  return { label, to: columnTypes.length > 1 ? `${path}?column=${id}` : path }
}

/** The `more` link of a `DetailView` for a column; the policy page while the column is unknown. */
export const moreLinkFor = (column: ColumnRef | undefined): { readonly more: string; readonly linkText?: Text } => {
  const list = column ? listOf(column) : null
  if (!list) return { more: '/projectList/policy' }
  return { more: list.to, linkText: fill(['查看更多{0}', 'More: {0}'], list.label) }
}

/** Breadcrumbs: the home page, the list, and the column if its name differs from the list's. */
export const Breadcrumbs = ({ of: column, isColumn = false }: { of: ColumnRef; isColumn?: boolean }) => {
  const t = useLocalize()
  const list = listOf(column)
  return (
    <nav className={css.trail} aria-label={t(['当前位置', 'You are here'])}>
      <ol>
        <li>
          <Link to="/Home" className="tall-link">
            {t(words.home)}
          </Link>
        </li>
        {list ? (
          <li>
            <Link to={list.to} className="tall-link">
              {t(list.label)}
            </Link>
          </li>
        ) : null}
        {isColumn || list?.label.includes(column.name) ? null : (
          <li lang={column.lang}>
            <Link to={columnAt(column.id)} className="tall-link">
              {column.name}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}
