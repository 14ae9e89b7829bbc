import type { ColumnType } from '#contract/news/column-types.ts'
import { news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import page from '../page.module.css'
import { PagedList, usePageNumber } from '../pager.tsx'
import { useKeyword } from './list-search.tsx'
import { FileRows } from './release-rows.tsx'
import { SearchableList } from './searchable-list.tsx'

const technologyProgress: ColumnType = 3

/** Papers on technology, newest first, each with a download link. */
export const Progress = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const keyword = useKeyword()
  const files = useAnswer(news.fileList, {
    kind: technologyProgress,
    current: usePageNumber(),
    size: 10,
    keyword,
  })
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <p className={page.lead}>
        {t([
          '5G与工业互联网融合应用的技术资料，可直接下载。',
          'Papers on 5G and the industrial internet, available for download.',
        ])}
      </p>
      <SearchableList from={files}>
        {(results) => <PagedList of={results}>{(records) => <FileRows files={records} />}</PagedList>}
      </SearchableList>
    </div>
  )
}
