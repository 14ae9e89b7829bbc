import { leave } from '#contract/desk/leave.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import css from '../process.module.css'

/** The working days of the period as the server counts them, or why it is not possible; nothing until both ends are chosen. */
export const LeaveDays = ({ values: { startTime: from, endTime: to } }: { values: FormValues }) => {
  const t = useLocalize()
  const { data, error } = useAnswer(
    leave.calls.days,
    { startTime: String(from), endTime: String(to) },
    { enabled: Boolean(from && to), staleTime: 60_000 },
  )
  if (!from || !to) return null
  if (error) return <p className={css.wrong}>{error.faults[0]?.msg ?? error.message}</p>
  if (!data) return null
  return (
    <p className={css.days} role="status">
      {t([
        `共 ${data.days} 个工作日，不含周末和法定节假日`,
        `${data.days} working ${data.days === 1 ? 'day' : 'days'}, without weekends and holidays`,
      ])}
    </p>
  )
}
