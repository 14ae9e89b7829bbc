import { workDone } from '#contract/work/work-done.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useWorkLinks } from './work-links.tsx'

/** Tasks that the user has completed. */
export const FinishedTasks = () => {
  const { linksOf, dialog } = useWorkLinks('work_done')
  return (
    <>
      <RecordList
        of={workDone}
        source={usePageSource(workDone)}
        emptyNote={['您还没有办理过事务', 'You have not completed a task yet']}
        rowMore={linksOf}
      />
      {dialog}
    </>
  )
}
