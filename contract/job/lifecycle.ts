import { check } from '../kit/check.ts'
import { time } from '../kit/field.ts'

const bounds = { start: time('开始时间', 'From'), end: time('结束时间', 'To') } as const

/** When a job may be planned; yyyy-MM-dd HH:mm:ss, null where it is not bounded. */
export interface Lifecycle {
  readonly start: string | null
  readonly end: string | null
}

/** The two ends of `start,end` as they were typed, valid or not. */
export const lifecycleEnds = (text: string | null | undefined): Lifecycle => {
  const [start = '', ...rest] = (text ?? '').split(',')
  return { start: start || null, end: rest.join(',') || null }
}

/** The lifecycle that `start,end` means, both unbounded in an empty text; null if it means none. */
export const readLifecycle = (text: string | null | undefined): Lifecycle | null => {
  const { start, end } = lifecycleEnds(text)
  const { value, faults } = check(bounds, { start: start?.trim(), end: end?.trim() }, { mode: 'new' })
  return faults.length ? null : { start: value.start ?? null, end: value.end ?? null }
}

/** `start,end` as it is stored and sent; null if neither is bounded. */
export const writeLifecycle = ({ start, end }: Lifecycle): string | null =>
  start || end ? `${start ?? ''},${end ?? ''}` : null
