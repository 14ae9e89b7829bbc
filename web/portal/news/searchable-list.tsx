import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { QueryState } from '#web/base/page/page.tsx'
import { ResultList } from '../result-list.tsx'
import { ListSearch, noResultsText, useKeyword } from './list-search.tsx'

interface Props<T> {
  readonly from: QueryState<T>
  readonly children: (data: T) => ReactNode
}

const countWords = (count: string, total: number): Text => [
  `共 ${count} 条`,
  `${count} ${total === 1 ? 'item' : 'items'}`,
]

/** A list with a search by title; renders the results in each state: loading, error, empty, found. */
export const SearchableList = <T extends { readonly total: number }>({ from, children }: Props<T>) => {
  const keyword = useKeyword()
  return (
    <>
      <ListSearch />
      <ResultList from={from} height={420} none={keyword ? noResultsText : undefined} formatCount={countWords}>
        {children}
      </ResultList>
    </>
  )
}
