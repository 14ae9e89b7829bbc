import type { Text } from '#contract/kit/text.ts'

export const rehearseWords: Text = ['试运行', 'Rehearse']
