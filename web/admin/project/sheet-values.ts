import type { RubricItem } from '#contract/project/rubric.ts'
import { totalOf } from '#contract/project/score-sheet.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** What was typed for an item of the rubric. */
export interface TypedItem {
  readonly itemName?: unknown
  readonly points?: unknown
  readonly reason?: unknown
}

/** Points as typed; null if they are no number with at most two decimals. */
export const pointsOf = (typed: unknown): number | null =>
  /^\d{1,4}(\.\d{1,2})?$/.test(String(typed ?? '').trim()) ? Number(typed) : null

/** The typed values with a row for each item of the rubric; without a rubric there are none. */
export const withSheet = (values: FormValues, rubric: readonly RubricItem[]): FormValues => {
  const { items, ...others } = values
  if (rubric.length === 0) return others
  const typed = (Array.isArray(items) ? items : []) as TypedItem[]
  return {
    ...others,
    items: rubric.map(({ itemName }) => ({ ...typed.find((one) => one.itemName === itemName), itemName })),
  }
}

/** How many items have points, and their total once all have. */
export const sheetTotal = (rubric: readonly RubricItem[], typed: readonly TypedItem[]) => {
  const scored = rubric.flatMap(({ weight, maxPoints }, i) => {
    const points = pointsOf(typed[i]?.points)
    return points === null || points > maxPoints ? [] : [{ weight, maxPoints, points }]
  })
  return { given: scored.length, total: scored.length === rubric.length ? totalOf(scored) : null }
}
