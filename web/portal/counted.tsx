import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { QueryState } from '#web/base/page.tsx'
import { useLocalize } from '#web/base/say.ts'
import { Arriving } from './arriving.tsx'
import { digits } from './number.ts'
import page from './page.module.css'

/** What was found, of which not all may have been counted. */
interface Found {
  readonly total: number
  readonly capped?: boolean
}

interface Props<T> {
  readonly from: QueryState<T>
  readonly height: number
  /** What is said when nothing is found. */
  readonly none: Text | undefined
  /** Says how many there are; `count` is the number as it is read. */
  readonly says: (count: string, total: number) => Text
  readonly children: (found: T) => ReactNode
}

/** A list that was asked for, under the number of what it found, which is said aloud with every search (WCAG 4.1.3). */
export const Counted = <T extends Found>({ from, height, none, says, children }: Props<T>) => {
  const t = useLocalize()
  return (
    <Arriving from={from} height={height} isEmpty={({ total }) => total === 0} none={none}>
      {(found) => (
        <>
          <p role="status" className={page.soft}>
            {t(says(`${digits(found.total)}${found.capped ? '+' : ''}`, found.total))}
          </p>
          {children(found)}
        </>
      )}
    </Arriving>
  )
}
