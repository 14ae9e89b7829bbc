import { pressRelease } from '#contract/news/press-release.ts'
import { EmptyCell } from '../crud/cells.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import type { FormOptions } from '../crud/form-options.ts'
import { ArticleColumn } from './column-picker.tsx'
import { CoverField } from './cover-field.tsx'
import css from './press-release.module.css'
import { PreviewButton } from './preview.tsx'
import { initialValues, ReleaseState, ReleaseStates, releaseActionsOf } from './release-state.tsx'
import { StoredPicture } from './stored-picture.tsx'

const form: FormOptions = {
  controls: { type: ArticleColumn, imgId: CoverField },
  note: [
    '保存不会发布：草稿须在列表中“发布”。已发布的文章，保存后立即对外更新。',
    'Saving does not publish: a draft is published from the list. What is published already is read as saved, at once.',
  ],
  extra: (values) => <PreviewButton values={values} />,
}

/** News articles: edit, preview, publish now or at a set time, withdraw. */
export const PressReleases = () => (
  <CrudScreen
    of={pressRelease}
    above={(list) => <ReleaseStates of={pressRelease} list={list} />}
    searchFields={['title', 'type']}
    columns={[
      {
        name: 'imgId',
        cell: ({ imgId }) => (imgId ? <StoredPicture id={imgId} alt="" className={css.small} /> : <EmptyCell />),
      },
      'title',
      { name: 'status', cell: (row) => <ReleaseState of={row} /> },
      ...['type', 'releaseTime', 'source'],
    ]}
    form={form}
    rowActions={releaseActionsOf}
    initialValues={initialValues}
  />
)
