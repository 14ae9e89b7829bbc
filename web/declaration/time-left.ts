import type { Text } from '#contract/kit/text.ts'

/** Days before a deadline from which it is marked as near. */
const nearDays = 3

export interface TimeLeft {
  readonly tone: 'bad' | 'ask' | 'calm'
  readonly words: Text
}

const days = (n: number): string => `${n} ${n === 1 ? 'day' : 'days'}`

const workdayWords = (n: number): Text =>
  n === 0
    ? ['不足 1 个工作日', 'Less than 1 working day left']
    : [`还剩 ${n} 个工作日`, `${n} working ${n === 1 ? 'day' : 'days'} left`]

interface Limit {
  readonly daysLeft: number | null
  /** Only of a limit that is counted in working days. */
  readonly workdaysLeft?: number | null
  readonly daysWaiting: number
}

/** How urgent a matter is: overdue, days left, or without a deadline how long it has waited. */
export const timeLeftOf = ({ daysLeft, workdaysLeft = null, daysWaiting }: Limit): TimeLeft => {
  if (daysLeft === null)
    return {
      tone: 'calm',
      words:
        daysWaiting > 0
          ? [`已等待 ${daysWaiting} 天`, `Waiting for ${days(daysWaiting)}`]
          : ['今日收到', 'Received today'],
    }
  if (daysLeft < 0) return { tone: 'bad', words: [`已逾期 ${-daysLeft} 天`, `${days(-daysLeft)} overdue`] }
  if (workdaysLeft !== null)
    return { tone: workdaysLeft <= nearDays ? 'ask' : 'calm', words: workdayWords(workdaysLeft) }
  return { tone: daysLeft <= nearDays ? 'ask' : 'calm', words: [`还剩 ${daysLeft} 天`, `${days(daysLeft)} left`] }
}
