import { leave } from '#contract/desk/leave.ts'
import { TaskDecision } from '../task-decision.tsx'
import { LeavePage } from './leave-page.tsx'

/** Handles a task of a request for leave. */
export const LeaveHandlePage = () => (
  <LeavePage>
    {({ matter, view }) => <TaskDecision createUser={matter.createUser} flow={view.flow ?? []} reads={[leave.path]} />}
  </LeavePage>
)
