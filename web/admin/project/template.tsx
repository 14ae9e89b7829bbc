import { template } from '#contract/project/template.ts'
import { missingYearsText, workCalendar } from '#contract/system/calendar.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** Templates of declarations, whose time limits count working days: the form says which years have no calendar. */
export const Templates = () => {
  const source = usePageSource(template)
  const { data } = useAnswer(workCalendar.years, {}, { staleTime: 60_000 })
  const note = missingYearsText(data?.missing ?? [])
  return <RecordList of={template} source={source} form={note ? { note } : undefined} />
}
