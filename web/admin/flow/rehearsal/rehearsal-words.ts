import type {
  ConsideredFlow,
  Reading,
  RehearsedCandidate,
  RehearsedChoice,
  RehearsedTask,
} from '#contract/flow/rehearsal.ts'
import type { Text } from '#contract/kit/text.ts'
import { transitions } from '#contract/project/transitions.ts'

const comma: Text = ['，', ', ']
const semicolon: Text = ['；', '; ']

const join = (parts: readonly Text[], [zh, en]: Text): Text => [
  parts.map((one) => one[0]).join(zh),
  parts.map((one) => one[1]).join(en),
]

/** A move by the name that reviewers know. */
export const moveText = (move: string): Text =>
  Object.entries(transitions).find(([name]) => name === move)?.[1].label ?? [move, move]

const readingText = ({ name, value }: Reading): Text => [
  `${name} = ${value ?? '无值'}`,
  `${name} = ${value ?? 'no value'}`,
]

const verdict = ({ value, isDefault, condition, isTaken }: ConsideredFlow): Text => {
  if (value !== null) return value ? ['成立', 'true'] : ['不成立', 'false']
  if (isDefault)
    return isTaken ? ['默认连线，其余都不成立', 'the default, as no other is true'] : ['默认连线', 'the default']
  return condition === null ? ['无条件', 'no condition'] : ['未判断', 'not looked at']
}

/** Why a flow was taken or not: its condition, what it read, and the result. */
export const reasonText = (flow: ConsideredFlow): Text => {
  const [zh, en] = verdict(flow)
  const [readZh, readEn] = join(flow.reads.map(readingText), comma)
  const condition = flow.condition ? `${flow.condition} ` : ''
  return [`${condition}${zh}${readZh && `（${readZh}）`}`, `${condition}${en}${readEn && ` (${readEn})`}`]
}

export const choiceText = ({ kind, name }: RehearsedChoice): Text =>
  kind === 'loop'
    ? [`“${name}”的会签完成条件`, `Completion condition of “${name}”`]
    : [`“${name}”之后`, `After “${name}”`]

const nobody: Text = ['无人', 'nobody']

const candidateText = ({ kind, value, name, people, count }: RehearsedCandidate): Text => {
  if (kind === 'user') return name === null ? [`${value}：无人`, `${value}: nobody`] : [name, name]
  const role = name ? `${name} (${value})` : value
  if (count === 0) return [`${role}：${nobody[0]}`, `${role}: ${nobody[1]}`]
  const rest: Text = count > people.length ? [`等 ${count} 人`, ` and ${count - people.length} more`] : ['', '']
  return [`${role}：${people.join('、')}${rest[0]}`, `${role}: ${people.join(', ')}${rest[1]}`]
}

/** Who would get a task: its assignee, or the people of its candidates, or nobody. */
export const handlersText = ({ assignee, candidates }: RehearsedTask): Text => {
  if (assignee) {
    const { id, name } = assignee
    return name === null
      ? [`办理人 ${id}：无人`, `Assigned to ${id}: nobody`]
      : [`办理人：${name}`, `Assigned to ${name}`]
  }
  if (candidates.length === 0) return ['办理人：无人', 'Handled by nobody']
  const [zh, en] = join(candidates.map(candidateText), semicolon)
  return [`候选：${zh}`, `Candidates: ${en}`]
}

/** The members of a multi-instance task. */
export const memberText = ({ members }: RehearsedTask): Text => join(members.map(readingText), comma)
