import type { Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { batch } from '#contract/project/batch.ts'

const names = ['cityDeadline', 'provinceDeadline', 'closeAt', 'decisionDeadline'] as const
export type BatchDates = { readonly [N in (typeof names)[number]]?: string | null }

const wrongOrder: Text = ['{0}不能早于{1}', '{0} must not be before: {1}']

/** The dates that are before an earlier one of the batch; dates without a value are passed over. */
export const dateFaults = (dates: BatchDates): Fault[] => {
  const given = names.filter((name) => dates[name])
  return given.slice(1).flatMap((name, i) => {
    const before = given[i] as (typeof names)[number]
    if (String(dates[name]) >= String(dates[before])) return []
    return [{ at: name, text: fill(wrongOrder, batch.fields[name].label, batch.fields[before].label) }]
  })
}
