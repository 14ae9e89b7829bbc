import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { run } from '#server/base/database/db.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'

/** Two windows edit one row: the second save is rejected, so no change is overwritten unseen (docs/decisions/0042). */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const makeOlder = (table: string, id: string) =>
  run(platform.db, sql`update ${sql.raw(table)} set update_time = now() - interval '1 hour' where id = ${id}`)
const ifMatchOf = async (id: string) => {
  await makeOlder('role', id)
  const { updateTime } = await admin.get(role.calls.detail, { id })
  return { 'if-match': `"${id} ${updateTime}"` }
}

describe('saving a row', () => {
  test('succeeds with If-Match while the row is unchanged, and afterwards answers 409 with the time of the change', async () => {
    const { id, input } = await createRow(platform, admin, role)
    const ifMatch = await ifMatchOf(id)
    await admin.get(role.calls.submit, { ...input, id, sort: 77 } as never, ifMatch)
    const response = await admin.ask(role.calls.submit, { ...input, id, roleName: '丙' } as never, ifMatch)
    const row = await admin.get(role.calls.detail, { id })
    expect(response).toMatchObject({ status: 409, msg: '保存前他人已修改了这条数据，请核对后再保存' })
    expect(response.data).toEqual({ updateTime: row.updateTime })
    expect(row).toMatchObject({ sort: 77, roleName: input.roleName })
    const newIfMatch = { 'if-match': `"${id} ${row.updateTime}"` }
    expect((await admin.ask(role.calls.submit, { id, roleName: '丙' } as never, newIfMatch)).status).toBe(200)
  })

  test('always succeeds without If-Match, as BladeX clients send it', async () => {
    const { id, input } = await createRow(platform, admin, role)
    await admin.get(role.calls.submit, { ...input, id, sort: 77 } as never)
    await admin.get(role.calls.submit, { ...input, id, sort: 78 } as never)
    expect(await admin.get(role.calls.detail, { id })).toMatchObject({ sort: 78 })
  })

  test('ignores If-Match of another row, and answers 404 for a removed row', async () => {
    const [one, other] = [await createRow(platform, admin, role), await createRow(platform, admin, role)]
    const ifMatch = await ifMatchOf(one.id)
    await admin.get(role.calls.submit, { ...other.input, id: other.id } as never, ifMatch)
    await admin.get(role.calls.remove, { ids: one.id })
    expect((await admin.ask(role.calls.submit, { ...one.input, id: one.id } as never, ifMatch)).status).toBe(404)
  })

  test('checks If-Match for accounts too, whose call does more than save', async () => {
    const { id, input } = await createRow(platform, admin, user)
    await makeOlder('"user"', id)
    const { updateTime } = await admin.get(user.calls.detail, { id })
    const ifMatch = { 'if-match': `"${id} ${updateTime}"` }
    await admin.get(user.calls.submit, { ...input, id, realName: '先存者' } as never, ifMatch)
    expect((await admin.ask(user.calls.submit, { ...input, id, realName: '后存者' } as never, ifMatch)).status).toBe(
      409,
    )
    expect((await admin.get(user.calls.detail, { id })).realName).toBe('先存者')
  })
})
