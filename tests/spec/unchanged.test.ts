import { beforeAll, describe, expect, test } from 'vitest'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { run } from '#server/base/database/db.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'

/** Two windows that change one row (experience.md B.1): who saves second is told, and nobody's change goes unseen. */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const longAgo = (table: string, id: string) =>
  run(platform.db, { text: `update ${table} set update_time = now() - interval '1 hour' where id = ?`, values: [id] })
const readOf = async (id: string) => {
  await longAgo('role', id)
  const { updateTime } = await admin.get(role.calls.detail, { id })
  return { 'if-match': `"${id} ${updateTime}"` }
}

describe('a row that says which state of it was read', () => {
  test('is changed while that is its state, and refused afterwards, with the time of the change', async () => {
    const { id, input: sent } = await createRow(platform, admin, role)
    const read = await readOf(id)
    await admin.get(role.calls.submit, { ...sent, id, sort: 77 } as never, read)
    const late = await admin.ask(role.calls.submit, { ...sent, id, roleName: '丙' } as never, read)
    const now = await admin.get(role.calls.detail, { id })
    expect(late).toMatchObject({ status: 409, msg: '保存前他人已修改了这条数据，请核对后再保存' })
    expect(late.data).toEqual({ updateTime: now.updateTime })
    expect(now).toMatchObject({ sort: 77, roleName: sent.roleName })
    const again = { 'if-match': `"${id} ${now.updateTime}"` }
    expect((await admin.ask(role.calls.submit, { id, roleName: '丙' } as never, again)).status).toBe(200)
  })

  test('is changed by a client of the family, which says nothing of it, whoever was before', async () => {
    const { id, input: sent } = await createRow(platform, admin, role)
    await admin.get(role.calls.submit, { ...sent, id, sort: 77 } as never)
    await admin.get(role.calls.submit, { ...sent, id, sort: 78 } as never)
    expect(await admin.get(role.calls.detail, { id })).toMatchObject({ sort: 78 })
  })

  test('says nothing of another row, and one that is gone is gone', async () => {
    const [one, other] = [await createRow(platform, admin, role), await createRow(platform, admin, role)]
    const read = await readOf(one.id)
    await admin.get(role.calls.submit, { ...other.input, id: other.id } as never, read)
    await admin.get(role.calls.remove, { ids: one.id })
    expect((await admin.ask(role.calls.submit, { ...one.input, id: one.id } as never, read)).status).toBe(404)
  })

  test('holds for calls that do more than save too: an account', async () => {
    const { id, input: sent } = await createRow(platform, admin, user)
    await longAgo('"user"', id)
    const { updateTime } = await admin.get(user.calls.detail, { id })
    const read = { 'if-match': `"${id} ${updateTime}"` }
    await admin.get(user.calls.submit, { ...sent, id, realName: '先存者' } as never, read)
    expect((await admin.ask(user.calls.submit, { ...sent, id, realName: '后存者' } as never, read)).status).toBe(409)
    expect((await admin.get(user.calls.detail, { id })).realName).toBe('先存者')
  })
})
