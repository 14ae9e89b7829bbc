import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forestOf, nodesOf, withAncestors } from './tree.ts'

interface Row {
  id: string
  parentId: string
}
type TreeRow = Row & { children?: TreeRow[] }
const flat = (forest: readonly TreeRow[]): string[] =>
  forest.flatMap(({ id, children = [] }) => [id, ...flat(children)])
const row = (id: string, parentId: string): Row => ({ id, parentId })
const shape = (forest: readonly TreeRow[]): unknown =>
  forest.map(({ id, children }) => (children ? [id, shape(children)] : id))

/** Rows with any parents: other rows, themselves, or none. */
const anyRows = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
  .chain((ids) =>
    fc
      .array(fc.integer({ min: 0, max: 14 }), { minLength: ids.length, maxLength: ids.length })
      .map((parents) => ids.map((id, i) => row(String(id), String(parents[i])))),
  )
/** Rows without cycles: each parent has a smaller number. */
const treeRows = fc
  .array(fc.nat(), { maxLength: 15 })
  .map((picks) => picks.map((pick, i) => row(String(i + 1), String(pick % (i + 1)))))

describe('a forest of rows with parents', () => {
  test.each<[string, Row[], unknown]>([
    ['nothing', [], []],
    [
      'a root with rows below',
      [row('1', '0'), row('2', '1'), row('3', '1'), row('4', '2')],
      [['1', [['2', ['4']], '3']]],
    ],
    ['a child that comes before its parent', [row('2', '1'), row('1', '0')], [['1', ['2']]]],
    ['an orphan, which is a root', [row('2', '9'), row('3', '2')], [['2', ['3']]]],
    ['a row that is its own parent, which is a root', [row('1', '1'), row('2', '1')], [['1', ['2']]]],
    ['two rows in a cycle, of which the last is a root', [row('1', '2'), row('2', '1')], [['2', ['1']]]],
    [
      'a cycle with a branch',
      [row('3', '1'), row('1', '2'), row('2', '1'), row('4', '0')],
      [['2', [['1', ['3']]]], '4'],
    ],
  ])('%s', (_, rows, forest) => {
    expect(shape(forestOf(rows))).toEqual(forest)
  })

  test('has every row once, for any parents', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(flat(forestOf(rows)).sort()).toEqual(rows.map(({ id }) => id).sort())
      }),
      { numRuns: 500 },
    )
  })

  test('has siblings in order, and every child below its parent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          treeRows,
          treeRows.map((rows) => [...rows].reverse()),
        ),
        (rows) => {
          const place = new Map(rows.map(({ id }, i) => [id, i]))
          const walk = (nodes: readonly TreeRow[], parent: string) => {
            const places = nodes.map(({ id }) => place.get(id) as number)
            expect(places).toEqual([...places].sort((a, b) => a - b))
            for (const node of nodes) {
              expect(node.parentId).toBe(parent)
              walk(node.children ?? [], node.id)
            }
          }
          walk(forestOf(rows), '0')
        },
      ),
    )
  })

  test('does not change the input rows', () => {
    const rows = [row('1', '0'), row('2', '1')]
    const before = structuredClone(rows)
    forestOf(rows)
    expect(rows).toEqual(before)
  })
})

describe('nodes for a picker', () => {
  const entity = { title: 'deptName' }

  test('have the id as key and value, the title and the parent', () => {
    expect(nodesOf(entity, [{ id: '5', parentId: '1', deptName: '部门', code: 'x' }], 'en')).toEqual([
      { id: '5', key: '5', value: '5', parentId: '1', title: '部门' },
    ])
  })

  test('have the English name in English, if the row has one', () => {
    const rows = [
      { id: '1', deptName: '部门', deptNameEn: 'Department' },
      { id: '2', deptName: '科室', deptNameEn: null },
    ]
    const titles = (lang: 'zh' | 'en') => nodesOf(entity, rows, lang).map(({ title }) => title)
    expect([titles('zh'), titles('en')]).toEqual([
      ['部门', '科室'],
      ['Department', '科室'],
    ])
  })

  test('have hasChildren only if it is true, and defaults for a missing title or parent', () => {
    expect(
      nodesOf(
        entity,
        [
          { id: 5, hasChildren: true, deptName: null },
          { id: 6, hasChildren: false },
        ],
        'zh',
      ),
    ).toEqual([
      { id: '5', key: '5', value: '5', parentId: '0', title: '', hasChildren: true },
      { id: '6', key: '6', value: '6', parentId: '0', title: '' },
    ])
  })
})

describe('rows with their ancestors', () => {
  test('are the requested rows and all above them, in the order of the input', () => {
    const rows = [row('1', '0'), row('2', '1'), row('3', '2'), row('4', '1'), row('5', '0')]
    expect(withAncestors(rows, new Set(['3'])).map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(withAncestors(rows, new Set(['5', '4'])).map(({ id }) => id)).toEqual(['1', '4', '5'])
    expect(withAncestors(rows, new Set(['9']))).toEqual([])
  })

  test('include every requested row and every existing parent, also in a cycle', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.integer({ min: 1, max: 14 }).map(String)), (rows, picks) => {
        const ids = new Set(rows.map(({ id }) => id))
        const result = withAncestors(rows, new Set(picks))
        const resultIds = new Set(result.map(({ id }) => id))
        for (const id of picks) expect(resultIds.has(id)).toBe(ids.has(id))
        for (const { parentId } of result) expect(resultIds.has(parentId)).toBe(ids.has(parentId))
      }),
    )
  })
})
