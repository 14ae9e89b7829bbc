import { beforeAll, describe, expect, test } from 'vitest'
import type { RowResult } from '#contract/row-results.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const byRow = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await admin.raw('POST', `${path}?rowByRow=1`, { body, headers })
  return (await response.json()) as { success: boolean; msg: string; data: RowResult[] }
}

describe('bulk actions with a result for each row', () => {
  test('a rejected row has its message and does not stop the others', async () => {
    const parent = await admin.get(dept.calls.submit, { deptName: '上', fullName: '上', deptCategory: 1, sort: 1 })
    const [child, single] = await Promise.all(
      [{ parentId: parent.id }, {}].map((more) =>
        admin.get(dept.calls.submit, { deptName: '下', fullName: '下', deptCategory: 1, sort: 1, ...more }),
      ),
    )
    const ids = [parent.id, single?.id].join(',')
    expect(await admin.ask(dept.calls.remove, { ids })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
    const response = await byRow(dept.calls.remove.path, { ids })
    expect(response).toMatchObject({ success: true, msg: '成功 1 条，未成功 1 条' })
    expect(response.data).toEqual([
      { id: parent.id, done: false, msg: '请先删除下级数据', answer: null },
      { id: single?.id, done: true, msg: null, answer: null },
    ])
    expect((await admin.ask(dept.calls.detail, { id: single?.id })).status).toBe(404)
    expect((await admin.ask(dept.calls.detail, { id: child?.id })).status).toBe(200)
  })

  test('the answer of a call is returned with its row', async () => {
    const [one, two] = [await createRow(platform, admin, user), await createRow(platform, admin, user)]
    const { data, msg } = await byRow(user.calls.resetPassword.path, { userIds: `${one.id},${two.id}` })
    expect(msg).toBe('操作成功')
    expect(data.map(({ id, answer }) => [id, answer])).toEqual(
      [one, two].map(({ id, input: sent }) => [
        id,
        [{ account: sent.account, password: expect.stringMatching(/^.{12,}$/) }],
      ]),
    )
  })

  test('with an idempotency key each row is handled once, and a repeat returns the first results', async () => {
    const rows = [await createRow(platform, admin, post), await createRow(platform, admin, post)]
    const ids = rows.map(({ id }) => id).join(',')
    const headers = { 'idempotency-key': 'row-by-row-0001' }
    const first = await byRow(post.calls.remove.path, { ids }, headers)
    expect(first.data.map(({ done }) => done)).toEqual([true, true])
    expect(await byRow(post.calls.remove.path, { ids }, headers)).toEqual(first)
    const again = await byRow(post.calls.remove.path, { ids })
    expect(again).toMatchObject({ msg: '成功 0 条，未成功 2 条' })
  })

  test('a call of more than 200 rows is refused as a whole', async () => {
    const ids = Array.from({ length: 201 }, (_, i) => String(i + 1)).join(',')
    const response = await byRow(post.calls.remove.path, { ids })
    expect(response).toMatchObject({ success: false, msg: '一次最多处理 200 条，请分批操作' })
  })

  test('a call without rows is not split', async () => {
    const response = await byRow(post.calls.submit.path, { postName: '无' })
    expect(response).toMatchObject({ success: false, data: { faults: expect.any(Array) } })
  })
})
