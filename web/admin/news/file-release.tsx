import { fileRelease } from '#contract/news/file-release.ts'
import { CrudScreen } from '../crud/crud-screen.tsx'
import type { FormOptions } from '../crud/form-options.ts'
import { FileColumn } from './column-picker.tsx'
import { initialValues, ReleaseState, ReleaseStates, releaseActionsOf } from './release-state.tsx'

const form: FormOptions = {
  controls: { type: FileColumn },
  note: [
    '保存不会发布：草稿须在列表中“发布”。已发布的文件，保存后立即对外更新。',
    'Saving does not publish: a draft is published from the list. What is published already is handed out as saved, at once.',
  ],
}

/** Files to download: publish now or at a set time, withdraw. */
export const FileReleases = () => (
  <CrudScreen
    of={fileRelease}
    above={(list) => <ReleaseStates of={fileRelease} list={list} />}
    searchFields={['title', 'type']}
    columns={[
      'title',
      { name: 'status', cell: (row) => <ReleaseState of={row} /> },
      ...['type', 'attachId', 'releaseTime', 'source'],
    ]}
    form={form}
    rowActions={releaseActionsOf}
    initialValues={initialValues}
  />
)
