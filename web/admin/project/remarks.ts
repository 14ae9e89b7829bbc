import type { Remark } from '#contract/project/status.ts'

/** Sets the remark at a place: one per place, a new text replaces the old one, an empty text removes it. */
export const withRemark = (remarks: readonly Remark[], at: string, text: string): Remark[] => [
  ...remarks.filter((remark) => remark.at !== at),
  ...(text.trim() ? [{ at, text }] : []),
]
