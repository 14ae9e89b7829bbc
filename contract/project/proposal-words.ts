import { fill, listText, type Text } from '../kit/text.ts'
import type { Member } from './batch-scores.ts'
import type { CutOff } from './cut-off.ts'
import { scoreText } from './score-sheet.ts'

const noMinimum: Text = ['', '']

/** A line in words. */
export const lineText = ({ by, at, minimum }: CutOff): Text => {
  const least: Text = minimum === null ? noMinimum : fill(['，且不低于{0}分', ', none below {0}'], scoreText(minimum))
  return by === 'count'
    ? fill(['前{0}件{1}', 'the best {0}{1}'], at, least)
    : fill(['{0}分及以上{1}', 'a score of {0} or more{1}'], scoreText(at), least)
}

/** Which members a proposal leaves out, and why; null if there are none. */
export const leftOutText = (members: readonly Pick<Member, 'isComplete' | 'awaitsDecision'>[]): Text | null => {
  const elsewhere = members.filter(({ awaitsDecision }) => !awaitsDecision).length
  const incomplete = members.filter(({ awaitsDecision, isComplete }) => awaitsDecision && !isComplete).length
  const parts: Text[] = []
  if (incomplete) parts.push(fill(['未评齐{0}件', 'scores not complete: {0}'], incomplete))
  if (elsewhere) parts.push(fill(['不在专家评审环节{0}件', 'not in the expert review: {0}'], elsewhere))
  return parts.length ? fill(['{0}（{1}）', '{0} ({1})'], incomplete + elsewhere, listText(parts)) : null
}

/** How many decisions of each kind there are. */
export const countOf = (decisions: Iterable<boolean>) => {
  let [approved, rejected] = [0, 0]
  for (const isApproved of decisions) isApproved ? approved++ : rejected++
  return { approved, rejected }
}

/** How many members are approved and rejected. */
export const countsText = ({ approved, rejected }: { readonly approved: number; readonly rejected: number }): Text =>
  fill(['通过{0}件，不予通过{1}件', '{0} approved, {1} rejected'], approved, rejected)
