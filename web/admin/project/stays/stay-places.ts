import type { Text } from '#contract/kit/text.ts'

export const staysPath = '/project/stage-stay'
export const figuresPath = `${staysPath}/figures`
export const figuresTitle: Text = ['办理统计', 'Figures of the review']

/** The list of stays with these filters. */
export const staysAt = (filters: Readonly<Record<string, string>>): string =>
  `${staysPath}?${new URLSearchParams(filters)}`
