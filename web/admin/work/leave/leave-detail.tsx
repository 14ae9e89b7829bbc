import { LeavePage } from './leave-page.tsx'

/** A request for leave, to read. */
export const LeaveDetailPage = () => <LeavePage />
