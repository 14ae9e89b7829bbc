import type { Text } from '../kit/text.ts'

/** Matters of which the platform has a form and a drawing, to begin with (docs/decisions/0162). */
export const matterSamples = {
  seal: ['用印申请', 'Use of a seal'],
  instruction: ['请示报告', 'Request for instructions'],
  purchase: ['采购申请', 'Purchase'],
  outing: ['外出报备', 'Notice of being out'],
} as const satisfies Readonly<Record<string, Text>>

export type MatterSample = keyof typeof matterSamples
