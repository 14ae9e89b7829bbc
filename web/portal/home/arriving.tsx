import type { ReactNode } from 'react'
import { words } from '#contract/words.ts'
import type { Failure } from '#web/base/caller.ts'
import { Refused } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import css from './arriving.module.css'

interface Props<T> {
  readonly from: { readonly data: T | undefined; readonly error: Failure | null; refetch(): unknown }
  /** Pixels to keep free while it is on its way, about as many as it will take. */
  readonly height: number
  readonly isEmpty: (data: T) => boolean
  readonly children: (data: T) => ReactNode
}

/** A part of the page in each of its states: on its way, refused with another try, empty in words, or there. */
export const Arriving = <T,>({ from: { data, error, refetch }, height, isEmpty, children }: Props<T>) => {
  const t = useSay()
  if (data !== undefined)
    return isEmpty(data) ? (
      <p className={css.none}>{t(['暂无内容。', 'Nothing has been published here yet.'])}</p>
    ) : (
      children(data)
    )
  if (error) return <Refused error={error} retry={refetch} />
  return (
    <div className={css.waiting} style={{ minHeight: height }} role="status">
      <span className="hidden-words">{t(words.loading)}</span>
    </div>
  )
}
