import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type Counted, formatTotal } from '#web/base/page/number.ts'
import type { QueryState } from '#web/base/page/page.tsx'
import { AsyncSection } from './async-section.tsx'

interface Props<T> {
  readonly from: QueryState<T>
  readonly height: number
  /** Message for an empty result. */
  readonly none: Text | undefined
  /** Text for the number of results; `count` is the formatted number, with `+` when capped. */
  readonly formatCount: (count: string, total: number) => Text
  readonly children: (data: T) => ReactNode
}

/** A list of results below their number, which screen readers announce after every search (WCAG 4.1.3). */
export const ResultList = <T extends Counted>({ from, height, none, formatCount, children }: Props<T>) => {
  const t = useLocalize()
  return (
    <AsyncSection from={from} height={height} isEmpty={({ total }) => total === 0} none={none}>
      {(data) => (
        <>
          <p role="status" className="muted">
            {t(formatCount(formatTotal(data), data.total))}
          </p>
          {children(data)}
        </>
      )}
    </AsyncSection>
  )
}
