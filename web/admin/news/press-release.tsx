import { pressRelease } from '#contract/news/press-release.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import { EmptyCell } from '../table/cells.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { ArticleColumn } from './column-picker.tsx'
import { CoverField } from './cover-field.tsx'
import css from './press-release.module.css'
import { PreviewButton } from './preview.tsx'
import { ReleaseState, ReleaseStates, releaseActionsOf, releaseOverrides } from './release-state.tsx'
import { StoredPicture } from './stored-picture.tsx'

const form: FormOptions = {
  controls: { type: ArticleColumn, imgId: CoverField },
  note: [
    '保存不会发布：草稿须在列表中“发布”。已发布的文章，保存后立即对外更新。',
    'Saving does not publish; publish drafts from the list. Changes to a published article go live as soon as you save.',
  ],
  extra: (values) => <PreviewButton values={values} />,
}

const columns: Columns<typeof pressRelease> = [
  {
    name: 'imgId',
    cell: ({ imgId }) => (imgId ? <StoredPicture id={imgId} alt="" className={css.small} /> : <EmptyCell />),
  },
  { name: 'status', cell: (row) => <ReleaseState of={row} /> },
]

/** News articles: edit, preview, publish now or at a set time, withdraw. */
export const PressReleases = () => {
  const source = usePageSource(pressRelease)
  return (
    <RecordList
      of={pressRelease}
      source={source}
      above={<ReleaseStates of={pressRelease} source={source} />}
      searchFields={['title', 'type']}
      columns={columns}
      form={form}
      rowActions={releaseActionsOf}
      overrides={releaseOverrides}
    />
  )
}
