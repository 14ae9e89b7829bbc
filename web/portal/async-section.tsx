import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState, type QueryState } from '#web/base/page/page.tsx'
import css from './async-section.module.css'

interface Props<T> {
  readonly from: QueryState<T>
  /** Pixels to reserve while the data loads; roughly the final height. */
  readonly height: number
  readonly isEmpty: (data: T) => boolean
  /** Message for an empty result. */
  readonly none?: Text | undefined
  readonly children: (data: T) => ReactNode
}

const empty: Text = ['暂无内容。', 'Nothing has been published here yet.']

/** A section of the page in each of its states: loading, failed with a retry button, empty with a message, or loaded. */
export const AsyncSection = <T,>({ from, height, isEmpty, none = empty, children }: Props<T>) => {
  const { data, error, refetch } = from
  const t = useLocalize()
  if (data !== undefined)
    return isEmpty(data) ? (
      <p className="muted" role="status">
        {t(none)}
      </p>
    ) : (
      children(data)
    )
  if (error) return <ErrorState error={error} retry={refetch} />
  return (
    <div className={css.waiting} style={{ minHeight: height }} role="status">
      {t(words.loading)}
    </div>
  )
}
