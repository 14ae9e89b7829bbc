import { daysSince, daysUntil } from '#contract/project/days-left.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { timeLeftOf } from '#web/declaration/time-left.ts'
import { Tag } from '#web/ui/notice.tsx'
import { EmptyCell } from '../table/cells.tsx'

interface Props {
  readonly at: string | null | undefined
  readonly since?: string | null | undefined
  readonly workdaysLeft?: number | null | undefined
}

/** How many days are left until a task is due, or since when it is overdue; without a deadline how long it has waited, if that is given. */
export const Due = ({ at, since, workdaysLeft }: Props) => {
  const t = useLocalize()
  if (!at && !since) return <EmptyCell />
  const { tone, words } = timeLeftOf({
    daysLeft: at ? daysUntil(at) : null,
    workdaysLeft: workdaysLeft ?? null,
    daysWaiting: since ? daysSince(since) : 0,
  })
  return (
    <span title={at?.slice(0, 16)}>
      <Tag tone={tone}>{t(words)}</Tag>
    </span>
  )
}
