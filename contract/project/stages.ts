import type { Text } from '../kit/text.ts'

/** Who has to act next on a declaration in this stage; `reviewer` is whoever the task of its process names. */
export type Holder = 'enterprise' | 'operator' | 'city' | 'province' | 'expert' | 'platform' | 'reviewer' | 'nobody'

export interface Stage {
  readonly name: Text
  readonly holder: Holder
  /** What the declarant may edit in this stage. */
  readonly edits: 'all' | 'flagged' | 'none'
  readonly tone: 'calm' | 'busy' | 'good' | 'bad' | 'ask'
  /** Before a submission, in a review, returned by one, in the project library, or after all of these. */
  readonly phase: 'draft' | 'review' | 'correction' | 'library' | 'ended'
  /** What of the template limits this stage: a date, or working days for the scores and the decision. */
  readonly deadline?: 'window' | 'city' | 'province' | 'experts'
  /** A review for which the code knows no more: its task has the title, the candidates and the deadline. */
  readonly isFurtherReview?: true
}

const furtherReview = {
  holder: 'reviewer',
  edits: 'none',
  tone: 'busy',
  phase: 'review',
  isFurtherReview: true,
} as const

/** Stages of a declaration (`declareStatus`; steps of ten leave room). Not to be confused with the base field `status`. */
export const stages = {
  0: { name: ['草稿', 'Draft'], holder: 'enterprise', edits: 'all', tone: 'calm', phase: 'draft', deadline: 'window' },
  5: {
    name: ['待运营商确认', 'Awaiting the operator'],
    holder: 'operator',
    edits: 'all',
    tone: 'busy',
    phase: 'draft',
    deadline: 'window',
  },
  10: { name: ['已提交', 'Submitted'], holder: 'city', edits: 'none', tone: 'busy', phase: 'review', deadline: 'city' },
  20: {
    name: ['地市初审中', 'City review'],
    holder: 'city',
    edits: 'none',
    tone: 'busy',
    phase: 'review',
    deadline: 'city',
  },
  25: { name: ['补充审核一', 'Further review 1'], ...furtherReview },
  30: {
    name: ['省级审核中', 'Province review'],
    holder: 'province',
    edits: 'none',
    tone: 'busy',
    phase: 'review',
    deadline: 'province',
  },
  35: { name: ['补充审核二', 'Further review 2'], ...furtherReview },
  40: {
    name: ['专家评审中', 'Expert review'],
    holder: 'expert',
    edits: 'none',
    tone: 'busy',
    phase: 'review',
    deadline: 'experts',
  },
  45: { name: ['补充审核三', 'Further review 3'], ...furtherReview },
  50: { name: ['公示中', 'Public notice'], holder: 'platform', edits: 'none', tone: 'busy', phase: 'review' },
  60: { name: ['已入库', 'Listed'], holder: 'nobody', edits: 'none', tone: 'good', phase: 'library' },
  70: {
    name: ['退回修改', 'Returned for correction'],
    holder: 'enterprise',
    edits: 'flagged',
    tone: 'ask',
    phase: 'correction',
  },
  80: { name: ['不予通过', 'Rejected'], holder: 'nobody', edits: 'none', tone: 'bad', phase: 'ended' },
  90: {
    name: ['已撤回', 'Withdrawn'],
    holder: 'enterprise',
    edits: 'all',
    tone: 'calm',
    phase: 'draft',
    deadline: 'window',
  },
  95: { name: ['已移出', 'Removed from the library'], holder: 'nobody', edits: 'none', tone: 'bad', phase: 'ended' },
  99: { name: ['已归档', 'Archived'], holder: 'nobody', edits: 'none', tone: 'calm', phase: 'ended' },
} as const satisfies Record<number, Stage>

export type StageCode = keyof typeof stages
export const stageCodes = Object.keys(stages).map(Number) as StageCode[]

/** The stages whose properties fulfil a condition. */
export const stagesWith = (condition: (stage: Stage) => boolean): StageCode[] =>
  stageCodes.filter((code) => condition(stages[code]))

/** Stages at which somebody other than the declarant handles a declaration. */
export const handledStages = stagesWith(({ phase }) => phase === 'review')

/** The stages that lead from a submission to the library, in order; further reviews between them are no milestones. */
export const reviewStages = [10, 20, 30, 40, 50, 60] as const satisfies readonly StageCode[]
export type ReviewStage = (typeof reviewStages)[number]
export const isReviewStage = (stage: number): stage is ReviewStage => reviewStages.some((one) => one === stage)

/** The furthest stage of a declaration after it enters `stage`: a return, a rejection or a withdrawal does not lower it. */
export const furthestStageAfter = (furthest: ReviewStage | null, stage: StageCode): ReviewStage | null =>
  isReviewStage(stage) && stage > (furthest ?? 0) ? stage : furthest
export const stageOf = (code: number | null): Stage => stages[(code ?? 0) as StageCode]

/** The title of the stage of a declaration; the names are those of the task of a further review, which may have no English one. */
export const stageTitle = (code: number | null, name: string | null | undefined, nameEn: string | null = null): Text =>
  name ? [name, nameEn ?? name] : stageOf(code).name

/** Whether a step returned a declaration: to lift the expiry of a correction leads to the same stage, but asks for nothing. */
export const isReturn = ({ from, to }: { readonly from: StageCode; readonly to: StageCode }): boolean =>
  to === 70 && from !== 99

/** Whether somebody other than the declarant has to act next. */
export const isWithReviewers = (code: number | null): boolean => stageOf(code).phase === 'review'

/** Whether the enterprise or the invited operator has to act next. */
export const isWithDeclarant = (code: number | null): boolean =>
  ['enterprise', 'operator'].includes(stageOf(code).holder)

/** Whether the declarant may remove the declaration: a draft or a withdrawn one. */
export const isRemovable = (code: number | null): boolean => [0, 90].includes(code ?? 0)

/** Whether the limit of a stage is counted in working days: of an office, of experts and of a correction, not of the window of a draft. */
export const isInWorkdays = (code: number | null): boolean =>
  code === 70 || ['city', 'province', 'experts'].includes(stageOf(code).deadline ?? '')
