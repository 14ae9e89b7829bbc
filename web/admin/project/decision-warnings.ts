import type { Text } from '#contract/kit/text.ts'
import type { Remark } from '#contract/project/status.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { isBlank } from './remarks.ts'

/** Earlier remarks that are neither resolved nor among those of a new return, and would be lost by it. */
export const leftOut = (written: readonly Remark[], unresolved: readonly Remark[]): Remark[] =>
  unresolved.filter(({ at }) => !written.some((remark) => remark.at === at))

/** What a decision leaves undone: written remarks that only a return sends, and earlier ones that are still open. */
export const decisionWarnings = (
  name: TransitionName,
  written: readonly Remark[],
  unresolved: readonly Remark[],
): Text[] => {
  const { verdict } = transitionOf(name)
  const isReturn = verdict === 'Return'
  const unsent = verdict && !isReturn ? written.filter((remark) => !isBlank(remark)).length : 0
  const open = isReturn ? leftOut(written, unresolved).length : verdict === 'Approve' ? unresolved.length : 0
  const warnings: Text[] = []
  if (unsent)
    warnings.push([
      `您填写的 ${unsent} 条修改要求只在退回修改时发送，本次不会发给申报单位。`,
      `Remarks you have written: ${unsent}. They are sent only with a return, not with this decision.`,
    ])
  if (open)
    warnings.push(
      isReturn
        ? [
            `上次退回的 ${open} 条修改要求尚未勾选“已落实”，也未列入本次退回，申报单位将不能再修改这些内容。`,
            `Remarks of the last return neither resolved nor part of this one: ${open}. The declarant can no longer change those values.`,
          ]
        : [
            `上次退回的 ${open} 条修改要求尚未勾选“已落实”。`,
            `Remarks of the last return not marked as resolved: ${open}.`,
          ],
    )
  return warnings
}
