import type { Text } from '#contract/kit/text.ts'

/** One line of the state of the platform: a figure in words, its state, and the list of what it counts. */
export interface HealthRow {
  readonly key: string
  readonly label: Text
  readonly figure: Text
  readonly state?: { readonly tone: 'good' | 'ask' | 'bad' | 'calm'; readonly words: Text }
  readonly to?: string
  readonly note?: Text
}
