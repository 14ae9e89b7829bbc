import type { ReactNode } from 'react'
import type { Choice } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { ListSource } from './sources/list-source.ts'
import css from './views.module.css'

export interface View {
  readonly key: string
  readonly label: ReactNode
  /** Number of rows in the view; undefined while unknown. */
  readonly count?: number | undefined
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
          <button type="button" aria-pressed={isActive} onClick={show} data-urgent={(urgent && count) || undefined}>
            {label}
            {count === undefined ? null : <b>{count.toLocaleString('zh-CN')}</b>}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface StatesProps {
  readonly source: Pick<ListSource, 'filters' | 'filter'>
  readonly states: readonly Choice[]
  /** Number of rows in each state. */
  readonly counts: Readonly<Record<string, number | undefined>>
  /** The state whose rows wait for an action. */
  readonly urgent?: number
  /** Further views, by other filters. */
  readonly more?: readonly View[]
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
  const hasAllCounts = Object.values(counts).every((count) => count !== undefined)
  const allView = {
    key: 'all',
    label: t(all),
    isActive: status === undefined && !more.some(({ isActive }) => isActive),
    show: () => source.filter(others),
    count: hasAllCounts ? Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0) : undefined,
  }
  return <Views views={[allView, ...views, ...more]} />
}
