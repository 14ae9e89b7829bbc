import type { ReactNode } from 'react'
import type { Asked } from '#web/base/page.tsx'
import { Arriving } from '../arriving.tsx'
import { ListSearch, nothingFound, useKeyword } from './list-search.tsx'

interface Props<T> {
  readonly from: Asked<T>
  readonly isEmpty: (data: T) => boolean
  readonly children: (data: T) => ReactNode
}

/** A list that can be searched by title: the search, and what was found in each of its states. */
export const Searched = <T,>({ from, isEmpty, children }: Props<T>) => {
  const keyword = useKeyword()
  return (
    <>
      <ListSearch />
      <Arriving from={from} height={420} isEmpty={isEmpty} none={keyword ? nothingFound : undefined}>
        {children}
      </Arriving>
    </>
  )
}
