import { useLocalize } from '#web/base/language.ts'
import { timeLeftOf } from '#web/declaration/time-left.ts'
import { Tag } from '#web/ui/notice.tsx'
import { EmptyCell } from '../crud/cells.tsx'
import { daysUntil } from './days-until.ts'

/** How many days are left until a task is due, or since when it is overdue. */
export const Due = ({ at }: { at: string | null | undefined }) => {
  const t = useLocalize()
  if (!at) return <EmptyCell />
  const { tone, words } = timeLeftOf({ daysLeft: daysUntil(at), daysWaiting: 0 })
  return (
    <span title={at.slice(0, 16)}>
      <Tag tone={tone}>{t(words)}</Tag>
    </span>
  )
}
