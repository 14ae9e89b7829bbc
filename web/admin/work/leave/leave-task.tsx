import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { ask } from '#web/base/api/caller.ts'
import { approvalOpinion, type Correction, TaskDecision } from '../task-decision.tsx'
import { LeavePage } from './leave-page.tsx'
import { useLeavePeriod } from './use-leave-period.tsx'

const { id: _, ...fields } = leave.actions.correct.input

/** The applicant corrects a returned request and sends it again, or withdraws it. */
const correctionOf = ({ id, startTime, endTime, reason }: LeaveDetail): Correction => ({
  fields,
  initial: { startTime, endTime, reason },
  save: (values) => ask(leave.calls.correct, { ...values, id } as never),
  withdraw: ['撤销申请', 'Withdraw the request'],
  withdrawQuestion: ['确定撤销该请假申请?', 'Withdraw this leave request?'],
  useAnswers: useLeavePeriod,
})

/** A request for leave, to read. */
export const LeaveDetailPage = () => <LeavePage />

/** Handles a task of a request for leave. */
export const LeaveHandlePage = () => (
  <LeavePage>
    {({ matter, view }) => (
      <TaskDecision
        createUser={matter.createUser}
        view={view}
        correction={matter.leaveState === 'returned' ? correctionOf(matter) : undefined}
        opinion={approvalOpinion}
        reads={[leave.path]}
      />
    )}
  </LeavePage>
)
