import type { Sort } from '../entity/list-state.ts'
import type { ListedMember } from './member-columns.tsx'

const collator = new Intl.Collator('zh-CN', { numeric: true })

/** What a column is sorted by; rows without it come last in either direction. */
const keyOf = (member: ListedMember, field: string): string | number | null => {
  const value = member[field as keyof ListedMember]
  if (field === 'panelRank') return member.panelRank?.rank ?? null
  if (typeof value === 'boolean') return value ? 0 : 1
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other))

/** The members in the order of a column, by default of their ranks; equal ones stay as they came. */
export const sortedMembers = (members: readonly ListedMember[], sort: Sort | null): ListedMember[] => {
  const { field, down } = sort ?? { field: 'rank', down: false }
  const keyed = members.map((member) => ({ member, key: keyOf(member, field) }))
  const withKey = keyed.flatMap(({ member, key }) => (key === null ? [] : [{ member, key }]))
  const without = keyed.flatMap(({ member, key }) => (key === null ? [member] : []))
  withKey.sort((one, other) => (down ? compare(other.key, one.key) : compare(one.key, other.key)))
  return [...withKey.map(({ member }) => member), ...without]
}
