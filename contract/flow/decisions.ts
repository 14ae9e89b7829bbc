import { fill, type Text } from '../kit/text.ts'

/** Tables of which a refused row goes back to whoever started its process. */
const returning: readonly (string | null)[] = ['leave', 'recommend']

/**
 * What a decision on a task is called: by the move that made it, if its matter has moves. Whoever started the process decides nothing:
 * they send it again, or withdraw it. Null if nothing is recorded.
 */
export const decisionText = (
  businessTable: string | null,
  flag: 'ok' | 'no' | null,
  isStarter: boolean,
  move: Text | null = null,
): Text | null => {
  if (isStarter && flag) return flag === 'ok' ? ['重新提交', 'Submitted again'] : ['撤销', 'Withdrawn']
  if (move || !flag) return move
  if (flag === 'ok') return ['同意', 'Agreed']
  return returning.includes(businessTable) ? ['退回修改', 'Returned for correction'] : ['不同意', 'Refused']
}

/** Says to the person who has completed a task what became of it. */
export const decisionDone = ({
  pass,
  isStarter,
  isReturned,
}: {
  readonly pass: boolean
  /** Whoever started the process has sent it again, or withdrawn it. */
  readonly isStarter: boolean
  /** Whether the matter waits for whoever started the process now. */
  readonly isReturned: boolean
}): Text => {
  if (isStarter) return pass ? ['已重新提交', 'It was submitted again'] : ['已撤销', 'It was withdrawn']
  if (pass) return ['已同意', 'You agreed']
  return isReturned ? ['已退回申请人修改', 'It was returned for correction'] : ['已表示不同意', 'You refused']
}

/** The same for a task that a move has completed. */
export const moveDone = (label: Text): Text => fill(['已办理：{0}', 'Done: {0}'], label)

/** Who handled something as the deputy of somebody else. */
export const deputyName = (name: string, principal: string): Text => [
  `${name}（代${principal}）`,
  `${name} (for ${principal})`,
]
