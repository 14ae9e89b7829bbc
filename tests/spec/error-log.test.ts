import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { logError } from '#contract/log/log-error.ts'
import { post } from '#contract/system/post.ts'
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
const linesOf = async (createBy: string) => (await admin.get(logError.calls.list, { createBy_equal: createBy })).records

describe("a browser's errors (specification 000, sections 2 and 3)", () => {
  test('are uploaded as a list, and kept with who met them and where', async () => {
    const person = await createEnterprise(platform)
    await person.get(logError.calls.submitList, { list: [entry, { ...entry, type: 'RangeError' }] })
    const lines = await linesOf(person.account)
    expect(lines.map(({ exceptionName }) => exceptionName).sort()).toEqual(['RangeError', 'TypeError'])
    expect(lines.find(({ exceptionName }) => exceptionName === 'TypeError')).toMatchObject({
      serviceId: 'browser',
      message: 'x is not a function',
      createBy: person.account,
      remoteIp: '127.0.0.1',
      fileName: 'screen-1a.js',
      lineNumber: 12,
    })
  })

  test('the body may be the bare array, as the family sends it, there and at POST logout (decision 7)', async () => {
    const person = await createEnterprise(platform)
    for (const path of [logError.calls.submitList.path, auth.logoutPost.path])
      expect((await (await person.raw('POST', path, { body: [entry] })).json()) as object).toMatchObject({
        success: true,
      })
    expect(await linesOf(person.account)).toHaveLength(2)
  })

  test('a long entry is cut, and does not keep the others from arriving', async () => {
    const person = await createEnterprise(platform)
    const long = { ...entry, message: 'm'.repeat(5000), stack: 's'.repeat(19_000), info: 'i'.repeat(3000) }
    const answer = await person.raw('POST', auth.logoutPost.path, { body: [long, { ...entry, type: 'RangeError' }] })
    expect(await answer.json()).toMatchObject({ success: true })
    const lines = await linesOf(person.account)
    expect(lines.map(({ message }) => message?.length).sort()).toEqual([2000, entry.message.length].sort())
  })

  test('what must stand in no log is struck out', async () => {
    const person = await createEnterprise(platform)
    const stack = 'at /Home?code=s3cret&state=s3cret&page=2:1:1'
    await person.get(logError.calls.submitList, {
      list: [{ ...entry, message: 'GET /x?password=s3cret failed', stack }],
    })
    const [line] = await linesOf(person.account)
    expect(line?.requestUri).toBe('/wel/index?token=***&x=1')
    expect(JSON.stringify(line)).not.toContain('s3cret')
    expect(line?.stackTrace).toContain('page=2')
  })

  test('of more than a hundred at once the first hundred are kept', async () => {
    const person = await createEnterprise(platform)
    await person.get(logError.calls.submitList, { list: Array.from({ length: 130 }, () => entry) })
    expect((await admin.get(logError.calls.list, { createBy_equal: person.account })).total).toBe(100)
  })

  test('a visitor uploads none, and who may not read them does not', async () => {
    expect((await platform.visitor.ask(logError.calls.submitList, { list: [entry] })).status).toBe(401)
    const person = await createEnterprise(platform)
    expect((await person.ask(logError.calls.list)).status).toBe(403)
    expect((await person.ask(logError.calls.detail, { id: '1' })).status).toBe(403)
  })
})

describe('errors of the server nobody foresaw', () => {
  test('are kept with the id the person was told, and without the query of the address', async () => {
    await sql`alter table post rename to post_away`.execute(platform.db)
    const answer = await admin.ask(post.calls.list, { postName: 'private' })
    await sql`alter table post_away rename to post`.execute(platform.db)
    expect(answer.status).toBe(500)
    const requestId = /[a-z0-9]+-[a-z0-9]+/.exec(answer.msg)?.[0] as string
    const kept = async () => (await admin.get(logError.calls.list, { requestId_equal: requestId })).records[0]
    await until(async () => (await kept()) !== undefined)
    expect(await kept()).toMatchObject({
      serviceId: 'server',
      createBy: 'admin',
      method: 'GET',
      requestUri: post.calls.list.path,
    })
  })

  test('what the caller caused is none', async () => {
    const before = (await admin.get(logError.calls.list, { serviceId_equal: 'server' })).total
    await admin.ask(post.calls.submit, {})
    await platform.visitor.ask(post.calls.list)
    expect((await admin.get(logError.calls.list, { serviceId_equal: 'server' })).total).toBe(before)
  })
})
