import { workTodo } from '#contract/work/work-todo.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import { StepCell } from './for-principal.tsx'
import { NotReadyNote, ReadyOrDue } from './not-ready.tsx'
import { useWorkLinks } from './work-links.tsx'

const columns: Columns<typeof workTodo> = [
  { name: 'taskName', cell: (row) => <StepCell row={row} /> },
  { name: 'dueTime', cell: (row) => <ReadyOrDue {...row} /> },
]

/** Tasks that wait for the user, in the order of their deadlines. */
export const TasksToDo = () => {
  const { handleLink, linksOf, dialog } = useWorkLinks('work_todo')
  return (
    <>
      <RecordList
        of={workTodo}
        source={usePageSource(workTodo)}
        columns={columns}
        above={<NotReadyNote call={workTodo.calls.notReady} />}
        rowMore={(row) => (
          <>
            {handleLink(row)}
            {linksOf(row)}
          </>
        )}
      />
      {dialog}
    </>
  )
}
