import { fill, listText, type Text } from '#contract/kit/text.ts'
import { type Member, scoredOf } from '#contract/project/batch-scores.ts'
import { type CutOff, changeBetween, lowestAbove, selectedBy } from '#contract/project/cut-off.ts'
import { scoreText } from '#contract/project/score-sheet.ts'

export type Compared = Pick<Member, 'id' | 'projectName' | 'mean' | 'isComplete'>

/** What a line does: how many are above it, the lowest of them, and what it leaves out. */
export const effectOf = (members: readonly Compared[], line: CutOff): Text => {
  const rows = scoredOf(members)
  const [count, lowest] = [selectedBy(rows, line).size, lowestAbove(rows, line)]
  const left = rows.filter(({ mean }) => mean === null).length
  const more = line.by === 'count' ? Math.max(0, count - line.at) : 0
  const none: Text = ['', '']
  const ties: Text = ['（末位同分一并列入，多{0}件）', ' ({0} more with the score of the last)']
  const from: Text = ['，线上最低{0}分', ', the lowest of them {0}']
  const without: Text = ['；未评齐的{0}件不参加', '; not complete and left out: {0}']
  return fill(
    ['线上{0}件{1}{2}{3}。', 'Above the line: {0}{1}{2}{3}.'],
    count,
    more ? fill(ties, more) : none,
    lowest === null ? none : fill(from, scoreText(lowest)),
    left ? fill(without, left) : none,
  )
}

/** Names of some members; of many only the first five. */
const namesOf = (members: readonly Compared[], ids: readonly string[]): Text => {
  const chosen = new Set(ids)
  const names = members.filter(({ id }) => chosen.has(id)).map(({ projectName }) => projectName ?? '')
  const listed = listText(names.slice(0, 5).map((name) => [name, name]))
  return names.length > 5 ? fill(['{0}等', '{0} and others'], listed) : listed
}

/** What a line changes from the one before. */
export const changeOf = (members: readonly Compared[], before: CutOff, after: CutOff): Text => {
  const rows = scoredOf(members)
  const { added, removed } = changeBetween(selectedBy(rows, before), selectedBy(rows, after))
  const parts: Text[] = []
  if (added.length) parts.push(fill(['增加{0}件（{1}）', '{0} more ({1})'], added.length, namesOf(members, added)))
  if (removed.length)
    parts.push(fill(['减少{0}件（{1}）', '{0} fewer ({1})'], removed.length, namesOf(members, removed)))
  if (parts.length === 0) return ['与上次画线相比没有变化。', 'Nothing changes from the line before.']
  return fill(['与上次画线相比：{0}。', 'From the line before: {0}.'], listText(parts))
}
