import { denied, Fail } from '#contract/kit/fail.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import {
  always,
  awaitsDecision,
  awaitsListing,
  awaitsOffice,
  awaitsScore,
  type Condition,
  hasOpenObjection,
  holdsTask,
  isNotRequester,
  isRemovalPending,
  isTrueOf,
} from './conditions.ts'
import { validBranch } from './invited-branches.ts'
import { approvalFailure } from './joint-approval.ts'
import { listingFailure } from './public-notice.ts'
import { scoresFailure } from './scoring.ts'
import {
  acceptance,
  assignment,
  correction,
  type Effect,
  invitation,
  listing,
  removal,
  submission,
} from './transition-effects.ts'
import { complete, type Guard, hasOperators, networkComplete, noDuplicate, windowOpen } from './transition-guards.ts'

/** What the server knows of a transition, besides its record in contract/project and its messages (transition-messages.ts). */
export interface TransitionRule {
  /** It is offered only for declarations for which this holds, besides stage, permission and maker. */
  readonly when: Condition
  /** For a duty: the declarations that wait for it, if these are not all for which it is offered. */
  readonly waits: Condition | null
  /** Why it cannot be made now. A page shows it for a transition that is offered, and a request is refused with it. */
  readonly refusal: ((ctx: Ctx, row: DeclarationRow) => Promise<Fail | null>) | null
  /** What the input and the documents have to fulfil. */
  readonly guards: readonly Guard[]
  readonly effect: Effect | null
}

const unless =
  (condition: Condition, failure: () => Fail): NonNullable<TransitionRule['refusal']> =>
  async (ctx, row) =>
    (await isTrueOf(ctx, row, condition)) ? null : failure()

const notInHand = unless(holdsTask, denied)
const alreadyScored = unless(
  awaitsScore,
  () => new Fail(['您已提交过评分或已回避', 'You have already submitted a score or recused yourself'], 409),
)
const noObjection = unless(hasOpenObjection, () => new Fail(['没有待处理的异议', 'There is no open objection'], 409))
const ownRequest = unless(
  isNotRequester,
  () => new Fail(['您已提出移出申请，须由另一人确认', 'You requested the removal; someone else must confirm it'], 409),
)
const noRequest = unless(
  isRemovalPending,
  () => new Fail(['没有待确认的移出申请', 'There is no pending removal request'], 409),
)

export const transitionRules: Readonly<Record<TransitionName, TransitionRule>> = {
  invite: { when: always, waits: null, refusal: null, guards: [hasOperators, validBranch], effect: invitation },
  recall: { when: always, waits: null, refusal: null, guards: [], effect: null },
  confirm: { when: always, waits: null, refusal: null, guards: [networkComplete], effect: null },
  submit: { when: always, waits: null, refusal: null, guards: [windowOpen, complete, noDuplicate], effect: submission },
  withdraw: { when: always, waits: null, refusal: null, guards: [], effect: null },
  claim: { when: always, waits: null, refusal: null, guards: [], effect: acceptance },
  cityApprove: { when: always, waits: null, refusal: null, guards: [], effect: null },
  cityReturn: { when: always, waits: null, refusal: null, guards: [], effect: correction },
  cityReject: { when: always, waits: null, refusal: null, guards: [], effect: null },
  provinceApprove: { when: awaitsOffice, waits: null, refusal: approvalFailure, guards: [], effect: null },
  provinceReturn: { when: always, waits: null, refusal: null, guards: [], effect: correction },
  provinceReject: { when: always, waits: null, refusal: null, guards: [], effect: null },
  assign: { when: always, waits: null, refusal: null, guards: [], effect: assignment },
  score: { when: awaitsScore, waits: null, refusal: alreadyScored, guards: [], effect: null },
  decideApprove: { when: always, waits: awaitsDecision, refusal: scoresFailure, guards: [], effect: null },
  decideReturn: { when: always, waits: null, refusal: null, guards: [], effect: correction },
  decideReject: { when: always, waits: null, refusal: scoresFailure, guards: [], effect: null },
  reviewApprove: { when: holdsTask, waits: null, refusal: notInHand, guards: [], effect: null },
  reviewReturn: { when: holdsTask, waits: null, refusal: notInHand, guards: [], effect: correction },
  reviewReject: { when: holdsTask, waits: null, refusal: notInHand, guards: [], effect: null },
  object: { when: always, waits: null, refusal: null, guards: [], effect: null },
  dismiss: { when: hasOpenObjection, waits: null, refusal: noObjection, guards: [], effect: null },
  uphold: { when: hasOpenObjection, waits: null, refusal: noObjection, guards: [], effect: null },
  publish: { when: awaitsListing, waits: null, refusal: listingFailure, guards: [], effect: listing },
  unlist: { when: isNotRequester, waits: null, refusal: ownRequest, guards: [], effect: removal },
  cancelUnlist: { when: isRemovalPending, waits: null, refusal: noRequest, guards: [], effect: null },
  expire: { when: always, waits: null, refusal: null, guards: [], effect: null },
  archive: { when: always, waits: null, refusal: null, guards: [], effect: null },
}
