import { call, shaped } from '../kit/call.ts'
import type { StageCode } from './stages.ts'
import type { StageCount } from './status.ts'

/** A declaration that waits for the caller. */
export interface Matter {
  id: string
  declareNo: string | null
  projectName: string | null
  commpanyName: string | null
  /** Null, as are the deadlines, for callers whose data scopes hide `declareStatus`. */
  stage: StageCode | null
  /** Title and office of a further review. */
  stageName: string | null
  holderName: string | null
  since: string | null
  /** Full days since it entered the stage. */
  daysWaiting: number
  deadline: string | null
  /** Days until the deadline, rounded up; negative after it, null without one. */
  daysLeft: number | null
  /** Working days after today until the deadline; null if it is not counted in them. */
  workdaysLeft: number | null
}

/** One that waits for the caller. */
export interface WaitingMatter extends Matter {
  /** Whether the caller decides on it together with others, by a proposal in the table of its batch. */
  readonly isDecidedTogether: boolean
}

/** A task of another process that the caller has or may claim, or on which they are consulted. */
export interface MatterTask {
  taskId: string
  subject: string
  taskName: string
  processName: string
  processKey: string
  categoryKey: number
  processInstanceId: string
  businessId: string
  startUserName: string | null
  /** Whether it is still to be claimed. */
  isOpen: boolean
  /** Whether somebody else has it and asks for the caller's advice; these are tasks of declarations. */
  isConsulted: boolean
  createTime: string
  dueTime: string | null
  daysWaiting: number
  daysLeft: number | null
}

/** What waits for the caller, and figures of the rows that the caller may see. */
export interface Matters {
  /** The first matters, overdue and nearest deadlines first. */
  records: WaitingMatter[]
  /** Exact up to 10,000. */
  total: number
  /** Tasks of processes, without those of the declarations above; the most urgent first. */
  tasks: { records: MatterTask[]; total: number; claimable: number; consulted: number }
  /** Declarations that the provincial desk watches, as their offices are late; null for everybody else. */
  supervised: number | null
  /** Declarations that wait for a batch of their template; null for those who do not add batches. */
  unbatched: number | null
  /** Declarations whose public notice is not published; null for those who have no notices. */
  unpublished: number | null
  /** Declarations by stage; empty for callers who may not see them or their stage. */
  byStage: StageCount[]
  /** Projects in the library, or null without the permission to see them. */
  listed: number | null
  /** Registrations that await approval; null for callers who may not approve. */
  registrations: { value: number; daysWaiting: number } | null
}

export const matters = {
  list: call('GET', 'caict-desk/matters', ['待我办理', 'Waiting for me'], {
    access: 'login',
    output: shaped<Matters>(),
  }),
}
