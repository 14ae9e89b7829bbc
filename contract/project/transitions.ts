import type { StageRules } from '../flow/stage-rules.ts'
import type { Text } from '../kit/text.ts'
import { type StageCode, stageCodes } from './stages.ts'
import { type Perm, permissionOf, perms } from './transition-perms.ts'

export type Verdict = 'Approve' | 'Return' | 'Reject'

/**
 * One legal transition between stages. Only the server enforces it (server/project/review/transitions.ts); the screens only display
 * those that the caller may use now.
 */
export interface Transition {
  readonly from: readonly StageCode[]
  /** The next stage; `back` is the stage that returned the declaration, or the first one; `process`: only the process knows. */
  readonly to: StageCode | 'back' | 'process'
  /** Who makes it: declarants on their own pages, reviewers in the console, the platform's timer without any permission. */
  readonly by: 'owner' | 'invited' | 'reviewer' | 'expert' | 'timer'
  readonly perm: Perm | null
  /** What the caller has to supply. */
  readonly requires: 'reason' | 'remarks' | 'score' | 'experts' | null
  /** What it says to the declaration; null for one that is no decision on it, such as a score. */
  readonly verdict: Verdict | null
  /** Another word for it in `submitStatus`, besides its name and its verdict. */
  readonly alias: string | null
  /** Takes effect only after several approvals: of both offices of the province, or of a second person. */
  readonly joint: 'offices' | 'persons' | null
  /**
   * duty: the declaration waits for those who may make it. danger: its button warns. refusal: it refuses, returns, withdraws or cancels.
   * blind: nobody else may notice it (docs/decisions/0103). internal: it is no message for declarants. target: a client may name it by
   * its next stage alone.
   */
  readonly traits: readonly ('duty' | 'danger' | 'refusal' | 'blind' | 'internal' | 'target')[]
  readonly label: Text
  /** The step in English, in the past tense. */
  readonly done: string
  /** What a reviewer reads afterwards. */
  readonly outcome: Text | null
  /** What is read where it is made: for a declarant its effect, for a reviewer the label of the reason if it is no comment. */
  readonly note: Text | null
}

const moves = { requires: null, verdict: null, alias: null, joint: null } as const
const approval = {
  ...moves,
  verdict: 'Approve',
  traits: ['duty', 'target'],
  done: 'Approved',
  note: null,
} as const satisfies Partial<Transition>
const returns = {
  ...{ to: 70, by: 'reviewer', ...moves, requires: 'remarks', verdict: 'Return', traits: ['duty', 'refusal'] },
  ...{
    label: ['退回修改', 'Return'],
    done: 'Returned',
    outcome: ['已退回修改', 'Returned for correction'],
    note: null,
  },
} as const satisfies Partial<Transition>
const rejects = {
  ...{ to: 80, by: 'reviewer', ...moves, requires: 'reason', verdict: 'Reject', traits: ['duty', 'danger', 'refusal'] },
  ...{ label: ['不予通过', 'Reject'], done: 'Rejected', outcome: ['不予通过，已办结', 'Rejected'], note: null },
} as const satisfies Partial<Transition>
const furtherReviews = [25, 35, 45] as const
const objectionNote: Text = ['异议处理意见（申报单位可见）', 'Decision on the objection (the declarant reads it)']

/** All transitions. Its checks, effects and messages are in server/project/review; a task of the process lists it. */
const table = {
  invite: {
    ...{ from: [0, 90], to: 5, by: 'owner', perm: 'invite', ...moves, traits: [] },
    ...{ label: ['邀请运营商填写', 'Invite the operator'], done: 'Operator invited', outcome: null },
    note: [
      '将邀请主要运营商填写“5G网络”部分，填写期间您仍可填写其他部分。',
      'The main operator is invited to fill in the “5G network” section. Meanwhile you can fill in the other sections.',
    ],
  },
  recall: {
    ...{ from: [5], to: 0, by: 'owner', perm: 'invite', ...moves, traits: [] },
    ...{ label: ['收回邀请', 'Withdraw the invitation'], done: 'Invitation withdrawn', outcome: null },
    note: [
      '收回后由贵单位自行填写“5G网络”部分。',
      'The “5G network” section returns to you, and you fill it in yourself.',
    ],
  },
  confirm: {
    ...{ from: [5], to: 0, by: 'invited', perm: 'confirm', ...moves, traits: ['duty'] },
    ...{ label: ['确认并交回企业', 'Confirm and hand back'], done: 'Confirmed and handed back', outcome: null },
    note: ['确认后“5G网络”部分交回企业。', 'The “5G network” section returns to the enterprise.'],
  },
  submit: {
    ...{ from: [0, 70, 90], to: 'back', by: 'owner', perm: 'submit', ...moves, traits: ['duty', 'target'] },
    ...{ label: ['提交申报', 'Submit the declaration'], done: 'Submitted', outcome: null, note: null },
  },
  withdraw: {
    ...{ from: [10], to: 90, by: 'owner', perm: 'submit', ...moves, traits: ['danger', 'refusal', 'target'] },
    ...{ label: ['撤回', 'Withdraw'], done: 'Withdrawn', outcome: null },
    note: [
      '撤回后申报回到填报状态，可修改后重新提交。受理后不能再撤回。',
      'The declaration opens for editing again, and you can resubmit it. Once it is accepted for review, it can no longer be withdrawn.',
    ],
  },
  claim: {
    ...{ from: [10], to: 20, by: 'reviewer', perm: 'city', ...moves, alias: 'accept', traits: ['duty', 'target'] },
    ...{
      label: ['受理', 'Accept for review'],
      done: 'Accepted for review',
      outcome: ['已受理', 'Accepted for review'],
    },
    note: null,
  },
  cityApprove: {
    ...{ from: [20], to: 30, by: 'reviewer', perm: 'city', ...approval },
    ...{ label: ['初审通过', 'Approve'], outcome: ['初审已通过', 'Approved by the city'] },
  },
  cityReturn: { from: [20], perm: 'city', ...returns },
  cityReject: { from: [20], perm: 'city', ...rejects },
  provinceApprove: {
    ...{ from: [30], to: 40, by: 'reviewer', perm: 'province', ...approval, joint: 'offices' },
    ...{ label: ['审核通过', 'Approve'], outcome: ['省级审核已通过', 'Approved by the province'] },
  },
  provinceReturn: { from: [30], perm: 'province', ...returns },
  provinceReject: { from: [30], perm: 'province', ...rejects },
  assign: {
    ...{ from: [40], to: 40, by: 'reviewer', perm: 'decide', ...moves, requires: 'experts' },
    ...{ traits: ['duty', 'blind', 'internal'], label: ['指派专家', 'Assign experts'], done: 'Experts assigned' },
    ...{ outcome: ['专家已指派', 'Experts assigned'], note: null },
  },
  score: {
    ...{ from: [40], to: 40, by: 'expert', perm: 'score', ...moves, requires: 'score' },
    ...{ traits: ['duty', 'blind', 'internal'], label: ['提交评分', 'Submit a score'], done: 'Scored' },
    ...{ outcome: ['评分已提交', 'Score submitted'], note: null },
  },
  decideApprove: {
    ...{ from: [40], to: 50, by: 'reviewer', perm: 'decide', ...approval },
    ...{ label: ['评审通过', 'Approve'], outcome: ['评审已通过', 'Approved after the expert review'] },
  },
  decideReturn: { from: [40], perm: 'decide', ...returns },
  decideReject: { from: [40], perm: 'decide', ...rejects },
  reviewApprove: {
    ...{ from: furtherReviews, to: 'process', by: 'reviewer', perm: 'review', ...approval },
    ...{ label: ['通过', 'Approve'], outcome: ['补充审核已通过', 'Approved in the further review'] },
  },
  reviewReturn: { from: furtherReviews, perm: 'review', ...returns },
  reviewReject: { from: furtherReviews, perm: 'review', ...rejects },
  object: {
    ...{ from: [50], to: 50, by: 'reviewer', perm: 'object', ...moves, requires: 'reason', traits: [] },
    ...{ label: ['提出异议', 'Raise an objection'], done: 'Objection raised' },
    ...{ outcome: ['异议已登记', 'Objection recorded'] },
    note: ['异议内容（申报单位可见）', 'Objection (the declarant reads it)'],
  },
  dismiss: {
    ...{ from: [50], to: 50, by: 'reviewer', perm: 'publish', ...moves, requires: 'reason', traits: ['duty'] },
    ...{ label: ['异议不成立', 'Dismiss the objection'], done: 'Objection dismissed' },
    ...{ outcome: ['异议不成立，已办结', 'Objection dismissed'], note: objectionNote },
  },
  uphold: {
    ...{ from: [50], to: 80, by: 'reviewer', perm: 'publish', ...moves, requires: 'reason' },
    ...{ traits: ['duty', 'danger', 'refusal'], label: ['异议成立', 'Uphold the objection'], done: 'Objection upheld' },
    ...{ outcome: ['异议成立，已办结', 'Objection upheld'], note: objectionNote },
  },
  publish: {
    ...{ from: [50], to: 60, by: 'reviewer', perm: 'publish', ...moves, alias: 'list', traits: ['duty', 'target'] },
    ...{
      label: ['公示结束，入库', 'List the project'],
      done: 'Listed',
      outcome: ['已入库', 'Project listed'],
      note: null,
    },
  },
  unlist: {
    ...{ from: [60], to: 95, by: 'reviewer', perm: 'unlist', ...moves, requires: 'reason', alias: 'revoke' },
    ...{ joint: 'persons', traits: ['danger'], label: ['移出项目库', 'Remove from the library'] },
    ...{ done: 'Removal confirmed', outcome: ['已移出项目库', 'Removed from the library'] },
    note: ['移出理由（申报单位可见）', 'Reason for the removal (the declarant reads it)'],
  },
  cancelUnlist: {
    ...{ from: [60], to: 60, by: 'reviewer', perm: 'unlist', ...moves, traits: ['refusal', 'internal'] },
    ...{ label: ['撤销移出申请', 'Withdraw the removal request'], done: 'Removal request withdrawn' },
    ...{ outcome: ['移出申请已撤销', 'Removal request withdrawn'], note: null },
  },
  expire: {
    ...{ from: [70], to: 99, by: 'timer', perm: null, ...moves, traits: ['refusal'] },
    ...{ label: ['逾期归档', 'Expired'], done: 'Expired', outcome: null, note: null },
  },
  archive: {
    ...{ from: [60, 80, 95], to: 99, by: 'timer', perm: null, ...moves, traits: ['refusal'] },
    ...{ label: ['归档', 'Archived'], done: 'Archived', outcome: null, note: null },
  },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof table
export const transitions: Readonly<Record<TransitionName, Transition>> = table
export const transitionNames = Object.keys(table) as TransitionName[]
export const transitionOf = (name: TransitionName): Transition => transitions[name]

/** The transition of this name; undefined for a name of an earlier release in stored moves. */
export const transitionNamed = (name: string): Transition | undefined =>
  (transitions as Readonly<Record<string, Transition | undefined>>)[name]

/** The transitions whose properties fulfil a condition. */
export const transitionsWith = (condition: (transition: Transition) => boolean): TransitionName[] =>
  transitionNames.filter((name) => condition(transitions[name]))

/** Of declarants, on their own pages; all others belong to reviewers. */
export const isOfDeclarant = ({ by }: Pick<Transition, 'by'>): boolean => by === 'owner' || by === 'invited'

/** Whether several have to make it, each by a task of their own: the offices of a joint approval, the experts. */
export const hasSeparateTasks = ({ by, joint }: Pick<Transition, 'by' | 'joint'>): boolean =>
  by === 'expert' || joint === 'offices'

/** Permissions of the transitions made by these. */
export const permsBy = (...makers: readonly Transition['by'][]): Perm[] =>
  perms.filter((perm) => transitionsWith((one) => one.perm === perm && makers.includes(one.by)).length > 0)

/** What a person does with declarations in one stage. */
export interface Duty {
  readonly stage: StageCode
  readonly perm: Perm
  readonly by: Transition['by']
}

/** Every duty. Which declarations wait for a person because of one: server/project/review/waiting.ts. */
export const duties: readonly Duty[] = stageCodes.flatMap((stage) =>
  perms.flatMap((perm) => {
    const [name] = transitionsWith(
      (one) => one.perm === perm && one.traits.includes('duty') && one.from.includes(stage),
    )
    return name ? [{ stage, perm, by: transitions[name].by }] : []
  }),
)

/** What a process that reviews declarations may name: its stages and transitions, the end to reach, and the stage of a correction. */
export const stageRules = {
  stages: new Set<number>(stageCodes),
  moves: new Set<string>(transitionNames),
  permOf: (name) => {
    // a declarant may withdraw while a task waits for an office, and is no handler of it for that
    const perm = name === 'withdraw' ? null : transitionNamed(name)?.perm
    return perm ? `declaration_${perm}` : null
  },
  labelOf: (name) => transitionNamed(name)?.label ?? null,
  acceptance: 'claim' satisfies TransitionName,
  secretMoves: new Set<string>(transitionsWith(({ by }) => by === 'expert')),
  startsAt: (name, stage) => transitionNamed(name)?.from.some((one) => one === stage) === true,
  goal: 60,
  goals: { xmsb_unlist: 95 },
  returned: 70,
} satisfies StageRules

/** The permission of those who returned a declaration from this stage, which they need to continue its review. */
export const returnPermAt = (stage: StageCode): Perm | null => {
  const [name] = transitionsWith(({ from, verdict }) => verdict === 'Return' && from.includes(stage))
  return name ? transitions[name].perm : null
}

/** The transition that an action word of `submitStatus` means in a stage: its name, its verdict or its other word; or null. */
export const transitionForAction = (action: string, stage: StageCode): TransitionName | null => {
  if (Object.hasOwn(transitions, action)) return action as TransitionName
  const [byVerdict] = transitionsWith(
    ({ verdict, from }) => [verdict, verdict?.toLowerCase()].includes(action) && from.includes(stage),
  )
  return byVerdict ?? transitionsWith(({ alias }) => alias === action)[0] ?? null
}

const wordsOf = (name: TransitionName): Text => {
  const { label, perm } = transitions[name]
  const office = perm && permissionOf(perm).office
  const isShared = (i: 0 | 1) => transitionsWith((other) => other.label[i] === label[i]).length > 1
  return [
    office && isShared(0) ? `${label[0]}（${office[0]}）` : label[0],
    office && isShared(1) ? `${label[1]} (${office[1]})` : label[1],
  ]
}

/** Labels of the transitions for places that do not display the stage: a list, the audit log. */
export const transitionWords: Readonly<Record<string, Text>> = Object.fromEntries(
  transitionNames.map((name) => [name, wordsOf(name)]),
)
