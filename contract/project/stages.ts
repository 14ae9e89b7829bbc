import type { StageRules } from '../flow/stage-rules.ts'
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
  /** The deadline of the template that this stage has. */
  readonly deadline?: 'window' | 'city' | 'province'
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
  40: { name: ['专家评审中', 'Expert review'], holder: 'expert', edits: 'none', tone: 'busy', phase: 'review' },
  45: { name: ['补充审核三', 'Further review 3'], ...furtherReview },
  50: { name: ['公示中', 'Public notice'], holder: 'platform', edits: 'none', tone: 'busy', phase: 'review' },
  60: { name: ['已入库', 'Listed'], holder: 'nobody', edits: 'none', tone: 'good', phase: 'library' },
  70: { name: ['退回修改', 'Returned'], holder: 'enterprise', edits: 'flagged', tone: 'ask', phase: 'correction' },
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

/** Whether somebody other than the declarant has to act next. */
export const isWithReviewers = (code: number | null): boolean => stageOf(code).phase === 'review'

/** Whether the enterprise or the invited operator has to act next. */
export const isWithDeclarant = (code: number | null): boolean =>
  ['enterprise', 'operator'].includes(stageOf(code).holder)

/** Whether the declarant may remove the declaration: a draft or a withdrawn one. */
export const isRemovable = (code: number | null): boolean => [0, 90].includes(code ?? 0)

/**
 * The table of all legal transitions between stages. Only the server enforces it (server/project/review/transitions.ts); the
 * screens only display those that the caller may use now.
 */
export interface Transition {
  readonly from: readonly StageCode[]
  /** The next stage; `back` is the stage that returned the declaration, or the first one; `process`: only the process knows. */
  readonly to: StageCode | 'back' | 'process'
  /** Suffix of the permission code declaration_…; null for a transition that only the platform's timer performs. */
  readonly perm: string | null
  readonly label: Text
  /** What the caller has to supply. */
  readonly requires?: 'reason' | 'remarks' | 'score' | 'experts'
  /** Takes effect only after several approvals: of both offices of the province, or of a second person. */
  readonly jointApproval?: 'offices' | 'persons'
  readonly danger?: boolean
}

const furtherReviews = [25, 35, 45] as const

export const transitions = {
  invite: { from: [0, 90], to: 5, perm: 'invite', label: ['邀请运营商填写', 'Invite the operator'] },
  recall: { from: [5], to: 0, perm: 'invite', label: ['收回邀请', 'Withdraw the invitation'] },
  confirm: { from: [5], to: 0, perm: 'confirm', label: ['确认并交回企业', 'Confirm and hand back'] },
  submit: { from: [0, 70, 90], to: 'back', perm: 'submit', label: ['提交申报', 'Submit the declaration'] },
  withdraw: { from: [10], to: 90, perm: 'submit', label: ['撤回', 'Withdraw'], danger: true },
  claim: { from: [10], to: 20, perm: 'city', label: ['受理', 'Accept for review'] },
  cityApprove: { from: [20], to: 30, perm: 'city', label: ['初审通过', 'Approve'] },
  cityReturn: { from: [20], to: 70, perm: 'city', label: ['退回修改', 'Return'], requires: 'remarks' },
  cityReject: { from: [20], to: 80, perm: 'city', label: ['不予通过', 'Reject'], requires: 'reason', danger: true },
  provinceApprove: { from: [30], to: 40, perm: 'province', label: ['审核通过', 'Approve'], jointApproval: 'offices' },
  provinceReturn: { from: [30], to: 70, perm: 'province', label: ['退回修改', 'Return'], requires: 'remarks' },
  provinceReject: {
    from: [30],
    to: 80,
    perm: 'province',
    label: ['不予通过', 'Reject'],
    requires: 'reason',
    danger: true,
  },
  assign: { from: [40], to: 40, perm: 'decide', label: ['指派专家', 'Assign experts'], requires: 'experts' },
  score: { from: [40], to: 40, perm: 'score', label: ['提交评分', 'Submit a score'], requires: 'score' },
  decideApprove: { from: [40], to: 50, perm: 'decide', label: ['评审通过', 'Approve'] },
  decideReturn: { from: [40], to: 70, perm: 'decide', label: ['退回修改', 'Return'], requires: 'remarks' },
  decideReject: { from: [40], to: 80, perm: 'decide', label: ['不予通过', 'Reject'], requires: 'reason', danger: true },
  reviewApprove: { from: furtherReviews, to: 'process', perm: 'review', label: ['通过', 'Approve'] },
  reviewReturn: { from: furtherReviews, to: 70, perm: 'review', label: ['退回修改', 'Return'], requires: 'remarks' },
  reviewReject: {
    from: furtherReviews,
    to: 80,
    perm: 'review',
    label: ['不予通过', 'Reject'],
    requires: 'reason',
    danger: true,
  },
  object: { from: [50], to: 50, perm: 'object', label: ['提出异议', 'Raise an objection'], requires: 'reason' },
  dismiss: { from: [50], to: 50, perm: 'publish', label: ['异议不成立', 'Dismiss the objection'], requires: 'reason' },
  uphold: {
    from: [50],
    to: 80,
    perm: 'publish',
    label: ['异议成立', 'Uphold the objection'],
    requires: 'reason',
    danger: true,
  },
  publish: { from: [50], to: 60, perm: 'publish', label: ['公示结束，入库', 'List the project'] },
  unlist: {
    from: [60],
    to: 95,
    perm: 'unlist',
    label: ['移出项目库', 'Remove from the library'],
    requires: 'reason',
    jointApproval: 'persons',
    danger: true,
  },
  cancelUnlist: { from: [60], to: 60, perm: 'unlist', label: ['撤销移出申请', 'Withdraw the removal request'] },
  expire: { from: [70], to: 99, perm: null, label: ['逾期归档', 'Expired'] },
  archive: { from: [60, 80, 95], to: 99, perm: null, label: ['归档', 'Archived'] },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions
export const transitionNames = Object.keys(transitions) as TransitionName[]
export const transitionOf = (name: TransitionName): Transition => transitions[name]

const moveNamed = (name: string): Transition | undefined =>
  (transitions as Readonly<Record<string, Transition | undefined>>)[name]

export type Verdict = 'Approve' | 'Return' | 'Reject'

/** What a transition says to the declaration; null for one that is no decision on it, such as a score. */
export const verdictOf = (name: TransitionName): Verdict | null =>
  (/(Approve|Return|Reject)$/.exec(name)?.[1] as Verdict | undefined) ?? null

/** What a process that reviews declarations may name: its stages and moves, the end to reach, and the stage of a correction. */
export const stageRules = {
  stages: new Set<number>(stageCodes),
  moves: new Set<string>(transitionNames),
  permOf: (move) => {
    // a declarant may withdraw while a task waits for an office, and is no handler of it for that
    const perm = move === 'withdraw' ? null : moveNamed(move)?.perm
    return perm ? `declaration_${perm}` : null
  },
  labelOf: (move) => moveNamed(move)?.label ?? null,
  acceptance: 'claim' satisfies TransitionName,
  secretMoves: new Set<string>(['score'] satisfies TransitionName[]),
  startsAt: (move, stage) => (transitions[move as TransitionName].from as readonly number[]).includes(stage),
  goal: 60,
  goals: { xmsb_unlist: 95 },
  returned: 70,
} satisfies StageRules

/** The permission of those who returned a declaration from this stage, which they need to continue its review. */
export const returnPermAt = (stage: StageCode): string | null => {
  const name = transitionNames.find((one) => transitionOf(one).to === 70 && transitionOf(one).from.includes(stage))
  return name ? transitionOf(name).perm : null
}

/** Transitions of declarants, on their own pages; all others belong to reviewers. */
export const declarantTransitions: readonly TransitionName[] = ['submit', 'withdraw', 'invite', 'recall', 'confirm']

/** The transition that a short action word of `submitStatus` means in a stage, or null. */
export const transitionForAction = (action: string, stage: StageCode): TransitionName | null => {
  const exact = transitionNames.find((name) => name === action)
  if (exact || !action) return exact ?? null
  const suffix = action.charAt(0).toUpperCase() + action.slice(1)
  return (
    transitionNames.find(
      (name) => name.endsWith(suffix) && (transitions[name].from as readonly StageCode[]).includes(stage),
    ) ?? (action === 'accept' ? 'claim' : action === 'list' ? 'publish' : action === 'revoke' ? 'unlist' : null)
  )
}

/** Permission codes of the transitions, for the menu of the declaration screen. */
export const transitionPerms: { readonly [code: string]: Text } = {
  submit: ['提交与撤回', 'Submit and withdraw'],
  invite: ['邀请运营商', 'Invite the operator'],
  confirm: ['运营商确认', 'Confirm as operator'],
  city: ['地市初审', 'City review'],
  province: ['省级审核', 'Province review'],
  score: ['专家评分', 'Expert scoring'],
  decide: ['评审结论', 'Decide on the review'],
  review: ['补充审核', 'Further review'],
  publish: ['公示与入库', 'Notice and listing'],
  object: ['提出异议', 'Raise an objection'],
  unlist: ['移出项目库', 'Remove from the library'],
}
