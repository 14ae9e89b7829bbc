import type { Text } from '#contract/kit/text.ts'

export const paletteWords: Text = ['快速搜索', 'Quick search']

/** The keys that open the palette, as this machine's keyboard names them. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
