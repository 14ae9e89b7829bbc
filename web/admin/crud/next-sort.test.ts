import { describe, expect, test } from 'vitest'
import { siblingsIn, sortAfter } from './next-sort.ts'

describe('a new row', () => {
  test('is the last of its siblings, whatever their order; the first one has the number 1', () => {
    expect(sortAfter([])).toBe(1)
    expect(
      sortAfter([
        { id: '1', sort: 3 },
        { id: '2', sort: 12 },
        { id: '3', sort: null },
      ]),
    ).toBe(13)
  })

  test('has the rows of its own level as siblings, however deep it is', () => {
    const tree = [
      {
        id: '1',
        parentId: '0',
        sort: 1,
        children: [
          { id: '2', parentId: '1', sort: 5, children: [{ id: '3', parentId: '2', sort: 9 }] },
          { id: '4', parentId: '1', sort: 6 },
        ],
      },
      { id: '5', sort: 2 },
    ]
    expect(siblingsIn(tree, '0').map(({ id }) => id)).toEqual(['1', '5'])
    expect(siblingsIn(tree, '1').map(({ id }) => id)).toEqual(['2', '4'])
    expect(siblingsIn(tree, '2').map(({ id }) => id)).toEqual(['3'])
    expect(siblingsIn(tree, '3')).toEqual([])
  })
})
