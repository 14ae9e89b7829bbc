import type { Text } from '#contract/kit/text.ts'
import type { Matter } from '#contract/project/matter.ts'

/** Days before a deadline from which it is marked as near. */
const nearDays = 3

export interface TimeLeft {
  readonly tone: 'bad' | 'ask' | 'calm'
  readonly words: Text
}

const days = (n: number): string => `${n} ${n === 1 ? 'day' : 'days'}`

/** How urgent a matter is: overdue, days left, or without a deadline how long it has waited. */
export const timeLeftOf = ({ daysLeft, daysWaiting }: Pick<Matter, 'daysLeft' | 'daysWaiting'>): TimeLeft => {
  if (daysLeft === null)
    return {
      tone: 'calm',
      words:
        daysWaiting > 0
          ? [`已等待 ${daysWaiting} 天`, `Waiting for ${days(daysWaiting)}`]
          : ['今日收到', 'Received today'],
    }
  if (daysLeft < 0) return { tone: 'bad', words: [`已逾期 ${-daysLeft} 天`, `${days(-daysLeft)} overdue`] }
  return { tone: daysLeft <= nearDays ? 'ask' : 'calm', words: [`还剩 ${daysLeft} 天`, `${days(daysLeft)} left`] }
}
