import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

/** Random additions, moves and removals of departments are compared with a simple in-memory tree. */
let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('add' as const), one: fc.nat(9), other: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('move' as const), one: fc.nat(9), other: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), one: fc.nat(9), other: fc.nat(9) }) },
)

/** The parent of every department that these tests have created. */
const tree = new Map<string, string>()
let root = ''
let serial = 0
const add = async (parentId: string): Promise<string> => {
  const deptName = `科室${++serial}`
  const row = { deptName, fullName: deptName, deptCategory: 2, sort: 1, parentId } as const
  const { id } = await admin.get(dept.calls.submit, row)
  return id
}
const ancestorsOf = (id: string): string[] => {
  const parent = tree.get(id)
  return parent === undefined ? ['0'] : [...ancestorsOf(parent), parent]
}
const childrenOf = (id: string) => [...tree].filter(([, parent]) => parent === id).map(([one]) => one)

const runCommand = async (what: 'add' | 'move' | 'remove', one: string, other: string): Promise<void> => {
  if (what === 'add') {
    tree.set(await add(one), one)
    return
  }
  if (what === 'move') {
    const answer = await admin.ask(dept.calls.submit, { id: one, parentId: other })
    const isLegal = one !== other && !ancestorsOf(other).includes(one)
    expect([one, other, answer.success]).toEqual([one, other, isLegal])
    if (isLegal) tree.set(one, other)
    else expect(answer.msg).toBe('上级机构不能是自身或其下级')
    return
  }
  const answer = await admin.ask(dept.calls.remove, { ids: one })
  const isLeaf = childrenOf(one).length === 0
  expect([one, answer.success]).toEqual([one, isLeaf])
  if (isLeaf) tree.delete(one)
  else expect(answer.msg).toBe('请先删除下级数据')
}

/** Checks the rows of one level as the screens read them: in pages of two, as a list and as nodes. */
const checkLevel = async (id: string): Promise<void> => {
  const expected = childrenOf(id).sort()
  const paged: string[] = []
  for (let current = 1; ; current++) {
    const page = await admin.get(dept.calls.page, { parentId: id, current, size: 2 })
    expect(page.total).toBe(expected.length)
    paged.push(...page.records.map((row) => row.id))
    if (page.records.length < 2) break
  }
  const list = await admin.get(dept.calls.lazyList, { parentId: id })
  const nodes = await admin.get(dept.calls.lazyTree, { parentId: id })
  expect([paged.sort(), list.map((row) => row.id).sort()]).toEqual([expected, expected])
  expect(nodes.map((node) => [node.id, node.hasChildren === true]).sort()).toEqual(
    expected.map((one) => [one, childrenOf(one).length > 0]),
  )
}

afterEach(() => tree.clear())

describe('departments', () => {
  test('have the right parent, ancestors and children after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
        tree.clear()
        root = await add('0')
        tree.set(await add(root), root)
        for (const { what, one, other } of commands) {
          const ids = [...tree.keys()]
          const idAt = (n: number) => [root, ...ids][n % (ids.length + 1)] as string
          const [firstId, secondId] = [ids[one % ids.length] ?? root, idAt(other)]
          if (ids.length > 0 || what === 'add') await runCommand(what, what === 'add' ? idAt(one) : firstId, secondId)
        }
        const rows = await platform.db
          .selectFrom('dept')
          .select(['id', 'parentId', 'ancestors'])
          .where('id', 'in', tree.size ? [...tree.keys()] : ['0'])
          .execute()
        const expectedAncestors = (id: string) =>
          ['0', root, ...ancestorsOf(id).slice(1)].filter((one, i, all) => all.indexOf(one) === i)
        for (const { id, parentId, ancestors } of rows)
          expect([id, parentId, ancestors]).toEqual([id, tree.get(id), expectedAncestors(id).join(',')])
        expect(rows).toHaveLength(tree.size)
        for (const id of [root, ...tree.keys()]) await checkLevel(id)
      }),
      { numRuns: 12 },
    )
  })

  test('added while their parent moves get the new ancestors', async () => {
    const [from, to] = [await add('0'), await add('0')]
    const moving = await add(from)
    const additions = Promise.all(Array.from({ length: 6 }, () => add(moving)))
    await admin.get(dept.calls.submit, { id: moving, parentId: to })
    for (const id of await additions)
      expect((await admin.get(dept.calls.detail, { id })).ancestors).toBe(`0,${to},${moving}`)
  })
})
