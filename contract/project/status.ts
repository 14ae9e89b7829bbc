import type { Fault } from '../kit/fail.ts'
import type { Holder, StageCode, TransitionName } from './stages.ts'

/** A remark pinned to a field, a group or a whole part: `facilities.network.latencyMs`, `material`. */
export interface Remark {
  at: string
  text: string
}

/** One step of the timeline. */
export interface Step {
  id: string
  move: TransitionName
  from: StageCode
  to: StageCode
  byName: string
  office: string | null
  /** What the declarant is told. */
  comment: string | null
  /** What only officers who review read; null for everybody else. */
  internal: string | null
  remarks: Remark[]
  /** Places of earlier remarks that the officer found corrected. */
  met: string[]
  /** Of an expert; who may read it and when: docs/decisions/0045. */
  score: number | null
  /** The expert has a conflict of interest and gave no score. */
  conflict: boolean
  loop: number
  createTime: string
}

/** An expert who is assigned now, with the state of the review in this round. */
export interface AssignedExpert {
  id: string
  realName: string
  state: 'waiting' | 'scored' | 'recused'
  score: number | null
}

/** Where a declaration stands, who acts next, what is open to the caller and what is still missing (domain.md C.3). */
export interface Status {
  id: string
  status: StageCode
  name: string
  holder: Holder
  since: string | null
  expectedAt: string | null
  declareNo: string | null
  completeness: number
  version: number
  loop: number
  parts: { code: string; state: number; version: number; savedAt: string | null; faults: number }[]
  /** Moves the caller may make now. */
  actions: TransitionName[]
  /** Whether the caller may write, and where: everywhere, only these paths, or nowhere. */
  editable: 'all' | 'none' | string[]
  /** Remarks of the last return while it is open. */
  remarks: Remark[]
  timeline: Step[]
  /** The officer who has taken it up; null where nobody has, and for those who declare. */
  officer: string | null
  /** The experts of the review; null for everybody but who decides on it. */
  assigned: AssignedExpert[] | null
  /** What keeps it from being submitted; sentences at their fields. */
  missing: Fault[]
}

/** Whether a template is open to a company, and if not, why (domain.md C.3, Template). */
export interface TemplateAvailability {
  enabled: boolean
  templateId: string | null
  templateName: string | null
  year: string | null
  openAt: string | null
  closeAt: string | null
  daysLeft: number | null
  guide: string | null
  /** What has to be handed in; `templateAttachId` is a blank form to fill in. */
  materials: {
    type: number | null
    title: string | null
    required: number | null
    needSeal: number | null
    templateAttachId: string | null
  }[]
  /** The company's declaration in this round: one that is still written, if there is one, else its latest. */
  existingId: string | null
  existingStatus: StageCode | null
  /** How many of them are still written: drafts, returned and withdrawn ones. */
  unfinished: number
  reasonCode:
    | 'OK'
    | 'NOT_OPEN'
    | 'CLOSED'
    | 'REGION'
    | 'ACCOUNT_TYPE'
    | 'LIMIT'
    | 'ALREADY_LISTED'
    | 'COMPANY_NOT_APPROVED'
    | 'CODE_INVALID'
  reason: string
}

/** One value that differs between two frozen versions. */
export interface Difference {
  at: string
  before: unknown
  after: unknown
  flagged: boolean
}

/** What can be taken over from the company's register entry and its last declaration. */
export interface Prefill {
  information: Record<string, unknown>
  contact: Record<string, unknown>
}

/** What a saved part answers: its new version, how far it is, and when it was kept. */
export interface SaveResult {
  id: string
  version: number
  state: number
  savedAt: string
}

/** Somebody who can be asked to review. */
export interface Expert {
  id: string
  realName: string
  account: string
}

/** A declaration with its information as typed. */
export type Detail = { id: string; version: number; declareStatus: StageCode } & Record<string, unknown>

/** Figures over the rows the caller sees. */
export interface Figures {
  listed: number
  byStage: { status: StageCode; value: number }[]
}
