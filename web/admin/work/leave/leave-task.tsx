import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { ask } from '#web/base/caller.ts'
import { type Correction, TaskDecision } from '../task-decision.tsx'
import { LeaveDays } from './leave-days.tsx'
import { LeavePage } from './leave-page.tsx'

const { id: _, ...fields } = leave.actions.correct.input

/** The applicant corrects a returned request and sends it again, or cancels it. */
const correctionOf = ({ id, startTime, endTime, reason }: LeaveDetail): Correction => ({
  fields,
  initial: { startTime, endTime, reason },
  save: (values) => ask(leave.calls.correct, { ...values, id } as never),
  cancel: ['取消申请', 'Cancel the request'],
  note: (values) => <LeaveDays values={values} />,
})

/** A request for leave, to read. */
export const LeaveDetailPage = () => <LeavePage />

/** Handles a task of a request for leave. */
export const LeaveHandlePage = () => (
  <LeavePage>
    {({ matter, view }) => (
      <TaskDecision createUser={matter.createUser} view={view} correction={correctionOf(matter)} reads={[leave.path]} />
    )}
  </LeavePage>
)
