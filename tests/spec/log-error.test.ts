import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { logError } from '#contract/log/log-error.ts'
import { post } from '#contract/system/post.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const entry = {
  url: '/wel/index?token=abc&x=1',
  time: '2026-01-02 03:04:05',
  type: 'TypeError',
  info: 'in Screen',
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at open (/assets/screen-1a.js:12:34)',
}
const recordsOf = async (createBy: string) =>
  (await admin.get(logError.calls.list, { createBy_equal: createBy })).records

describe('errors of browsers (specification 000, sections 2 and 3)', () => {
  test('are uploaded as a list and stored with the user and the source line', async () => {
    const person = await createEnterprise(platform)
    await person.get(logError.calls.submitList, { list: [entry, { ...entry, type: 'RangeError' }] })
    const records = await recordsOf(person.account)
    expect(records.map(({ exceptionName }) => exceptionName).sort()).toEqual(['RangeError', 'TypeError'])
    expect(records.find(({ exceptionName }) => exceptionName === 'TypeError')).toMatchObject({
      serviceId: 'browser',
      message: 'x is not a function',
      createBy: person.account,
      remoteIp: '127.0.0.1',
      fileName: 'screen-1a.js',
      lineNumber: 12,
    })
  })

  test('can be sent as a bare array, as the family does, to both this call and POST logout', async () => {
    const person = await createEnterprise(platform)
    for (const path of [logError.calls.submitList.path, auth.logoutPost.path])
      expect((await (await person.raw('POST', path, { body: [entry] })).json()) as object).toMatchObject({
        success: true,
      })
    expect(await recordsOf(person.account)).toHaveLength(2)
  })

  test('are refused without a session, since nothing is stored; logging out succeeds, since there is nothing to end', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.logout)
    for (const caller of [person, platform.visitor]) {
      for (const path of [logError.calls.submitList.path, auth.logoutPost.path])
        expect((await caller.raw('POST', path, { body: [entry] })).status).toBe(401)
      expect((await caller.ask(auth.logout)).body).toEqual({ success: true, msg: '退出成功' })
    }
    expect(await recordsOf(person.account)).toEqual([])
  })

  test('are truncated if too long, and do not affect the other entries', async () => {
    const person = await createEnterprise(platform)
    const longEntry = { ...entry, message: 'm'.repeat(5000), stack: 's'.repeat(19_000), info: 'i'.repeat(3000) }
    const answer = await person.raw('POST', auth.logoutPost.path, {
      body: [longEntry, { ...entry, type: 'RangeError' }],
    })
    expect(await answer.json()).toMatchObject({ success: true })
    const records = await recordsOf(person.account)
    expect(records.map(({ message }) => message?.length).sort()).toEqual([2000, entry.message.length].sort())
  })

  test('are stored without secrets', async () => {
    const person = await createEnterprise(platform)
    const stack = 'at /Home?code=s3cret&state=s3cret&page=2:1:1'
    await person.get(logError.calls.submitList, {
      list: [{ ...entry, message: 'GET /x?password=s3cret failed', stack }],
    })
    const [record] = await recordsOf(person.account)
    expect(record?.requestUri).toBe('/wel/index?token=***&x=1')
    expect(JSON.stringify(record)).not.toContain('s3cret')
    expect(record?.stackTrace).toContain('page=2')
  })

  test('are stored up to the first hundred of one upload', async () => {
    const person = await createEnterprise(platform)
    await person.get(logError.calls.submitList, { list: Array.from({ length: 130 }, () => entry) })
    expect((await admin.get(logError.calls.list, { createBy_equal: person.account })).total).toBe(100)
  })

  test('cannot be uploaded by visitors, nor read without the permission', async () => {
    expect((await platform.visitor.ask(logError.calls.submitList, { list: [entry] })).status).toBe(401)
    const person = await createEnterprise(platform)
    expect((await person.ask(logError.calls.list)).status).toBe(403)
    expect((await person.ask(logError.calls.detail, { id: '1' })).status).toBe(403)
  })
})

describe('unexpected errors of the server', () => {
  test('are stored with the id shown to the user and without the query of the address', async () => {
    await sql`alter table post rename to post_away`.execute(platform.db)
    const answer = await admin.ask(post.calls.list, { postName: 'private' })
    await sql`alter table post_away rename to post`.execute(platform.db)
    expect(answer.status).toBe(500)
    const requestId = /[a-z0-9]+-[a-z0-9]+/.exec(answer.msg)?.[0] as string
    const storedError = async () => (await admin.get(logError.calls.list, { requestId_equal: requestId })).records[0]
    await until(async () => (await storedError()) !== undefined)
    expect(await storedError()).toMatchObject({
      serviceId: 'server',
      createBy: 'admin',
      method: 'GET',
      requestUri: post.calls.list.path,
    })
  })

  test('do not include errors caused by the caller', async () => {
    const before = (await admin.get(logError.calls.list, { serviceId_equal: 'server' })).total
    await admin.ask(post.calls.submit, {})
    await platform.visitor.ask(post.calls.list)
    expect((await admin.get(logError.calls.list, { serviceId_equal: 'server' })).total).toBe(before)
  })
})
