import type { Text } from '#contract/kit/text.ts'
import type { BatchPlace, QuotaUse } from '#contract/project/status.ts'

/** The batch of a declaration, and why it is not the one that was open when it came. */
export const batchWords = ({ name, isLater }: BatchPlace): Text => {
  if (name === null)
    return ['申报批次：待定（由平台列入后续批次）', 'Batch: none yet (the platform puts it into a later one)']
  return isLater
    ? [`申报批次：${name}（此前批次已截止）`, `Batch: ${name} (the one before is closed)`]
    : [`申报批次：${name}`, `Batch: ${name}`]
}

/** A quota of the reader's own region, and what is taken of it. */
export const quotaWords = ({ regionName, places, used }: QuotaUse): Text => [
  `${regionName}名额 ${places}，已占用 ${used}`,
  `Places of ${regionName}: ${places}, taken: ${used}`,
]
