import { ownReadings, syllableStarts } from '#contract/desk/pinyin-table.ts'

const pinyinOrder = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

const readings = (text: string): (readonly [character: string, syllable: string])[] =>
  [...text.matchAll(/(\p{Script=Han})([a-z]+)/gu)].map(([, character = '', syllable = '']) => [character, syllable])

const starts = readings(syllableStarts)
const own = new Map(readings(ownReadings))

const readingOf = (character: string): string => {
  if (!/\p{Script=Han}/u.test(character)) return /[a-z0-9]/i.test(character) ? character.toLowerCase() : ''
  const start = starts.findLast(([first]) => pinyinOrder.compare(first, character) <= 0)
  return own.get(character) ?? start?.[1] ?? ''
}

const cached = new Map<string, readonly string[]>()

/** The syllables of a Chinese name: 日志 → ri, zhi. Letters and digits stay, one by one; signs are left out. */
export const syllablesOf = (name: string): readonly string[] => {
  const syllables = cached.get(name) ?? [...name].map(readingOf).filter(Boolean)
  cached.set(name, syllables)
  return syllables
}

const matchFrom = (syllables: readonly string[], at: number, typed: string): boolean => {
  const syllable = syllables[at]
  if (typed === '') return true
  if (syllable === undefined) return false
  if (syllable.startsWith(typed)) return true
  if (typed.startsWith(syllable) && matchFrom(syllables, at + 1, typed.slice(syllable.length))) return true
  return typed[0] === syllable[0] && matchFrom(syllables, at + 1, typed.slice(1))
}

/**
 * The place of the first syllable from which typed letters spell a name, whole or by initials: rizhi, rzhi and rz find 日志. -1 if
 * they do not.
 */
export const placeOfPinyin = (name: string, typed: string): number => {
  const letters = typed.replace(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return -1
  const syllables = syllablesOf(name)
  return syllables.findIndex((_, at) => matchFrom(syllables, at, letters))
}
