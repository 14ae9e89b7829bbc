import { workSend } from '#contract/work/work-send.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { useWorkLinks } from './work-links.tsx'

/** Processes that the user has started, and where they are. */
export const StartedProcesses = () => {
  const { linksOf, dialog } = useWorkLinks('work_send')
  return (
    <>
      <RecordList of={workSend} source={usePageSource(workSend)} rowMore={linksOf} />
      {dialog}
    </>
  )
}
