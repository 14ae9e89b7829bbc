import type { ReactNode } from 'react'
import type { Choice } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type Counted, formatTotal } from '#web/base/page/number.ts'
import type { ListSource } from './sources/list-source.ts'
import css from './views.module.css'

export interface View {
  readonly key: string
  readonly label: ReactNode
  /** How many rows the view has; undefined while unknown. */
  readonly count?: Counted | undefined
  /** Whether its rows wait for an action. */
  readonly urgent?: boolean
  readonly isActive: boolean
  readonly show: () => void
}

/** Predefined views of a list, each with its row count; pressing one filters the list to these rows. */
export const Views = ({ views }: { views: readonly View[] }) => {
  const t = useLocalize()
  return (
    <ul className={css.views} aria-label={t(['视图', 'Views'])}>
      {views.map(({ key, label, count, urgent, isActive, show }) => (
        <li key={key}>
          <button
            type="button"
            aria-pressed={isActive}
            onClick={show}
            data-urgent={(urgent && count?.total) || undefined}
          >
            {label}
            {count === undefined ? null : <b>{formatTotal(count)}</b>}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface StatesProps {
  readonly source: Pick<ListSource, 'filters' | 'filter'>
  readonly states: readonly Choice[]
  /** How many rows each state has. */
  readonly counts: Readonly<Record<string, Counted | undefined>>
  /** The state whose rows wait for an action. */
  readonly urgent?: number
  /** Further views, by other filters. */
  readonly more?: readonly View[]
}

/** How many rows several views have together; undefined until all are known. */
const sumOf = (counts: readonly (Counted | undefined)[]): Counted | undefined => {
  const known = counts.flatMap((count) => count ?? [])
  if (known.length < counts.length) return undefined
  return { total: known.reduce((sum, { total }) => sum + total, 0), capped: known.some(({ capped }) => capped) }
}

const all: Text = ['全部', 'All']

/** A view of all rows, and one for each state. */
export const StateViews = ({ source, states, counts, urgent, more = [] }: StatesProps) => {
  const t = useLocalize()
  const { status, ...others } = source.filters
  const views = states.map(([value, label]) => ({
    key: String(value),
    label: t(label),
    count: counts[value],
    urgent: value === urgent,
    isActive: status === String(value),
    show: () => source.filter({ ...others, status: String(value) }),
  }))
  const allView = {
    key: 'all',
    label: t(all),
    isActive: status === undefined && !more.some(({ isActive }) => isActive),
    show: () => source.filter(others),
    count: sumOf(Object.values(counts)),
  }
  return <Views views={[allView, ...views, ...more]} />
}
