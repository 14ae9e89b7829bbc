import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { ErrorState, type QueryState } from '#web/base/page.tsx'
import css from './async-section.module.css'

interface Props<T> {
  readonly from: QueryState<T>
  /** Pixels to keep free while it is on its way, about as many as it will take. */
  readonly height: number
  readonly isEmpty: (data: T) => boolean
  /** What is said when it is empty. */
  readonly none?: Text | undefined
  readonly children: (data: T) => ReactNode
}

const empty: Text = ['暂无内容。', 'Nothing has been published here yet.']

/** A part of the page in each of its states: on its way, refused with another try, empty in words, or there. */
export const AsyncSection = <T,>({ from, height, isEmpty, none = empty, children }: Props<T>) => {
  const { data, error, refetch } = from
  const t = useLocalize()
  if (data !== undefined)
    return isEmpty(data) ? (
      <p className={css.none} role="status">
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
