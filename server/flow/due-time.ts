import { resolve } from './bpmn/juel.ts'
import { hasExpression } from './bpmn/juel-parser.ts'
import { dueMomentOf, parseTime } from './bpmn/times.ts'

type Variables = Readonly<Record<string, unknown>>

interface TimedTask {
  readonly dueDate: string | null
  readonly declareStatus: number | null
  readonly moves: readonly string[]
}

/** Definitions of earlier versions of the platform may contain a text that is no time, and went without a deadline. */
const isReadable = (text: string): boolean => {
  try {
    return Boolean(parseTime(text))
  } catch {
    return false
  }
}

/**
 * When a task is due that begins to wait `now`, as text for the database: the time that the business has set for one of its moves or for
 * its stage, or its own. Null without one. A value of an expression that is no time is a Fail.
 */
export const dueTimeOf = (task: TimedTask, variables: Variables, now: Date): string | null => {
  const times = (variables.dueTimes ?? {}) as Readonly<Record<string, string | null>>
  const set = [...task.moves, task.declareStatus ?? ''].map((key) => times[key]).find(Boolean)
  if (set) return set
  const { dueDate } = task
  if (!dueDate || (!hasExpression(dueDate) && !isReadable(dueDate))) return null
  const value = String(resolve(dueDate, variables) ?? '')
  return value.trim() ? dueMomentOf(parseTime(value), now).toISOString() : null
}
