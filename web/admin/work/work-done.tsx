import { decisionText } from '#contract/flow/decisions.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { workDone } from '#contract/work/work-done.ts'
import { useLocalize } from '#web/base/language.ts'
import { useUser } from '#web/base/session.ts'
import { EmptyCell } from '../crud/cells.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../crud/table-columns.tsx'
import { useWorkLinks } from './work-links.tsx'

/** How the user has decided, in the words of the matter. */
const Decision = ({ of: { flag, businessTable, startUserId } }: { of: RowOf<typeof workDone> }) => {
  const t = useLocalize()
  const me = useUser()?.user_id
  if (flag !== 'ok' && flag !== 'no') return <EmptyCell />
  return t(decisionText(businessTable, flag, startUserId === me))
}

const columns: Columns<typeof workDone> = [
  ...['subject', 'taskName', 'processDefinitionName'],
  { name: 'flag', cell: (row) => <Decision of={row} /> },
  ...['historyTaskEndTime', 'processIsFinished'],
]

/** Tasks that the user has completed. */
export const FinishedTasks = () => {
  const { linksOf, dialog } = useWorkLinks('work_done')
  return (
    <>
      <RecordList
        of={workDone}
        source={usePageSource(workDone)}
        columns={columns}
        emptyNote={['您还没有办理过事务', 'You have not completed a task yet']}
        rowMore={linksOf}
      />
      {dialog}
    </>
  )
}
