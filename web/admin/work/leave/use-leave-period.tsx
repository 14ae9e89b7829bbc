import { leave } from '#contract/desk/leave.ts'
import { check } from '#contract/kit/check.ts'
import { missingYearsText, workCalendar } from '#contract/system/calendar.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useDebounced } from '#web/base/page/use-debounced.ts'
import type { FieldAnswers } from '../field-answers.ts'

const fields = leave.actions.days.input

/** The period if both ends are complete and valid times, else ''. */
const periodIn = (values: Readonly<Record<string, unknown>>): string => {
  const { value, faults } = check(fields, { startTime: values.startTime, endTime: values.endTime }, { mode: 'new' })
  return faults.length ? '' : `${value.startTime},${value.endTime}`
}

/** The years of a period that have no public holidays. */
const missingIn = (startTime: string, endTime: string, recorded: readonly number[]): number[] =>
  [...new Set([startTime, endTime].map((time) => Number(time.slice(0, 4))))].filter((year) => !recorded.includes(year))

/** At the end of the period: its working days as the server counts them, or why it is not possible. */
export const useLeavePeriod: FieldAnswers = (values) => {
  const t = useLocalize()
  const period = periodIn(values)
  const settled = useDebounced(period, 300)
  const [startTime = '', endTime = ''] = settled.split(',')
  const { data, error } = useAnswer(
    leave.calls.days,
    { startTime, endTime },
    { enabled: settled !== '', staleTime: 60_000 },
  )
  const calendar = useAnswer(workCalendar.years, {}, { staleTime: 60_000 })
  // the answer about an earlier period says nothing about this one
  if (!period || period !== settled) return {}
  const fault = error?.faults[0]?.msg
  if (fault) return { faultAt: (at) => (at === 'endTime' ? fault : undefined) }
  const text = error
    ? error.message
    : data &&
      t([
        `共 ${data.days} 个工作日，不含周末和法定节假日`,
        `${data.days} working ${data.days === 1 ? 'day' : 'days'}, without weekends and holidays`,
      ])
  const missing = calendar.data ? missingYearsText(missingIn(startTime, endTime, calendar.data.recorded)) : null
  const words = text && missing ? `${text} ${t(missing)}` : text
  return words ? { noteAt: (at) => (at === 'endTime' ? <span role="status">{words}</span> : null) } : {}
}
