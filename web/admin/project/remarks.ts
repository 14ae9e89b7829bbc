import type { Remark } from '#contract/project/status.ts'

/** One remark a place: a second text replaces the first, an empty one takes it away. */
export const withRemark = (remarks: readonly Remark[], at: string, text: string): Remark[] => [
  ...remarks.filter((remark) => remark.at !== at),
  ...(text.trim() ? [{ at, text }] : []),
]
