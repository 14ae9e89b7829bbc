import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type LeaveDetail, leave } from '#contract/desk/leave.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { type Loaded, ProcessPage } from '../process-page.tsx'
import { LeaveRequest, leaveStateOf } from './leave-request.tsx'

/** A request for leave, read again whenever the page opens; `children` renders what can be done with it. */
export const LeavePage = ({ children }: { children?: (loaded: Loaded<LeaveDetail>) => ReactNode }) => {
  const { businessId = '' } = useParams()
  return (
    <ProcessPage
      label={leave.label}
      from={useAnswer(leave.calls.show, { businessId }, { staleTime: 0 })}
      stateOf={leaveStateOf}
      subjectOf={({ reason }) => reason}
      show={({ matter, view }) => <LeaveRequest of={matter} applicant={view.flow?.[0]?.assigneeName ?? null} />}
    >
      {children}
    </ProcessPage>
  )
}
