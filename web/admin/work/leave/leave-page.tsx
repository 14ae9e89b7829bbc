import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { type Fields, text } from '#contract/kit/field.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { Answers } from '#web/form/answers.tsx'
import { type Loaded, ProcessPage } from '../process-page.tsx'
import { requestStateOf } from '../request-state.ts'

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

/** A request for leave as its applicant has written it. */
const LeaveRequest = ({ of, applicant }: { of: LeaveDetail; applicant: string | null }) => (
  <Answers fields={of.earlier?.length ? { ...fields, earlier } : fields} values={{ ...of, applicant }} />
)

/** A request for leave, read again whenever the page opens; `children` renders what can be done with it. */
export const LeavePage = ({ children }: { children?: (loaded: Loaded<LeaveDetail>) => ReactNode }) => {
  const { businessId = '' } = useParams()
  return (
    <ProcessPage
      label={leave.label}
      from={useAnswer(leave.calls.show, { businessId }, { staleTime: 0 })}
      stateOf={({ leaveState }) => requestStateOf(leave.fields.leaveState, leaveState)}
      subjectOf={({ reason }) => reason}
      show={({ matter, view }) => <LeaveRequest of={matter} applicant={view.flow?.[0]?.assigneeName ?? null} />}
    >
      {children}
    </ProcessPage>
  )
}
