import type { ColumnType } from '#contract/news/column-types.ts'
import { news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { useKeyword } from './list-search.tsx'
import { RowsWithPictures } from './release-rows.tsx'
import { SearchableList } from './searchable-list.tsx'

const typicalCases: ColumnType = 4

/** Typical cases, newest first. */
export const CaseList = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const keyword = useKeyword()
  const cases = useAnswer(news.newList, {
    kind: typicalCases,
    current: usePageNumber(),
    size: 10,
    keyword,
  })
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className={page.lead}>
        {t(['已建成5G工厂的做法与成效。', 'How completed 5G factories were built and what they have achieved.'])}
      </p>
      <SearchableList from={cases}>
        {(results) => <PagedList of={results}>{(records) => <RowsWithPictures articles={records} />}</PagedList>}
      </SearchableList>
    </div>
  )
}
