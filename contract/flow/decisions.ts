import type { Text } from '../kit/text.ts'

/** Tables of which a refused row goes back to whoever started its process. */
const returning: readonly (string | null)[] = ['leave', 'recommend']

/** What a decision on a task is called. Whoever started the process decides nothing: they send it again, or withdraw it. */
export const decisionText = (businessTable: string | null, flag: 'ok' | 'no', isStarter: boolean): Text => {
  if (isStarter) return flag === 'ok' ? ['重新提交', 'Sent again'] : ['撤销', 'Withdrawn']
  if (flag === 'ok') return ['同意', 'Agreed']
  return returning.includes(businessTable) ? ['退回修改', 'Returned for correction'] : ['不同意', 'Refused']
}
