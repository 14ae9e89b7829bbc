import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { post } from '#contract/system/post.ts'
import type { Db } from '#server/base/database/db.ts'
import { type Caller, openPlatform } from '../../tests/support/platform.ts'

let admin: () => Promise<Caller>
let db: Db
let caller: Caller

beforeAll(async () => {
  ;({ admin, db } = await openPlatform())
  caller = await admin()
})

let serial = 0
const values = () => ({ category: 1, postCode: `total-${++serial}`, postName: `合计岗位${serial}`, sort: 1 })
const add = () => caller.get(post.calls.submit, values())
/** A row that another server of the same database writes. */
const addElsewhere = () =>
  db
    .insertInto('post')
    .values({ ...values(), status: 1 })
    .execute()
const total = async (postName = '合计') => (await caller.get(post.calls.list, { size: 2, postName })).total

afterEach(() => vi.restoreAllMocks())

describe('the total of a list', () => {
  test('includes rows that this server has just written', async () => {
    for (const expected of [1, 2, 3, 4, 5]) {
      await add()
      expect(await total()).toBe(expected)
    }
  })

  test('includes rows of another server after one second', async () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const before = await total()
    await addElsewhere()
    expect(await total()).toBe(before)
    clock.mockReturnValue(now + 1000)
    expect(await total()).toBe(before + 1)
  })

  test('is separate for each condition', async () => {
    const all = await total()
    expect(await total('合计岗位1')).toBe(1)
    expect(await total()).toBe(all)
  })

  test('is counted from the rows of the last page, even if a cached total is old', async () => {
    await caller.get(post.calls.list, { size: 200, postName: '合计' })
    await addElsewhere()
    const { total: pageTotal, records } = await caller.get(post.calls.list, { size: 200, postName: '合计' })
    expect(pageTotal).toBe(records.length)
  })
})
