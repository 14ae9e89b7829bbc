import { type Member, scoredOf } from './batch-scores.ts'
import { type CutOff, selectedBy } from './cut-off.ts'

/** What a decision on a member depends on. */
export type Decided = Pick<Member, 'id' | 'mean' | 'isComplete' | 'awaitsDecision'>

/** Whether a proposal decides on the member: it is in the expert review, and its scores are complete. */
export const isDecidable = ({ isComplete, awaitsDecision }: Pick<Member, 'isComplete' | 'awaitsDecision'>): boolean =>
  isComplete && awaitsDecision

/**
 * What a line decides on the members of a batch: those above it are approved, the others rejected, and an exception is the other way
 * round. Those that were decided before count for the line, and are left out.
 */
export const decisionsOf = (
  members: readonly Decided[],
  line: CutOff,
  exceptions: { readonly has: (id: string) => boolean },
): ReadonlyMap<string, boolean> => {
  const above = selectedBy(scoredOf(members), line)
  return new Map(members.filter(isDecidable).map(({ id }) => [id, above.has(id) !== exceptions.has(id)]))
}
