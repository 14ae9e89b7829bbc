import { fill } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'

/** The default names of a copy, in Chinese and, if there is one, in English. */
export const copyNames = (name: string, nameEn?: string | null): readonly [zh: string, en: string | null] => [
  fill(words.copyName, name)[0],
  nameEn ? fill(words.copyName, nameEn)[1] : null,
]
