import { describe, expect, test } from 'vitest'
import type { ListedMember } from './member-columns.tsx'
import { sortedMembers } from './sorted-members.ts'

const member = (id: string, more: Partial<ListedMember>) =>
  ({ id, rank: null, mean: null, isAbove: null, ...more }) as ListedMember
const idsOf = (members: readonly ListedMember[], field: string, down = false) =>
  sortedMembers(members, { field, down }).map(({ id }) => id)

describe('members', () => {
  const members = [
    member('a', { rank: 2, mean: 80, panelRank: { rank: 1, of: 2 }, cityName: '苏州市', isAbove: false }),
    member('b', { rank: null, mean: null, panelRank: null, cityName: null }),
    member('c', { rank: 1, mean: 90.25, panelRank: { rank: 2, of: 2 }, cityName: '常州市', isAbove: true }),
    member('d', { rank: 10, mean: 9, panelRank: null, cityName: '苏州市', isAbove: false }),
  ]

  test('stand by rank at first, those without one last', () => {
    expect(sortedMembers(members, null).map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b'])
  })

  test('are sorted by numbers as numbers, in both directions with the empty ones last', () => {
    expect([idsOf(members, 'mean'), idsOf(members, 'mean', true)]).toEqual([
      ['d', 'a', 'c', 'b'],
      ['c', 'a', 'd', 'b'],
    ])
  })

  test('are sorted by the rank in the panel, by names, and by the side of the line', () => {
    expect(idsOf(members, 'panelRank')).toEqual(['a', 'c', 'b', 'd'])
    expect(idsOf(members, 'cityName')).toEqual(['c', 'a', 'd', 'b'])
    expect(idsOf(members, 'isAbove')).toEqual(['c', 'a', 'd', 'b'])
  })
})
