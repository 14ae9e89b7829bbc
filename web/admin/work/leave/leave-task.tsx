import { leave } from '#contract/desk/leave.ts'
import { type Correction, TaskDecision } from '../task-decision.tsx'
import { LeavePage } from './leave-page.tsx'

/** A returned request is sent again as it is, or cancelled. */
const correction: Correction = {
  fields: {},
  initial: {},
  save: async () => undefined,
  cancel: ['取消申请', 'Cancel the request'],
}

/** A request for leave, to read. */
export const LeaveDetailPage = () => <LeavePage />

/** Handles a task of a request for leave. */
export const LeaveHandlePage = () => (
  <LeavePage>
    {({ matter, view }) => (
      <TaskDecision
        createUser={matter.createUser}
        flow={view.flow ?? []}
        correction={correction}
        reads={[leave.path]}
      />
    )}
  </LeavePage>
)
