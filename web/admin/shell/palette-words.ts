import type { Text } from '#contract/kit/text.ts'

export const paletteWords: Text = ['快速搜索', 'Quick search']
