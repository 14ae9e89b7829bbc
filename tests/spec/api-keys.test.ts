import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { messages } from '#contract/inbox/message.ts'
import type { Endpoint, InOf } from '#contract/kit/call.ts'
import { audit } from '#contract/log/audit.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { keyLimits } from '#contract/system/key-fields.ts'
import { keyRefusal } from '#contract/system/key-scopes.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  addLibraryRow,
  createEnterprise,
  createStaff,
  openWindow,
  password,
  submitDeclaration,
  userIdOf,
} from '../support/scenario.ts'

type Staff = Awaited<ReturnType<typeof createStaff>>

let platform: Platform
let admin: Caller
let owner: Staff
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  owner = await createStaff(platform, 'platform')
  await addLibraryRow(admin)
})

const levels = { declarations: 0, library: 1, news: 0, reports: 0, work: 0 } as const
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inputOf = (more: object = {}): InOf<typeof apiKey.calls.create> => ({
  ...{ name: '月报同步', ...levels, lastDay: inDays(30), password: platform.encrypt(password) },
  ...more,
})
const make = (person: Caller, more: object = {}) => person.get(apiKey.calls.create, inputOf(more))

/** A program with a key. */
const program = (key: string): Caller => {
  const caller = callerFor(platform.url, null)
  const headers = { 'blade-auth': `key ${key}` }
  return {
    ...caller,
    ask: (endpoint, input, more) => caller.ask(endpoint, input, { ...headers, ...more }),
    get: (endpoint, input, more) => caller.get(endpoint, input, { ...headers, ...more }),
  }
}
const withKey = async (person: Caller, more: object = {}) => {
  const { id, key } = await make(person, more)
  return { id, key, ...program(key) }
}
const statusOf = async (caller: Pick<Caller, 'ask'>, endpoint: Endpoint<never> = library.calls.page as never) =>
  (await caller.ask(endpoint)).status

describe('a key', () => {
  test('reads what its owner reads, and says who that is', async () => {
    const caller = await withKey(owner)
    const rows = (person: Pick<Caller, 'get'>) => person.get(library.calls.page, {})
    expect(await rows(caller)).toEqual(await rows(owner))
    expect(await caller.get(auth.userInfo)).toMatchObject({ account: owner.account })
  })

  test('is shown once: lists have its beginning, the database its hash', async () => {
    const { key } = await make(owner, { name: '只显示一次' })
    expect(key).toMatch(/^ck_[\w-]{43}$/)
    const list = JSON.stringify([await owner.get(apiKey.calls.mine), await admin.get(apiKey.calls.list, { size: 200 })])
    expect(list).toContain(key.slice(0, 10))
    expect(list).not.toContain(key.slice(10))
    const { rows } = await sql<{ all: string }>`select (select json_agg(k) from api_key k)::text
      || (select json_agg(a) from audit a)::text || (select json_agg(u) from api_key_use u)::text as all`.execute(
      platform.db,
    )
    expect(rows[0]?.all).not.toContain(key.slice(10))
  })

  test('reaches only the calls of its scopes, and only reads where it may only read', async () => {
    const caller = await withKey(owner)
    const refusal = async (endpoint: Endpoint<never>) => {
      const { status, msg } = await caller.ask(endpoint)
      return [status, msg]
    }
    expect(await refusal(declaration.calls.page as never)).toEqual([403, '该密钥的授权范围不含此接口'])
    expect(await refusal(library.calls.remove as never)).toEqual([403, '该密钥在此范围内只能读取'])
    expect(await refusal(user.calls.list as never)).toEqual([403, '此接口不能用接口密钥调用'])
    expect(await refusal(apiKey.calls.create as never)).toEqual([403, '此接口不能用接口密钥调用'])
  })

  test('reaches nothing else on the whole server, even of an administrator with every scope', async () => {
    const all = { declarations: 2, library: 2, news: 2, reports: 2, work: 2 } as const
    const { key } = await withKey(admin, { ...all, password: platform.encrypt(inject('adminPassword')) })
    const closed = platform.app.routes.filter(
      ({ name, endpoint }) => endpoint.access !== 'public' && keyRefusal(all, name, endpoint.method) === 'closed',
    )
    expect(closed.length).toBeGreaterThan(300)
    // one key has 60 requests a minute: this asks the server itself
    await sql`update api_key_use set requests = -1000000, minute_from = now()`.execute(platform.db)
    for (const { endpoint } of closed) {
      const { status } = await platform.visitor.text(endpoint.method, endpoint.path, {
        headers: { 'blade-auth': `key ${key}` },
        ...(endpoint.method === 'POST' && endpoint.body !== 'multipart' ? { body: {} } : {}),
      })
      expect([endpoint.path, status]).toEqual([endpoint.path, 403])
    }
  })

  test('is no token in an address, nor a bare token', async () => {
    const { key } = await make(owner)
    const { path } = library.calls.page
    const ask = async (at: string, header?: string) =>
      (await platform.visitor.raw('GET', at, header ? { headers: { 'blade-auth': header } } : {})).status
    expect([await ask(`${path}?blade-auth=${key}`), await ask(path, key), await ask(path, `bearer ${key}`)]).toEqual([
      401, 401, 401,
    ])
    expect(await ask(path, `KEY ${key}`)).toBe(200)
  })

  test('writes under the name of its owner, and the audit names the key', async () => {
    const caller = await withKey(owner, { library: 2 })
    const id = await addLibraryRow(caller)
    const { records } = await admin.get(audit.calls.list, { rowId_equal: id })
    const { prefix } = (await owner.get(apiKey.calls.mine)).find((one) => one.id === caller.id) ?? {}
    expect(records.map(({ createBy, realName }) => [createBy, realName?.endsWith(`(${prefix})`)])).toEqual([
      [owner.account, true],
    ])
  })
})

describe('a key is dead at once', () => {
  test('when its owner or an administrator revokes it; others cannot', async () => {
    const [own, revoked] = [await withKey(owner), await withKey(owner)]
    const stranger = await createStaff(platform, 'platform')
    expect((await stranger.ask(apiKey.calls.end, { id: own.id })).status).toBe(404)
    await owner.get(apiKey.calls.end, { id: own.id })
    await admin.get(apiKey.calls.revoke, { ids: revoked.id })
    expect([await statusOf(own), await statusOf(revoked)]).toEqual([401, 401])
    const { records } = await owner.get(messages.list, {})
    const titles = records.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['您的接口密钥已被管理员停用', '您的账号新建了接口密钥']))
  })

  test('after its last day, and while its owner must change the password or is disabled', async () => {
    const person = await createStaff(platform, 'platform')
    const caller = await withKey(person)
    const whileTrue = async (change: string, back: string) => {
      await sql.raw(change).execute(platform.db)
      const status = await statusOf(caller)
      await sql.raw(back).execute(platform.db)
      return [status, await statusOf(caller)]
    }
    const { rows } = await sql<{ id: string }>`select id from "user" where account = ${person.account}`.execute(
      platform.db,
    )
    const id = rows[0]?.id
    const day = `update api_key set last_day = current_date`
    expect(await whileTrue(`${day} - 1 where id = ${caller.id}`, `${day} where id = ${caller.id}`)).toEqual([401, 200])
    const initial = (is: boolean) => `update credential set is_initial = ${is} where user_id = ${id}`
    expect(await whileTrue(initial(true), initial(false))).toEqual([401, 200])
    const status = (value: number) => `update "user" set status = ${value} where id = ${id}`
    expect(await whileTrue(status(-1), status(1))).toEqual([401, 200])
  })

  test('for what its owner may no longer do', async () => {
    const person = await createStaff(platform, 'platform')
    const caller = await withKey(person)
    expect(await statusOf(caller)).toBe(200)
    await sql`update "user" set role_id = '{}' where account = ${person.account}`.execute(platform.db)
    expect(await statusOf(caller)).toBe(403)
  })
})

test('administrators see and revoke the keys of accounts that they may see, and no others', async () => {
  const scope = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
  const codes = ['user', 'api_key', 'api_key_revoke']
  const clerk = await createClerk(platform, 'key-clerk', { codes, scopes: [scope] })
  const [own, foreign] = [await withKey(clerk), await withKey(owner)]
  const { records } = await clerk.get(apiKey.calls.list, { size: 200 })
  expect(records.map(({ id }) => id)).toEqual([own.id])
  expect((await clerk.ask(apiKey.calls.revoke, { ids: foreign.id })).status).toBe(404)
  expect(await statusOf(foreign)).toBe(200)
  const all = await admin.get(apiKey.calls.list, { size: 200 })
  expect(all.records.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, foreign.id]))
})

describe('a key is made', () => {
  test('with the password, once for each encrypted password', async () => {
    const wrong = await owner.ask(apiKey.calls.create, inputOf({ password: platform.encrypt('Wrong-1-password') }))
    expect([wrong.status, wrong.faults]).toMatchObject([400, [{ at: 'password', msg: '登录密码不正确' }]])
    const input = inputOf()
    expect((await owner.ask(apiKey.calls.create, input)).status).toBe(200)
    expect((await owner.ask(apiKey.calls.create, input)).status).toBe(400)
  })

  test.each([
    [
      { networks: '203.0.113.8\n10.0.0.0/40' },
      'networks',
      '“10.0.0.0/40”不是网络地址，请输入如 203.0.113.8 或 203.0.113.0/24',
    ],
    [{ lastDay: '2020-01-01' }, 'lastDay', '到期日期应在今天至'],
    [{ lastDay: '2099-01-01' }, 'lastDay', '到期日期应在今天至'],
    [{ library: 0 }, 'declarations', '请至少授权一个范围'],
    [{ name: '' }, 'name', '请输入用途'],
  ])('not with %j: the form says what is wrong', async (more, at, text) => {
    const { status, faults } = await owner.ask(apiKey.calls.create, inputOf(more))
    expect([status, faults[0]?.at, faults[0]?.msg.slice(0, text.length)]).toEqual([400, at, text])
  })

  test(`at most ${keyLimits.perAccount} in use, also by requests at the same time`, async () => {
    const person = await createStaff(platform, 'platform')
    const { id } = await make(person)
    await sql`insert into api_key (user_id, prefix, name, declarations, library, news, reports, work, last_day)
      select user_id, prefix, name, 0, 1, 0, 0, 0, last_day from api_key, generate_series(3, ${keyLimits.perAccount})
      where id = ${id}`.execute(platform.db)
    const statuses = await Promise.all(
      [1, 2].map(async () => (await person.ask(apiKey.calls.create, inputOf())).status),
    )
    expect(statuses.sort()).toEqual([200, 400])
  })
})

test('a key may be used 60 times a minute, and from its networks only', async () => {
  const caller = await withKey(owner)
  await sql`update api_key_use set minute_from = now(), requests = ${keyLimits.requestsPerMinute - 1} where key_id = ${caller.id}`.execute(
    platform.db,
  )
  expect(await statusOf(caller)).toBe(200)
  const { status, headers } = await caller.ask(library.calls.page, {})
  expect([status, Number(headers.get('retry-after')) > 50]).toEqual([429, true])
  await sql`update api_key_use set minute_from = now() - interval '1 minute' where key_id = ${caller.id}`.execute(
    platform.db,
  )
  expect(await statusOf(caller)).toBe(200)
  expect(await statusOf(await withKey(owner, { networks: '203.0.113.0/24' }))).toBe(403)
  expect(await statusOf(await withKey(owner, { networks: '203.0.113.0/24 127.0.0.1' }))).toBe(200)
})

test('60 of 70 requests at the same time are answered', async () => {
  const caller = await withKey(owner)
  const statuses = await Promise.all(Array.from({ length: 70 }, () => statusOf(caller)))
  expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 10])
})

describe('a program of an enterprise', () => {
  test('declares a project by key, with the sentences that the form shows', async () => {
    await openWindow(admin)
    const company = await createEnterprise(platform)
    const caller = await withKey(company, { declarations: 2, library: 0 })
    const machine = { ...company, ...caller }
    const incomplete = await machine.ask(declaration.calls.submitStatus, { id: '1', declareStatus: 10 } as never)
    expect(incomplete.status).toBe(404)
    const id = await submitDeclaration(machine)
    const { records } = await company.get(declaration.calls.page, {})
    expect(records.map((row) => [row.id, row.createUser])).toEqual([[id, await userIdOf(admin, company.account)]])
    expect(await machine.get(declaration.calls.page, {})).toEqual(await company.get(declaration.calls.page, {}))
  })

  test('sees nothing of another enterprise', async () => {
    const [company, stranger] = [await createEnterprise(platform), await createEnterprise(platform)]
    const id = await submitDeclaration(company)
    const caller = await withKey(stranger, { declarations: 2 })
    expect((await caller.get(declaration.calls.page, {})).records).toEqual([])
    expect((await caller.ask(declaration.calls.detail, { id } as never)).status).toBe(404)
    expect((await caller.ask(declaration.calls.remove, { ids: id } as never)).status).toBe(404)
  })

  test('repeats a request with a key of its own without doing it twice', async () => {
    const caller = await withKey(owner, { library: 2 })
    const once: Caller = {
      ...caller,
      get: (endpoint, input) => caller.get(endpoint, input, { 'idempotency-key': 'api-key-repeat-1' }),
    }
    const ids = [await addLibraryRow(once), await addLibraryRow(once)]
    expect(new Set(ids).size).toBe(1)
  })
})

test('the last use of a key is shown to its owner, exact to a minute', async () => {
  const caller = await withKey(owner)
  const lastUse = async () => {
    const key = (await owner.get(apiKey.calls.mine)).find(({ id }) => id === caller.id)
    return [key?.lastUsedAt ?? null, key?.lastAddress ?? null]
  }
  expect(await lastUse()).toEqual([null, null])
  await statusOf(caller)
  expect(await lastUse()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d /), '127.0.0.1'])
})

test('a key is revoked once: then its owner does not find it, and administrators change nothing', async () => {
  const caller = await withKey(owner)
  const revocations = async () =>
    (await admin.get(audit.calls.list, { rowId_equal: caller.id })).records.filter(({ verb }) => verb === 'revoke')
      .length
  await owner.get(apiKey.calls.end, { id: caller.id })
  const endedAt = async () => (await owner.get(apiKey.calls.mine)).find(({ id }) => id === caller.id)?.endedAt
  const first = await endedAt()
  expect((await owner.ask(apiKey.calls.end, { id: caller.id })).status).toBe(404)
  await admin.get(apiKey.calls.revoke, { ids: caller.id })
  expect([await endedAt(), await revocations()]).toEqual([first, 1])
  expect(first).toMatch(/^\d{4}-/)
})
