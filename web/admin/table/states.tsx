import type { ReactNode } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useWaitingWords } from '#web/base/page/waiting-words.ts'
import { InboxIcon, SearchIcon } from '#web/ui/icons.ts'
import css from './states.module.css'

interface Props {
  readonly sign: ReactNode
  readonly title: string
  readonly children?: ReactNode
}

/** Why there is nothing to display, and what to do next. */
export const EmptyState = ({ sign, title, children }: Props) => (
  <div className={css.nothing}>
    <span className={css.sign} aria-hidden="true">
      {sign}
    </span>
    <p className={css.title}>{title}</p>
    {children}
  </div>
)

/** Empty list; with filters the text and the next step differ. */
export const Empty = ({ filtered, children }: { filtered: boolean; children?: ReactNode }) => {
  const t = useLocalize()
  return filtered ? (
    <EmptyState sign={<SearchIcon />} title={t(['没有符合条件的数据', 'No rows match the filters'])}>
      {children}
    </EmptyState>
  ) : (
    <EmptyState sign={<InboxIcon />} title={t(['暂无数据', 'Nothing here yet'])}>
      {children}
    </EmptyState>
  )
}

/** Placeholder for a table that is loading: row shapes, and a text for screen readers, which everybody sees once it takes long. */
export const TableSkeleton = () => {
  const t = useLocalize()
  const text = useWaitingWords()
  return (
    <div className={css.rising} role="status">
      <p className={text === t(words.loading) ? 'hidden-words' : css.slow}>{text}</p>
      {Array.from({ length: 8 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight equal bars
        <span key={i} aria-hidden="true" />
      ))}
    </div>
  )
}

/** Thin progress bar over rows during a refetch. */
export const Bar = ({ busy }: { busy: boolean }) => <div className={css.bar} data-busy={busy || undefined} />
