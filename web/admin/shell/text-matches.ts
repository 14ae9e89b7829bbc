import { fold } from '#contract/kit/fold.ts'
import { placeOfPinyin } from './pinyin.ts'

/** The rank of what matches at its beginning is even, elsewhere one more. */
const ranks = { name: 0, pinyin: 2, otherName: 4 } as const

/** How well a name matches, the best first: it starts with the text, contains it, its pinyin starts with it or contains it. */
const rankOf = (name: string, query: string): number | null => {
  const at = fold(name).indexOf(query)
  if (at >= 0) return ranks.name + (at === 0 ? 0 : 1)
  const atPinyin = placeOfPinyin(name, query)
  return atPinyin >= 0 ? ranks.pinyin + (atPinyin === 0 ? 0 : 1) : null
}

/**
 * The things of which a name matches a text, both folded, the best first: 角色 finds 角色管理 before 用户角色, and jsgl or jiaose
 * finds 角色管理. Things that only one of their other names finds come last. All if the text is empty.
 */
export const matchesOf = <T>(
  things: readonly T[],
  text: string,
  nameOf: (thing: T) => string,
  otherNamesOf: (thing: T) => readonly string[] = () => [],
): T[] => {
  const query = fold(text).trim()
  return things
    .flatMap((thing) => {
      const isOther = () => otherNamesOf(thing).some((name) => rankOf(name, query) !== null)
      const rank = rankOf(nameOf(thing), query) ?? (isOther() ? ranks.otherName : null)
      return rank === null ? [] : [{ thing, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}
