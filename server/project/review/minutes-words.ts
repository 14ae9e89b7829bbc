import { fill, type Lang, listText, localize, type Text } from '#contract/kit/text.ts'
import type { Member, MemberScore } from '#contract/project/batch-scores.ts'
import { scoreText } from '#contract/project/score-sheet.ts'

/** The words of the minutes of a proposal, in the language of who fetches them (docs/decisions/0164). */

type Named = 'id' | 'declareNo' | 'projectName' | 'commpanyName' | 'provinceName' | 'cityName'
/** A member of the batch as it was when the proposal was confirmed. */
export type MinutesMember = Pick<Member, Named | 'scores' | 'mean' | 'rank' | 'isComplete' | 'awaitsDecision'>

/** What the proposal decides on a member, and what has become of that. */
export interface MinutesDecision {
  readonly id: string
  readonly isApproved: boolean
  readonly reason: string | null
  readonly isDone: boolean
  /** Why it was not made, as the act has stored it. */
  readonly msg: Text | null
}

const digits = new Intl.NumberFormat('zh-Hans-u-nu-hanidec')
const tensAndOnes: Text = ['{0}十{1}', '{0}{1}']
/** 1 to 99 in Chinese numerals: 二十一; greater ones in digits. */
export const chineseNumber = (n: number): string => {
  if (n > 99) return String(n)
  const [tens, ones] = [Math.floor(n / 10), n % 10]
  const last = ones === 0 ? '' : digits.format(ones)
  return tens === 0 ? last : fill(tensAndOnes, tens === 1 ? '' : digits.format(tens), last)[0]
}

/** How each expert is called: by name, or by a number that is the same for all members. */
export const expertNames = (
  members: readonly Pick<MinutesMember, 'scores'>[],
  isNameless: boolean,
  lang: Lang,
): ReadonlyMap<string, string> => {
  const experts = new Map(members.flatMap(({ scores }) => scores.map(({ id, realName }) => [id, realName] as const)))
  const numberOf = (i: number) => localize([`专家${chineseNumber(i + 1)}`, `Expert ${i + 1}`], lang)
  return isNameless ? new Map([...experts.keys()].map((id, i) => [id, numberOf(i)])) : experts
}

/** Names of those who have scored one of these members, or still have to: they sign. */
export const signingExperts = (
  members: readonly Pick<MinutesMember, 'scores'>[],
  names: ReadonlyMap<string, string>,
): string[] => {
  const ids = members.flatMap(({ scores }) => scores.filter(({ state }) => state !== 'recused').map(({ id }) => id))
  return [...names].filter(([id]) => ids.includes(id)).map(([, name]) => name)
}

const recused: Text = ['回避', 'Recused']
const notScored: Text = ['未评分', 'No score yet']
const corrected: Text = ['已更正', 'corrected']
const outlier: Text = ['偏离', 'outlier']

const scoreWords = ({ state, score, corrections, isOutlier }: MemberScore): Text => {
  if (state === 'recused') return recused
  if (score === null) return notScored
  const marks = [...(corrections ? [corrected] : []), ...(isOutlier ? [outlier] : [])]
  return marks.length
    ? fill(['{0}（{1}）', '{0} ({1})'], scoreText(score), listText(marks))
    : [scoreText(score), scoreText(score)]
}

const verdict = (isApproved: boolean): Text => (isApproved ? ['通过', 'Approve'] : ['不予通过', 'Reject'])

const decisionText = (decision: MinutesDecision | undefined): Text => {
  if (!decision) return ['未列入', 'Left out']
  const words = verdict(decision.isApproved)
  const whole = decision.reason === null ? words : fill(['{0}（例外）', '{0} (exception)'], words)
  return decision.isDone ? whole : fill(['{0}，未作出', '{0}, not decided'], whole)
}

const placeOf = ({ provinceName, cityName }: MinutesMember): string =>
  [provinceName, cityName === provinceName ? null : cityName].filter(Boolean).join('') || '—'

const byRank = (one: MinutesMember, other: MinutesMember) =>
  (one.rank ?? Number.MAX_VALUE) - (other.rank ?? Number.MAX_VALUE)

type Decisions = ReadonlyMap<string, MinutesDecision>

/** The members by rank, with the scores of each expert and what was decided. */
export const memberRows = (
  members: readonly MinutesMember[],
  decisions: Decisions,
  names: ReadonlyMap<string, string>,
  lang: Lang,
) =>
  members.toSorted(byRank).map((member) => ({
    rank: member.rank === null ? '—' : String(member.rank),
    project: member.projectName ?? '—',
    details: [member.declareNo, member.commpanyName].filter(Boolean).join('\u3000'),
    place: placeOf(member),
    scores: member.scores.map((score) => `${names.get(score.id) ?? ''} ${localize(scoreWords(score), lang)}`),
    mean: member.mean === null || !member.isComplete ? '—' : scoreText(member.mean),
    decision: localize(decisionText(decisions.get(member.id)), lang),
  }))

/** Exceptions from the line with their reasons. */
export const exceptionRows = (members: readonly MinutesMember[], decisions: Decisions, lang: Lang) =>
  members.toSorted(byRank).flatMap(({ id, projectName }) => {
    const decision = decisions.get(id)
    if (!decision || decision.reason === null) return []
    const words = fill(['{0}。理由：{1}', '{0}. Reason: {1}'], verdict(decision.isApproved), decision.reason)
    return { project: projectName ?? '—', words: localize(words, lang) }
  })

const notReached: Text = ['尚未办理', 'not handled yet']

const leftText = (member: MinutesMember, decision: MinutesDecision | undefined): Text | null => {
  if (!decision && member.awaitsDecision && member.isComplete)
    return ['未列入提案：提案提出后评分才齐', 'Not proposed: its scores were completed after the proposal was made']
  if (!decision)
    return member.awaitsDecision
      ? ['未列入提案：评分未齐', 'Not proposed: its scores are not complete']
      : ['未列入提案：不在专家评审环节', 'Not proposed: it is not in the expert review']
  if (decision.isDone) return null
  const words: Text = ['提案{0}，未作出：{1}', 'Proposed: {0}. Not decided: {1}']
  return fill(words, verdict(decision.isApproved), decision.msg ?? notReached)
}

/** What was left out, and why. */
export const leftRows = (members: readonly MinutesMember[], decisions: Decisions, lang: Lang) =>
  members.toSorted(byRank).flatMap((member) => {
    const words = leftText(member, decisions.get(member.id))
    return words === null ? [] : { project: member.projectName ?? '—', words: localize(words, lang) }
  })
