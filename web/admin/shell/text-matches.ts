import { pinyinInitials } from './pinyin-initials.ts'

/** How well a name matches, the best first: it starts with the text, contains it, its pinyin initials start with it or contain it. */
const rankOf = (name: string, query: string): number | null => {
  const at = name.toLowerCase().indexOf(query)
  if (at >= 0) return at === 0 ? 0 : 1
  const atInitials = pinyinInitials(name).indexOf(query)
  return atInitials >= 0 ? (atInitials === 0 ? 2 : 3) : null
}

/**
 * The things whose name matches a text, ignoring case, the best first: 角色 finds 角色管理 before 用户角色, and jsgl finds 角色管理.
 * All if the text is empty.
 */
export const matchesOf = <T>(things: readonly T[], text: string, nameOf: (thing: T) => string): T[] => {
  const query = text.trim().toLowerCase()
  return things
    .flatMap((thing) => {
      const rank = rankOf(nameOf(thing), query)
      return rank === null ? [] : [{ thing, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}
