import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { type Fields, text } from '#contract/kit/field.ts'
import { Answers } from '#web/form/answers.tsx'
import type { Tone } from '#web/ui/notice.tsx'

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

const tones: Readonly<Record<string, Tone>> = {
  running: 'busy',
  returned: 'ask',
  approved: 'good',
  cancelled: 'calm',
  ended: 'bad',
}

/** The state of a request. */
export const leaveStateOf = ({ leaveState }: LeaveDetail) => {
  const label = leave.fields.leaveState.choices.find(([state]) => state === leaveState)?.[1]
  return label ? { label, tone: tones[leaveState ?? ''] ?? 'calm' } : null
}

/** A request for leave as its applicant has written it. */
export const LeaveRequest = ({ of, applicant }: { of: LeaveDetail; applicant: string | null }) => (
  <Answers fields={of.earlier?.length ? { ...fields, earlier } : fields} values={{ ...of, applicant }} />
)
