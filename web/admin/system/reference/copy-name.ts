import { consoleWords } from '#contract/console-words.ts'
import { fill } from '#contract/kit/text.ts'

/** The default names of a copy, in Chinese and, if there is one, in English. */
export const copyNames = (name: string, nameEn?: string | null): readonly [zh: string, en: string | null] => [
  fill(consoleWords.copyName, name)[0],
  nameEn ? fill(consoleWords.copyName, nameEn)[1] : null,
]
