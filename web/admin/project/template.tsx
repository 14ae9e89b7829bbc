import type { Text } from '#contract/kit/text.ts'
import { template } from '#contract/project/template.ts'
import { missingYearsText, workCalendar } from '#contract/system/calendar.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** Deadlines are stored when a stage begins. */
const fromNowOn: Text = [
  '办理时限在申报进入环节时确定，时限的改动只对此后进入该环节的申报生效；开放和截止时间立即生效。',
  'Deadlines are fixed when a stage begins: changes count for declarations that enter it from now on. The window opens and closes as set here at once.',
]

const withMissing = (missing: Text | null): Text =>
  missing ? [`${fromNowOn[0]}${missing[0]}。`, `${fromNowOn[1]} ${missing[1]}.`] : fromNowOn

/** Templates of declarations, whose time limits count working days: the form says which years have no calendar. */
export const Templates = () => {
  const source = usePageSource(template)
  const { data } = useAnswer(workCalendar.years, {}, { staleTime: 60_000 })
  return (
    <RecordList of={template} source={source} form={{ note: withMissing(missingYearsText(data?.missing ?? [])) }} />
  )
}
