/** The first character of each letter in the pinyin order of the browser; no syllable starts with i, u or v. */
const firstCharacters = [
  ['阿', 'a'],
  ['八', 'b'],
  ['嚓', 'c'],
  ['哒', 'd'],
  ['妸', 'e'],
  ['发', 'f'],
  ['旮', 'g'],
  ['哈', 'h'],
  ['讥', 'j'],
  ['咔', 'k'],
  ['垃', 'l'],
  ['痳', 'm'],
  ['拏', 'n'],
  ['噢', 'o'],
  ['妑', 'p'],
  ['七', 'q'],
  ['呥', 'r'],
  ['仨', 's'],
  ['他', 't'],
  ['穵', 'w'],
  ['夕', 'x'],
  ['丫', 'y'],
  ['帀', 'z'],
] as const
const pinyinOrder = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

const initialOf = (character: string): string => {
  if (!/\p{Script=Han}/u.test(character)) return /[a-z0-9]/i.test(character) ? character.toLowerCase() : ''
  return firstCharacters.findLast(([first]) => pinyinOrder.compare(first, character) <= 0)?.[1] ?? ''
}

/**
 * The first letters of the syllables of a Chinese name: 角色管理 → jsgl. Other letters and digits stay: API日志 → apirz. A
 * character with several readings counts with its first one in the order of the browser.
 */
export const pinyinInitials = (name: string): string => [...name].map(initialOf).join('')
