import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { column } from '#contract/news/column.ts'
import { post } from '#contract/system/post.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

/** Rows of one level are moved before or after each other (docs/decisions/0130). */

let platform: Platform
let admin: Caller
const ids: string[] = []

const names = async () => (await admin.get(post.calls.list, { size: 100 })).records.map(({ postName }) => postName)

beforeAll(async () => {
  platform = await openPlatform()
  await platform.db.deleteFrom('post').execute()
  admin = await platform.admin()
  for (const sort of [1, 2, 3, 4]) {
    const { id } = await admin.get(post.calls.submit, { category: 1, postCode: `R${sort}`, postName: `P${sort}`, sort })
    ids.push(id)
  }
})

describe('reorder', () => {
  test('moves a row before or after another, with an audit entry for each changed row', async () => {
    const [first, second, , last] = ids
    await admin.get(post.calls.reorder, { id: last, targetId: second })
    expect(await names()).toEqual(['P1', 'P4', 'P2', 'P3'])
    await admin.get(post.calls.reorder, { id: first, targetId: second, isAfter: 1 })
    expect(await names()).toEqual(['P4', 'P2', 'P1', 'P3'])
    const entries = await admin.get(audit.calls.list, { entity: 'post', rowId: last, verb: 'update' })
    expect(entries.total).toBe(2)
  })

  test('refuses rows of another level, and rows that do not exist', async () => {
    const add = async (name: string, parentId: string) =>
      (await admin.get(column.calls.save, { name, parentId, type: 1, sort: 1, isOpen: 1 })).id
    const parent = await add('一级', '0')
    const child = await add('二级', parent)
    expect((await admin.ask(column.calls.reorder, { id: child, targetId: parent })).code).toBe(404)
    expect((await admin.ask(post.calls.reorder, { id: ids[0], targetId: '1' })).code).toBe(404)
  })

  test('two moves at the same time leave every row in one place', async () => {
    const [first, second, third, last] = ids
    await Promise.all([
      admin.get(post.calls.reorder, { id: first, targetId: last }),
      admin.get(post.calls.reorder, { id: second, targetId: third, isAfter: 1 }),
      admin.get(post.calls.reorder, { id: last, targetId: first, isAfter: 1 }),
    ])
    const sorts = (await admin.get(post.calls.list, { size: 100 })).records.map(({ sort }) => sort)
    expect(sorts.toSorted()).toEqual([1, 2, 3, 4])
  })
})
