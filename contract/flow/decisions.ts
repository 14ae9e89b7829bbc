import type { Text } from '../kit/text.ts'

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
  if (isStarter && flag) return flag === 'ok' ? ['重新提交', 'Sent again'] : ['撤销', 'Withdrawn']
  if (move || !flag) return move
  if (flag === 'ok') return ['同意', 'Agreed']
  return returning.includes(businessTable) ? ['退回修改', 'Returned for correction'] : ['不同意', 'Refused']
}
