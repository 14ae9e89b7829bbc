import { fileRelease } from '#contract/news/file-release.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import type { Columns } from '../table/table-columns.tsx'
import { FileColumn } from './column-picker.tsx'
import { ReleaseState, ReleaseStates, releaseActionsOf, releaseOverrides } from './release-state.tsx'

const form: FormOptions = {
  controls: { type: FileColumn },
  note: [
    '保存不会发布：草稿须在列表中“发布”。已发布的文件，保存后立即对外更新。',
    'Saving does not publish; publish drafts from the list. Changes to a published file go live as soon as you save.',
  ],
}

const columns: Columns<typeof fileRelease> = [{ name: 'status', cell: (row) => <ReleaseState of={row} /> }]

/** Files to download: publish now or at a set time, withdraw. */
export const FileReleases = () => {
  const source = usePageSource(fileRelease)
  return (
    <RecordList
      of={fileRelease}
      source={source}
      above={<ReleaseStates of={fileRelease} source={source} />}
      searchFields={['title', 'type']}
      columns={columns}
      form={form}
      rowActions={releaseActionsOf}
      overrides={releaseOverrides}
    />
  )
}
