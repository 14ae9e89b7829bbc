import type { Member, MemberScore } from '#contract/project/batch-scores.ts'
import { scoreText } from '#contract/project/score-sheet.ts'

/** The words of the minutes of a proposal (docs/decisions/0164). They are in Chinese, whoever fetches them, so their bytes are the same. */

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
  readonly msg: string | null
}

const digits = '一二三四五六七八九'
/** 1 to 99 in Chinese numerals: 二十一. */
export const chineseNumber = (n: number): string => {
  const [tens, ones] = [Math.floor(n / 10), n % 10]
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens - 1]}十`
  return ten + (ones === 0 ? '' : digits[ones - 1])
}

/** How each expert is called: by name, or by a number that is the same for all members. */
export const expertNames = (
  members: readonly Pick<MinutesMember, 'scores'>[],
  isNameless: boolean,
): ReadonlyMap<string, string> => {
  const experts = new Map(members.flatMap(({ scores }) => scores.map(({ id, realName }) => [id, realName] as const)))
  return isNameless ? new Map([...experts.keys()].map((id, i) => [id, `专家${chineseNumber(i + 1)}`])) : experts
}

const scoreWords = ({ state, score, corrections, isOutlier }: MemberScore): string => {
  if (state === 'recused') return '回避'
  if (score === null) return '未评分'
  const marks = [corrections ? '已更正' : '', isOutlier ? '偏离' : ''].filter(Boolean)
  return scoreText(score) + (marks.length ? `（${marks.join('、')}）` : '')
}

const verdict = (isApproved: boolean) => (isApproved ? '通过' : '不予通过')

const decisionWords = (decision: MinutesDecision | undefined): string => {
  if (!decision) return '未列入'
  const words = verdict(decision.isApproved) + (decision.reason === null ? '' : '（例外）')
  return decision.isDone ? words : `${words}，未作出`
}

const placeOf = ({ provinceName, cityName }: MinutesMember): string =>
  [provinceName, cityName === provinceName ? null : cityName].filter(Boolean).join('') || '—'

const byRank = (one: MinutesMember, other: MinutesMember) =>
  (one.rank ?? Number.MAX_VALUE) - (other.rank ?? Number.MAX_VALUE)

/** The members by rank, with the scores of each expert and what was decided. */
export const memberRows = (
  members: readonly MinutesMember[],
  decisions: ReadonlyMap<string, MinutesDecision>,
  names: ReadonlyMap<string, string>,
) =>
  members.toSorted(byRank).map((member) => ({
    rank: member.rank === null ? '—' : String(member.rank),
    project: member.projectName ?? '—',
    details: [member.declareNo, member.commpanyName].filter(Boolean).join('　'),
    place: placeOf(member),
    scores: member.scores.map((score) => `${names.get(score.id) ?? ''} ${scoreWords(score)}`),
    mean: member.mean === null || !member.isComplete ? '—' : scoreText(member.mean),
    decision: decisionWords(decisions.get(member.id)),
  }))

/** Exceptions from the line with their reasons. */
export const exceptionRows = (members: readonly MinutesMember[], decisions: ReadonlyMap<string, MinutesDecision>) =>
  members.toSorted(byRank).flatMap(({ id, projectName }) => {
    const decision = decisions.get(id)
    if (!decision || decision.reason === null) return []
    return { project: projectName ?? '—', words: `${verdict(decision.isApproved)}。理由：${decision.reason}` }
  })

const leftWords = (member: MinutesMember, decision: MinutesDecision | undefined): string | null => {
  if (decision)
    return decision.isDone ? null : `提案${verdict(decision.isApproved)}，未作出：${decision.msg ?? '尚未办理'}`
  return member.awaitsDecision ? '未列入提案：评分未齐' : '未列入提案：不在专家评审环节'
}

/** What was left out, and why. */
export const leftRows = (members: readonly MinutesMember[], decisions: ReadonlyMap<string, MinutesDecision>) =>
  members.toSorted(byRank).flatMap((member) => {
    const words = leftWords(member, decisions.get(member.id))
    return words === null ? [] : { project: member.projectName ?? '—', words }
  })
