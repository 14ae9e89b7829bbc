import { isBlankText } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import { editablePathOf } from '#contract/project/editable-path.ts'
import { isWithin } from '#contract/project/paths.ts'
import type { Difference, Remark } from '#contract/project/status.ts'

/** Sets the remark at a place, which may still be empty: one per place, a new text replaces the old one. */
export const withRemark = (remarks: readonly Remark[], at: string, text: string): Remark[] =>
  remarks.some((remark) => remark.at === at)
    ? remarks.map((remark) => (remark.at === at ? { at, text } : remark))
    : [...remarks, { at, text }]

export const withoutRemark = (remarks: readonly Remark[], at: string): Remark[] =>
  remarks.filter((remark) => remark.at !== at)

/** Whether nothing has been written yet. */
export const isBlank = ({ text }: Remark): boolean => isBlankText(text)

/** Whether a submission has changed a value that a remark of the last return is about. */
export const isCorrected = ({ at }: Remark, changes: readonly Pick<Difference, 'at'>[]): boolean =>
  changes.some((change) => isWithin(change.at, [editablePathOf(at)]))

/** What has become of the value of a remark, where that is not plain to see beside it. */
export type ValueState = 'unchanged' | 'unsent'

interface Since {
  /** Whether the declarant is correcting it. */
  readonly isOpen: boolean
  /** Places whose new values were not submitted. */
  readonly unsent: readonly string[]
  /** Differences between the last two submissions. */
  readonly changes: readonly Pick<Difference, 'at'>[]
}

/** The states of the values that these remarks of the last return are about, by their places. */
export const statesOf = (
  remarks: readonly Remark[],
  { isOpen, unsent, changes }: Since,
): ReadonlyMap<string, ValueState> =>
  new Map(
    remarks.flatMap((remark): [string, ValueState][] => {
      if (unsent.includes(remark.at)) return [[remark.at, 'unsent']]
      return isOpen || isCorrected(remark, changes) ? [] : [[remark.at, 'unchanged']]
    }),
  )

/** Why these remarks cannot be sent with a return, or null. */
export const faultIn = (remarks: readonly Remark[]): Text | null => {
  if (remarks.length === 0) return ['请至少填写一条修改要求', 'Please write at least one remark']
  const blanks = remarks.filter(isBlank).length
  if (blanks === 0) return null
  return [
    `有 ${blanks} 条修改要求未填写内容，请填写或删除`,
    `Remarks without a text: ${blanks}. Please write or delete them`,
  ]
}
