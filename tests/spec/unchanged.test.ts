import { beforeAll, describe, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { template } from '#contract/project/template.ts'
import { headersOf } from '#contract/request-headers.ts'
import { oss } from '#contract/storage/oss.ts'
import { sms } from '#contract/storage/sms.ts'
import { client } from '#contract/system/client.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'

/** Two windows edit one row: the second save is rejected, so no change is overwritten unseen (docs/decisions/0127). */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const ifMatchOf = async (id: string) => {
  const { rowVersion } = await admin.get(role.calls.detail, { id })
  return { 'if-match': `"${id} ${rowVersion}"` }
}

describe('saving a row', () => {
  test('succeeds with If-Match while the row is unchanged, and afterwards answers 409 with the time of the change', async () => {
    const { id, input } = await createRow(platform, admin, role)
    const ifMatch = await ifMatchOf(id)
    await admin.get(role.calls.submit, { ...input, id, sort: 77 } as never, ifMatch)
    const response = await admin.ask(role.calls.submit, { ...input, id, roleName: '丙' } as never, ifMatch)
    const row = await admin.get(role.calls.detail, { id })
    expect(response).toMatchObject({ status: 409, msg: '保存前他人已修改了这条数据，请核对后再保存' })
    expect(response.data).toEqual({ updateTime: row.updateTime, rowVersion: row.rowVersion })
    expect(row).toMatchObject({ sort: 77, roleName: input.roleName })
    const newIfMatch = { 'if-match': `"${id} ${row.rowVersion}"` }
    expect((await admin.ask(role.calls.submit, { id, roleName: '丙' } as never, newIfMatch)).status).toBe(200)
  })

  test('of two saves with one version one wins, however fast they follow each other', async () => {
    const { id } = await createRow(platform, admin, role)
    const ifMatch = await ifMatchOf(id)
    const names = ['甲', '乙', '丙', '丁']
    const answers = await Promise.all(
      names.map((roleName) => admin.ask(role.calls.submit, { id, roleName } as never, ifMatch)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const saved = names[answers.findIndex(({ status }) => status === 200)]
    expect((await admin.get(role.calls.detail, { id })).roleName).toBe(saved)
  })

  test.each(['nonsense', '"1"', 'W/"1 2"', '"1 2", "3 4"', ''])(
    'answers 409 to an If-Match that cannot be read: %j',
    async (header) => {
      const { id, input } = await createRow(platform, admin, role)
      const { updateTime, rowVersion } = await admin.get(role.calls.detail, { id })
      expect(await admin.ask(role.calls.submit, { ...input, id } as never, { 'if-match': header })).toMatchObject({
        status: 409,
        data: { updateTime, rowVersion },
      })
    },
  )

  test('answers 409 to the version of a page that was opened before an upgrade, and accepts any row for *', async () => {
    const { id, input } = await createRow(platform, admin, role)
    const { updateTime } = await admin.get(role.calls.detail, { id })
    const statusOf = async (header: string) =>
      (await admin.ask(role.calls.submit, { ...input, id } as never, { 'if-match': header })).status
    expect([await statusOf(`"${id} ${updateTime}"`), await statusOf('*')]).toEqual([409, 200])
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
    const { rowVersion } = await admin.get(user.calls.detail, { id })
    const ifMatch = { 'if-match': `"${id} ${rowVersion}"` }
    await admin.get(user.calls.submit, { ...input, id, realName: '先存者' } as never, ifMatch)
    expect((await admin.ask(user.calls.submit, { ...input, id, realName: '后存者' } as never, ifMatch)).status).toBe(
      409,
    )
    expect((await admin.get(user.calls.detail, { id })).realName).toBe('先存者')
  })
})

const other = (entity: AnyEntity, call: unknown, inputFor: (id: string) => object | Promise<object>) => ({
  entity,
  inputFor,
  call: call as Endpoint,
})

/** Calls besides the verbs that write a row, with what they are sent for it. */
const others = [
  other(client, client.calls.newSecret, (id) => ({ id })),
  other(fileRelease, fileRelease.calls.publish, (ids) => ({ ids })),
  other(jobInfo, jobInfo.calls.change, (id) => ({ id, enable: 0 })),
  other(pressRelease, pressRelease.calls.publish, (ids) => ({ ids })),
  other(sms, sms.calls.enable, (id) => ({ id })),
  other(template, template.calls.close, (ids) => ({ ids })),
  other(template, template.calls.open, (ids) => ({ ids })),
  other(tenant, tenant.calls.setting, (ids) => ({ ids, accountNumber: 7 })),
  other(user, user.calls.grant, async (userIds) => ({ userIds, roleIds: (await createRow(platform, admin, role)).id })),
  // last: no file can be stored after it
  other(oss, oss.calls.enable, (id) => ({ id })),
].map((one) => [one.call.path, one] as const)

test.each(others)('%s keeps to If-Match, and the API document says so', async (_path, { entity, call, inputFor }) => {
  expect(headersOf({ name: '', endpoint: call })).toContain('If-Match')
  const { id } = await createRow(platform, admin, entity)
  const stale = { 'if-match': `"${id} 2020-01-01 00:00:00+08"` }
  const input = await inputFor(id)
  expect(await admin.ask(call, input, stale)).toMatchObject({
    status: 409,
    data: { rowVersion: expect.any(String) },
  })
  expect(await admin.ask(call, input)).toMatchObject({ status: 200 })
})
