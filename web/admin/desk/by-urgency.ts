import { millisecondsOf } from '#contract/project/days-left.ts'
import type { Matters, MatterTask, WaitingMatter } from '#contract/project/matter.ts'

export type Entry =
  | { readonly kind: 'declaration'; readonly of: WaitingMatter }
  | { readonly kind: 'task'; readonly of: MatterTask }

const weekMs = 7 * 86_400_000

/** When a matter is due; without a deadline a week after it began to wait, as in 待办. */
const dueMs = ({ kind, of }: Entry): number => {
  const due = kind === 'task' ? of.dueTime : of.deadline
  if (due) return millisecondsOf(due)
  const since = kind === 'task' ? of.createTime : of.since
  return since ? millisecondsOf(since) + weekMs : Number.POSITIVE_INFINITY
}

/** The most urgent declarations and tasks in one list, each kind in its own order where both are equally urgent. */
export const byUrgency = ({ records, tasks }: Pick<Matters, 'records' | 'tasks'>, limit: number): Entry[] => {
  const entries: Entry[] = [
    ...records.map((of) => ({ kind: 'declaration', of }) as const),
    ...tasks.records.map((of) => ({ kind: 'task', of }) as const),
  ]
  // infinite values have no difference
  const order = (one: number, other: number) => (one === other ? 0 : one - other)
  return entries.toSorted((one, other) => order(dueMs(one), dueMs(other))).slice(0, limit)
}
