import type { Member } from '#contract/project/batch-scores.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import type { Proposals, ProposedDecision, WaitingProposal } from '#contract/project/decision-proposal.ts'
import { type Decided, decisionsOf } from '#contract/project/proposed-decisions.ts'

export interface PlannedDecision {
  readonly isApproved: boolean
  /** That of an exception from the line. */
  readonly reason: string | null
  /** Its scores or its review have changed since the proposal. */
  readonly isChanged: boolean
}

type Seen = Pick<Member, 'id' | 'version' | 'awaitsDecision'>

/** The members on which the proposal will not decide, as they have changed since. */
export const changedSince = (
  members: readonly Seen[],
  { decisions }: Pick<WaitingProposal, 'decisions'>,
): ReadonlySet<string> => {
  const now = new Map(members.map(({ id, version, awaitsDecision }) => [id, awaitsDecision ? version : null]))
  return new Set(decisions.filter(({ id, version }) => now.get(id) !== version).map(({ id }) => id))
}

/** What the waiting proposal decides on each member. */
export const plannedIn = (
  members: readonly Seen[],
  { waiting, proposals }: Pick<Proposals, 'waiting' | 'proposals'>,
): ReadonlyMap<string, PlannedDecision> | null => {
  if (!waiting) return null
  const changed = changedSince(members, waiting)
  const exceptions = proposals.find(({ id }) => id === waiting.id)?.exceptions ?? []
  const reasons = new Map(exceptions.map(({ id, reason }) => [id, reason]))
  return new Map(
    waiting.decisions.map(({ id, isApproved }) => [
      id,
      { isApproved, reason: reasons.get(id) ?? null, isChanged: changed.has(id) },
    ]),
  )
}

/** A decision that the user drafts against the line. */
export type DraftException = Pick<ProposedDecision, 'id' | 'isApproved'> & { readonly reason: string }

/** What a line and a draft's exceptions decide on each member. One with which the line agrees by now is no exception. */
export const draftedIn = (
  members: readonly Decided[],
  line: CutOff,
  exceptions: readonly DraftException[],
): ReadonlyMap<string, PlannedDecision> => {
  const drafted = new Map(exceptions.map((one) => [one.id, one]))
  return new Map(
    [...decisionsOf(members, line, new Set())].map(([id, isAbove]) => {
      const exception = drafted.get(id)
      const isTurned = exception !== undefined && exception.isApproved !== isAbove
      return [id, { isApproved: isAbove !== isTurned, reason: isTurned ? exception.reason : null, isChanged: false }]
    }),
  )
}
