import type { ReactNode } from 'react'
import type { Page } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import { news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type QueryState, usePageTitle } from '#web/base/page/page.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { useKeyword } from './list-search.tsx'
import { FileRows, RowsWithPictures } from './release-rows.tsx'
import { SearchableList } from './searchable-list.tsx'

const [technologyProgress, typicalCases]: readonly ColumnType[] = [3, 4]

/** The page of the list that the address names. */
const useInput = (kind: ColumnType | undefined) => ({ kind, current: usePageNumber(), size: 10, keyword: useKeyword() })

interface Props<R> {
  readonly lead: Text
  readonly from: QueryState<Page<R>>
  readonly children: (records: readonly R[]) => ReactNode
}

const ColumnPage = <R,>({ lead, from, children }: Props<R>) => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className="muted large">{t(lead)}</p>
      <SearchableList from={from}>{(results) => <PagedList of={results}>{children}</PagedList>}</SearchableList>
    </div>
  )
}

/** Typical cases, newest first. */
export const CaseList = () => (
  <ColumnPage
    lead={['已建成5G工厂的做法与成效。', 'How completed 5G factories were built and what they have achieved.']}
    from={useAnswer(news.newList, useInput(typicalCases))}
  >
    {(records) => <RowsWithPictures articles={records} />}
  </ColumnPage>
)

/** Papers on technology, newest first, each with a download link. */
export const Progress = () => (
  <ColumnPage
    lead={[
      '5G与工业互联网融合应用的技术资料，可直接下载。',
      'Papers on 5G and the industrial internet, available for download.',
    ]}
    from={useAnswer(news.fileList, useInput(technologyProgress))}
  >
    {(records) => <FileRows files={records} />}
  </ColumnPage>
)
