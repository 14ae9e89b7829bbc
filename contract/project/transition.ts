import type { Text } from '../kit/text.ts'
import type { StageCode } from './stages.ts'
import type { Perm } from './transition-perms.ts'

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
   * duty: a declaration waits for it, unlike its alternatives such as a return. danger: its button warns. refusal: it refuses, returns,
   * withdraws or cancels.
   * blind: nobody else may notice it (docs/decisions/0127). internal: it is no message for declarants. target: a client may name it by
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

/** What most transitions are not. */
export const usual = { requires: null, verdict: null, alias: null, joint: null } as const
