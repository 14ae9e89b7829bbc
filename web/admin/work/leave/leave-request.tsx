import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { type Fields, text } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/language.ts'
import { Answers } from '#web/form/answers.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import css from '../process.module.css'

const { startTime, endTime, days, reason, applyTime, earlier } = leave.fields
const fields: Fields = {
  applicant: text('申请人', 'Applicant'),
  applyTime,
  startTime,
  endTime,
  days,
  taskUserName: text('审批人', 'Approver'),
  reason,
}

const tones: Readonly<Record<string, Tone>> = { running: 'busy', approved: 'good', cancelled: 'calm', ended: 'bad' }

/** The state of a request, and who has it now. */
const State = ({ of: { leaveState, flow } }: { of: LeaveDetail }) => {
  const t = useLocalize()
  const label = leave.fields.leaveState.choices.find(([state]) => state === leaveState)?.[1]
  return (
    <p className={css.state}>
      {label ? <Tag tone={tones[leaveState ?? ''] ?? 'calm'}>{t(label)}</Tag> : null}
      {flow.taskName ? (
        <span>
          {t([
            `当前环节：${flow.taskName}（${flow.assigneeName ?? '待签收'}）`,
            `Current step: ${flow.taskName} (${flow.assigneeName ?? 'to be claimed'})`,
          ])}
        </span>
      ) : null}
    </p>
  )
}

/** A request for leave as its applicant has written it. */
export const LeaveRequest = ({ of, applicant }: { of: LeaveDetail; applicant: string | null }) => (
  <>
    <State of={of} />
    <Answers fields={of.earlier?.length ? { ...fields, earlier } : fields} values={{ ...of, applicant }} />
  </>
)
