import { fill, type Text } from '../kit/text.ts'
import { clockPhrase } from './clock-words.ts'
import { dayPhrase } from './day-words.ts'
import { asSentence, durationText, everyText } from './sentence.ts'
import { parseCron, parseInterval } from './time-expression.ts'
import { timing } from './timing.ts'

const describeCron = (expression: string): Text | null => {
  const cron = parseCron(expression)
  if ('refusal' in cron) return null
  const time = clockPhrase(cron)
  const days = time && dayPhrase(cron, time.form === 'rhythm')
  if (!days) return null
  const [before, after] = [days.before, days.after]
  const between = before[1] === '' ? '' : time.form === 'times' ? ' at ' : ', '
  return asSentence([`${before[0]}${time.text[0]}${after[0]}`, `${before[1]}${between}${time.text[1]}${after[1]}`])
}

/**
 * A schedule in words, or null if it has no short ones or is not valid. `type` is a value of `timing`. Times are those of the
 * job's zone; holidays are not considered.
 */
export const describeSchedule = ({
  type,
  expression,
}: {
  readonly type: number
  readonly expression: string | null
}): Text | null => {
  const text = expression ?? ''
  if (type === timing.cron) return describeCron(text)
  if (type === timing.fixedRate || type === timing.fixedDelay) {
    const interval = parseInterval(text)
    if (typeof interval !== 'number') return null
    return type === timing.fixedRate
      ? asSentence(everyText(interval))
      : fill(['每次结束 {0}后', '{0} after the end of each run'], durationText(interval))
  }
  if (text.trim() !== '') return null
  if (type === timing.api) return ['由接口或人工触发', 'Started by the API or by hand']
  return type === timing.workflow ? ['由流程、接口或人工触发', 'Started by a process, the API or by hand'] : null
}
