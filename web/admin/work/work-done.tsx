import type { RowOf } from '#contract/kit/entity.ts'
import type { Row } from '#contract/kit/field.ts'
import type { familyFields } from '#contract/work/task-fields.ts'
import { workDone } from '#contract/work/work-done.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { EmptyCell } from '../table/cells.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { useWorkLinks } from './work-links.tsx'

type DoneRow = RowOf<typeof workDone> & Partial<Pick<Row<typeof familyFields>, 'decision'>>

const columns: Columns<typeof workDone> = [{ name: 'flag', cell: ({ decision }: DoneRow) => decision ?? <EmptyCell /> }]

/** Tasks that the user has completed. */
export const FinishedTasks = () => {
  const { linksOf, dialog } = useWorkLinks('work_done')
  return (
    <>
      <RecordList of={workDone} source={usePageSource(workDone)} columns={columns} rowMore={linksOf} />
      {dialog}
    </>
  )
}
