import type { FlowEntry } from '../flow/flow-process.ts'
import type { Fault } from '../kit/fail.ts'
import type { Consultation } from '../work/consultation.ts'
import type { BatchMove, BatchStep } from './batch-moves.ts'
import type { DuplicateSummary } from './duplicates.ts'
import type { RubricItem } from './rubric.ts'
import type { ScoredItem } from './score-sheet.ts'
import type { Holder, StageCode } from './stages.ts'
import type { TransitionName } from './transitions.ts'

/** A remark on a field, a group or a whole part: `facilities.network.latencyMs`, `material`. */
export interface Remark {
  at: string
  text: string
}

/** A sheet as an expert gave or corrected it. */
export interface ScoreVersion {
  score: number
  items: readonly ScoredItem[]
  /** Why it was corrected; null for the first version. */
  reason: string | null
  createTime: string
}

/** What the caller may do with scores that were given. */
export interface Scoring {
  /** Whether who decides has closed scoring, so that nobody corrects a score any more. */
  isClosed: boolean
  canCorrect: boolean
  canClose: boolean
}

/** One step of the timeline. */
export interface Step {
  id: string
  move: TransitionName | BatchMove
  from: StageCode
  to: StageCode
  /** Titles of the stages if they are further reviews. */
  fromName: string | null
  toName: string | null
  byName: string
  office: string | null
  /** The company for which a declarant or an operator acted; null for all others. */
  unit: string | null
  /** Message to the declarant. */
  comment: string | null
  /** Visible only to officers who review; null for everybody else. */
  internal: string | null
  remarks: Remark[]
  /** Paths of earlier remarks that the officer accepted as corrected. */
  met: string[]
  /** Score of an expert; docs/decisions/0129 defines who may read it and when. */
  score: number | null
  /** The items of the score, for whoever reads the score; none if the template has no rubric. */
  items: readonly ScoredItem[]
  /** All versions of a corrected score, oldest first, for its expert and who decides; the latest one is the score. */
  versions: readonly ScoreVersion[]
  /** The expert has a conflict of interest and gave no score. */
  conflict: boolean
  /** Whether it was one of many by the same act; officers who review learn it. */
  isBulk: boolean
  /** That act: how many declarations it has handled, and how many of them nobody in the office had opened by then. */
  act: { count: number; unopened: number } | null
  loop: number
  createTime: string
}

/** What somebody did to a task besides handling it, and the step of the timeline after which it happened. */
export interface TaskEntry extends FlowEntry {
  readonly after: string | null
}

/** A currently assigned expert, with the state of the review in this round. */
export interface AssignedExpert {
  id: string
  realName: string
  state: 'waiting' | 'scored' | 'recused'
  score: number | null
  items: readonly ScoredItem[]
  /** How many times the expert has corrected the score. */
  corrections: number
}

/** Fewer decided declarations are not enough for an estimate. */
export const minSampleSize = 5

/**
 * When half of the earlier declarations in the same stage had been decided, counted from their arrival there; may be in the past.
 * `basis` is their number.
 */
export interface Estimate {
  at: string
  basis: number
}

/** How long stays in a stage took that ended within the last twelve months: their median in days, and their number. */
export interface StageDuration {
  status: StageCode
  days: number
  basis: number
}

/** That the declarant reminded the office, and the step of the timeline after which they did. */
export interface OfficeReminder {
  readonly time: string
  readonly after: string | null
}

/** The batch of a declaration; without an id it waits for one of its template. */
export interface BatchPlace {
  id: string | null
  name: string | null
  /** Whether it has entered the expert review as one of the batch. */
  isMember: boolean
  /** Whether an earlier batch of its template was closed without it. */
  isLater: boolean
}

/** A quota of a place in a batch. */
export interface QuotaUse {
  regionName: string
  places: number
  used: number
}

/** The stage of a declaration, who acts next, what the caller may do and what is missing. */
export interface Status {
  id: string
  status: StageCode
  name: string
  holder: Holder
  /** Title and office of a further review. */
  stageName: string | null
  holderName: string | null
  since: string | null
  /** When the present stage should end, by its deadline. */
  expectedAt: string | null
  /** When the scores are due; null outside of the expert review. An expert reads their own date. */
  scoreUntil: string | null
  /** Null outside of a review. */
  estimate: Estimate | null
  /** Of the present stage; null outside of a review, and after too few stays. */
  typical: StageDuration | null
  /** Since when the provincial desk watches it, as its office is late; null otherwise, and for its declarant. */
  supervisedSince: string | null
  /** When the public notice ends; null outside of it. */
  noticeUntil: string | null
  /** Whether an objection is being examined. */
  isDisputed: boolean
  /** Null for a declaration of a template without batches, and before its submission. */
  batch: BatchPlace | null
  /** What the caller may do about its batch now. */
  batchSteps: BatchStep[]
  /** The quotas of its place in the batch, for officers of that region; empty for all others. */
  quotas: QuotaUse[]
  declareNo: string | null
  completeness: number
  version: number
  loop: number
  parts: { code: string; state: number; version: number; savedAt: string | null; faults: number }[]
  /** Transitions that the caller may perform now. */
  actions: TransitionName[]
  /** Those of `actions` that cannot be performed yet, and why. */
  obstacles: { action: TransitionName; reason: string }[]
  /** Whether its decision is proposed in the table of its batch, and the caller decides on it. */
  isDecidedByTable: boolean
  /** Where the caller may write: everywhere, nowhere, or only at these paths. */
  editable: 'all' | 'none' | string[]
  /** What the caller reads: everything, or only these paths. `parts` has those of which they read something. */
  readable: 'all' | readonly string[]
  /** Remarks of the last return, while it is open. */
  remarks: Remark[]
  /** Places of `remarks` whose values are the same as when the declaration was returned. */
  unchanged: string[]
  /** Places of the remarks of the last return whose values were changed since the last submission and not submitted. */
  unsent: string[]
  timeline: Step[]
  /** What officers did to its tasks besides handling them, such as giving one back; empty for all others. */
  entries: TaskEntry[]
  /** Colleagues who were consulted on its tasks: all for officers, for others those in which they take part; none for parties. */
  consultations: Consultation[]
  /** The reminders of the declarant, oldest first; empty for all but the declarant and officers. */
  reminders: OfficeReminder[]
  /** Whether the caller waits for an office, and why they cannot remind it yet. */
  canRemind: boolean
  reminderObstacle: string | null
  /** The officer who has claimed it; null if nobody has, and always for declarants. */
  officer: string | null
  /** The assigned experts; null unless the caller decides on the review. */
  assigned: AssignedExpert[] | null
  /** Of its last submission; null for all but the officers who review it, and before a submission. */
  duplicates: DuplicateSummary | null
  /** By which items the caller scores; none without a rubric, and for all others. */
  rubric: readonly RubricItem[]
  /** Null for all but the experts and who decides, and outside of the expert review. */
  scoring: Scoring | null
  /** The faults that prevent submission. */
  missing: Fault[]
}

/** Whether a template is available to a company, and if not, why. */
export interface TemplateAvailability {
  enabled: boolean
  templateId: string | null
  templateName: string | null
  year: string | null
  openAt: string | null
  closeAt: string | null
  daysLeft: number | null
  guide: string | null
  /** Required materials; `templateAttachId` is a blank form to fill in. */
  materials: {
    type: number | null
    title: string | null
    required: number | null
    needSeal: number | null
    templateAttachId: string | null
  }[]
  /** The company's declaration in this round: an unfinished one if there is one, else the latest. */
  existingId: string | null
  existingStatus: StageCode | null
  /** Number of unfinished declarations: drafts, returned and withdrawn ones. */
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

/** One value that differs between two stored versions. */
export interface Difference {
  at: string
  before: unknown
  after: unknown
  flagged: boolean
}

/** Values that can be copied from the company's register entry and its last declaration. */
export interface Prefill {
  information: Record<string, unknown>
  contact: Record<string, unknown>
  /** The private networks of the company, the newest first: their values fill the network section. */
  privateNetworks: Record<string, unknown>[]
}

/** Result of saving a part: its new version, its progress, and when it was saved. */
export interface SaveResult {
  id: string
  version: number
  state: number
  savedAt: string
}

/** A branch of an operator. */
export interface Branch {
  organizationCode: string
  unitName: string
}

/** A person who can be assigned as an expert. */
export interface Expert {
  id: string
  realName: string
  account: string
}

/** A declaration with its information as typed. */
export type Detail = { id: string; version: number; declareStatus: StageCode } & Record<string, unknown>

/** Declarations in one stage; `name` is the title of a further review if all of them have the same. */
export interface StageCount {
  status: StageCode
  name: string | null
  value: number
}

/** Figures of the rows that the caller may see. */
export interface Figures {
  listed: number
  byStage: StageCount[]
}
