import { leave } from '#contract/desk/leave.ts'
import { ask, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import css from '../process.module.css'
import { StartPage } from '../start-page.tsx'
import { ApproverPicker } from './approver-picker.tsx'

const { startTime, endTime, taskUser, reason } = leave.actions.startProcess.input
const fields = { startTime, endTime, taskUser, reason }
const controls = { taskUser: ApproverPicker }
const words = {
  send: ['提交申请', 'Send'],
  sent: ['请假申请已提交', 'Your request was sent'],
} as const

/** The working days of the period as the server counts them, or why it is not possible; nothing until both ends are chosen. */
const Days = ({ values: { startTime: from, endTime: to } }: { values: FormValues }) => {
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

/** Requests leave: period, approver and reason. */
export const LeaveForm = () => (
  <StartPage
    name="leave"
    label={leave.label}
    fields={fields}
    controls={controls}
    start={(values, processDefinitionId) => ask(leave.calls.startProcess, { ...values, processDefinitionId })}
    words={words}
    reads={[leave.path]}
  >
    {(values) => <Days values={values} />}
  </StartPage>
)
