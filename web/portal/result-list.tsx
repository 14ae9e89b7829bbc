import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import type { QueryState } from '#web/base/page.tsx'
import { AsyncSection } from './async-section.tsx'
import { formatNumber } from './number.ts'
import page from './page.module.css'

/** What was found, of which not all may have been counted. */
interface CountedResult {
  readonly total: number
  readonly capped?: boolean
}

interface Props<T> {
  readonly from: QueryState<T>
  readonly height: number
  /** What is said when nothing is found. */
  readonly none: Text | undefined
  /** Says how many there are; `count` is the number as it is read. */
  readonly formatCount: (count: string, total: number) => Text
  readonly children: (data: T) => ReactNode
}

/** A list that was asked for, under the number of what it found, which is said aloud with every search (WCAG 4.1.3). */
export const ResultList = <T extends CountedResult>({ from, height, none, formatCount, children }: Props<T>) => {
  const t = useLocalize()
  return (
    <AsyncSection from={from} height={height} isEmpty={({ total }) => total === 0} none={none}>
      {(data) => (
        <>
          <p role="status" className={page.soft}>
            {t(formatCount(`${formatNumber(data.total)}${data.capped ? '+' : ''}`, data.total))}
          </p>
          {children(data)}
        </>
      )}
    </AsyncSection>
  )
}
