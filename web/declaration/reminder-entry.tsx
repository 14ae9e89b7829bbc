import type { OfficeReminder } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { TimelineEntry } from './timeline-entry.tsx'

/** That the declarant reminded the office, in the history that both read. */
export const ReminderEntry = ({ reminder: { time } }: { reminder: OfficeReminder }) => {
  const t = useLocalize()
  return (
    <TimelineEntry
      what={<strong>{t(['催办', 'Reminded'])}</strong>}
      who={
        <>
          <time>{time}</time>
          <span>{t(['申报单位', 'Declarant'])}</span>
        </>
      }
    />
  )
}
