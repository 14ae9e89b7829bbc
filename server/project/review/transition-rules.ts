import { denied, Fail } from '#contract/kit/fail.ts'
import type { Perm } from '#contract/project/transition-perms.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import {
  awaitsDecision,
  awaitsListing,
  awaitsOffice,
  awaitsScore,
  type Condition,
  hasOpenObjection,
  holdsTask,
  isLiftable,
  isNotRequester,
  isRemovalPending,
  isTrueOf,
} from './conditions.ts'
import { lateObstacle } from './correction-time.ts'
import { decisionObstacle } from './decided-by-two.ts'
import { validBranch } from './invited-branches.ts'
import { approvalFailure } from './joint-approval.ts'
import { listingFailure } from './notice-end.ts'
import { liftObstacle, submissionObstacle, underLimit } from './round-obstacle.ts'
import {
  acceptance,
  assignment,
  correction,
  type Effect,
  invitation,
  listing,
  removal,
  renewal,
  submission,
} from './transition-effects.ts'
import { complete, type Guard, hasOperators, networkComplete, noDuplicate, windowOpen } from './transition-guards.ts'

/** What earlier steps have to be like for a transition, besides stage, permission and maker. */
interface Precondition {
  readonly condition: Condition
  /** How a request is refused otherwise; null where the obstacle of the transition says so. */
  readonly failure: (() => Fail) | null
}

/** What the server knows of a transition, besides its record in contract/project and its messages (transition-messages.ts). */
export interface TransitionRule {
  /** It is offered only for these declarations; null for all at its stages. */
  readonly when: Precondition | null
  /** For a duty: the declarations that wait for it, if these are not all for which it is offered. */
  readonly waits: Condition | null
  /**
   * Why it cannot be made yet: the page shows it beside the transition, and a request is refused with it. `isProposed`: a confirmed
   * proposal of the batch demands it.
   */
  readonly obstacle: ((ctx: Ctx, row: DeclarationRow, isProposed: boolean) => Promise<Fail | null>) | null
  /** What the input and the documents have to fulfil. */
  readonly guards: readonly Guard[]
  readonly effect: Effect | null
}

const officeDue: Precondition = { condition: awaitsOffice, failure: null }
const noticeDone: Precondition = { condition: (_, facts) => awaitsListing(facts), failure: null }
const ownTask: Precondition = { condition: holdsTask, failure: denied }
const scoreDue: Precondition = {
  condition: awaitsScore,
  failure: () => new Fail(['您已提交过评分或已回避', 'You have already submitted a score or recused yourself'], 409),
}
const openObjection: Precondition = {
  condition: (_, facts) => hasOpenObjection(facts),
  failure: () => new Fail(['没有待处理的异议', 'There is no open objection'], 409),
}
const noOwnRequest: Precondition = {
  condition: isNotRequester,
  failure: () =>
    new Fail(['您已提出移出申请，须由另一人确认', 'You requested the removal; someone else must confirm it'], 409),
}
const liftable = (perm: Perm): Precondition => ({
  condition: isLiftable(perm),
  failure: () =>
    new Fail(
      [
        '只有退回该申报的部门可以撤销逾期归档，且只能撤销一次',
        'Only the office that returned the declaration can lift its expiry, and only once',
      ],
      409,
    ),
})
const lift = (perm: Perm): TransitionRule => ({
  when: liftable(perm),
  waits: null,
  obstacle: liftObstacle,
  guards: [underLimit(liftObstacle)],
  effect: renewal,
})
const pendingRequest: Precondition = {
  condition: isRemovalPending,
  failure: () => new Fail(['没有待确认的移出申请', 'There is no pending removal request'], 409),
}

/** Throws unless the precondition of a transition is true. */
export const assertPrecondition = async (ctx: Ctx, row: DeclarationRow, { when }: TransitionRule): Promise<void> => {
  if (when?.failure && !(await isTrueOf(ctx, row, when.condition))) throw when.failure()
}

export const transitionRules: Readonly<Record<TransitionName, TransitionRule>> = {
  invite: { when: null, waits: null, obstacle: null, guards: [hasOperators, validBranch], effect: invitation },
  recall: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  confirm: { when: null, waits: null, obstacle: null, guards: [networkComplete], effect: null },
  submit: {
    when: null,
    waits: null,
    obstacle: async (ctx, row) => (await lateObstacle(ctx, row)) ?? submissionObstacle(ctx, row),
    guards: [windowOpen, complete, noDuplicate, underLimit(submissionObstacle)],
    effect: submission,
  },
  withdraw: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  claim: { when: null, waits: null, obstacle: null, guards: [], effect: acceptance },
  cityApprove: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  cityReturn: { when: null, waits: null, obstacle: null, guards: [], effect: correction },
  cityReject: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  provinceApprove: { when: officeDue, waits: null, obstacle: approvalFailure, guards: [], effect: null },
  provinceReturn: { when: null, waits: null, obstacle: null, guards: [], effect: correction },
  provinceReject: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  assign: { when: null, waits: null, obstacle: null, guards: [], effect: assignment },
  score: { when: scoreDue, waits: null, obstacle: null, guards: [], effect: null },
  decideApprove: {
    when: null,
    waits: (_, facts) => awaitsDecision(facts),
    obstacle: decisionObstacle,
    guards: [],
    effect: null,
  },
  decideReturn: { when: null, waits: null, obstacle: null, guards: [], effect: correction },
  decideReject: { when: null, waits: null, obstacle: decisionObstacle, guards: [], effect: null },
  reviewApprove: { when: ownTask, waits: null, obstacle: null, guards: [], effect: null },
  reviewReturn: { when: ownTask, waits: null, obstacle: null, guards: [], effect: correction },
  reviewReject: { when: ownTask, waits: null, obstacle: null, guards: [], effect: null },
  object: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  dismiss: { when: openObjection, waits: null, obstacle: null, guards: [], effect: null },
  uphold: { when: openObjection, waits: null, obstacle: null, guards: [], effect: null },
  publish: { when: noticeDone, waits: null, obstacle: listingFailure, guards: [], effect: listing },
  unlist: { when: noOwnRequest, waits: null, obstacle: null, guards: [], effect: removal },
  cancelUnlist: { when: pendingRequest, waits: null, obstacle: null, guards: [], effect: null },
  expire: { when: null, waits: null, obstacle: null, guards: [], effect: null },
  cityLift: lift('city'),
  provinceLift: lift('province'),
  decideLift: lift('decide'),
  reviewLift: lift('review'),
  archive: { when: null, waits: null, obstacle: null, guards: [], effect: null },
}
