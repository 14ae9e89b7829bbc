import type { ReactNode } from 'react'
import { useSay } from '#web/base/say.ts'
import css from './views.module.css'

export interface View {
  readonly key: string
  readonly label: ReactNode
  /** How many rows it shows; undefined while that is not known. */
  readonly count?: number | undefined
  /** Waits for somebody to act. */
  readonly urgent?: boolean
  readonly shown: boolean
  readonly show: () => void
}

/** Ready-made views of a list, each with its count: press one and the list shows exactly those rows. */
export const Views = ({ views }: { views: readonly View[] }) => {
  const t = useSay()
  return (
    <ul className={css.views} aria-label={t(['视图', 'Views'])}>
      {views.map(({ key, label, count, urgent, shown, show }) => (
        <li key={key}>
          <button type="button" aria-pressed={shown} onClick={show} data-urgent={(urgent && count) || undefined}>
            {label}
            {count === undefined ? null : <b>{count.toLocaleString('zh-CN')}</b>}
          </button>
        </li>
      ))}
    </ul>
  )
}
