import { leave } from '#contract/desk/leave.ts'
import { OwnRequests } from '../work/own-requests.tsx'

/** The user's own requests for leave. */
export const LeaveRequests = () => <OwnRequests of={leave} route="leave" start={['发起请假', 'Request leave']} />
