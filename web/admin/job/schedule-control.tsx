import { jobInfo } from '#contract/job/job-info.ts'
import { timing } from '#contract/job/timing.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useDebounced } from '#web/base/page/use-debounced.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Input, useFieldContext } from '#web/ui/input.tsx'
import css from './job-form.module.css'
import { NextRunList } from './next-runs.tsx'

const cronHint: Text = [
  '秒 分 时 日 月 周 [年]，例如 0 0 2 * * ?（每天 2 点）',
  'second minute hour day month weekday [year], such as 0 0 2 * * ? (2:00 every day)',
]
const intervalHint: Text = ['毫秒，50 至 120000', 'Milliseconds, 50 to 120000']

/** The schedule as typed, once typing has paused; '' while there is none. */
const useSettledSchedule = ({ timeExpressionType, timeExpression, lifecycle, timeZone }: FormValues) => {
  const schedule = timeExpression ? JSON.stringify({ timeExpressionType, timeExpression, lifecycle, timeZone }) : ''
  const settled = useDebounced(schedule, 300)
  return { isSettled: schedule !== '' && schedule === settled, settled }
}

/** What the schedule means: in words and by its next times, or what is wrong with it. */
const Preview = ({ values }: { readonly values: FormValues }) => {
  const t = useLocalize()
  const { bad } = useFieldContext()
  const { isSettled, settled } = useSettledSchedule(values)
  const input = settled ? JSON.parse(settled) : {}
  const { data, error } = useAnswer(jobInfo.calls.nextRuns, input, { enabled: settled !== '' })
  // the answer about an earlier schedule says nothing about this one
  const [answer, fault] = isSettled ? [data, error] : []
  const isCron = values.timeExpressionType === timing.cron
  const hint = isCron ? cronHint : intervalHint
  return (
    <div className={`${css.preview} above-4 small`} data-cron={(isCron && !bad) || undefined}>
      <p role="status" className={fault && !bad ? 'bad' : 'muted'}>
        {fault ? (bad ? null : fault.message) : (answer?.words ?? t(hint))}
      </p>
      {answer?.runs.length ? <NextRunList runs={answer.runs} visible={5} /> : null}
    </div>
  )
}

/** A cron expression or an interval, and below it what it means. */
export const ScheduleControl: Control = ({ value, onChange, disabled, values = {} }) => (
  <>
    <Input
      className={css.expression}
      value={String(value ?? '')}
      onValue={onChange}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
    />
    <Preview values={values} />
  </>
)
