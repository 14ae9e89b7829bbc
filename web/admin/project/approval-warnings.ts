import type { Text } from '#contract/kit/text.ts'
import type { TransitionName } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { isBlank } from './remarks.ts'

/** What an approval leaves undone: written remarks, which it does not send, and earlier ones that are not resolved. */
export const approvalWarnings = (
  name: TransitionName,
  written: readonly Remark[],
  unresolved: readonly Remark[],
): Text[] => {
  if (!name.endsWith('Approve')) return []
  const unsent = written.filter((remark) => !isBlank(remark)).length
  const warnings: Text[] = []
  if (unsent)
    warnings.push([
      `您填写的 ${unsent} 条修改要求只在退回修改时发送，通过后不会发给申报单位。`,
      `Remarks you have written: ${unsent}. They are sent only with a return, not with an approval.`,
    ])
  if (unresolved.length)
    warnings.push([
      `上次退回的 ${unresolved.length} 条修改要求尚未勾选“已落实”。`,
      `Remarks of the last return not marked as resolved: ${unresolved.length}.`,
    ])
  return warnings
}
