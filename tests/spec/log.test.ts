import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { EventName } from '#contract/log/events.ts'
import { logApi } from '#contract/log/log-api.ts'
import { logError } from '#contract/log/log-error.ts'
import { logUsual } from '#contract/log/log-usual.ts'
import { param } from '#contract/system/param.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { saveDailyAnchors } from '#server/log/anchor.ts'
import { deleteOldRows } from '#server/log/delete-old-rows.ts'
import { serverInfoOf } from '#server/log/server-info.ts'
import { sealAll } from '../support/audit-seals.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createUserWithoutRights } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const callEntries = async (filters: object) => (await admin.get(logApi.calls.list, { size: 200, ...filters })).records
/** Waits until the entries of these calls are written. */
const entriesOf = async (filters: object, count = 1) => {
  await until(async () => (await callEntries(filters)).length >= count)
  return callEntries(filters)
}
const row = { category: 1, postCode: 'log-1', postName: '日志岗位', sort: 1 }

describe('the log of calls (docs/decisions/0022)', () => {
  test('records each call that changes something, with user, action, address, duration and result', async () => {
    await admin.get(post.calls.submit, row)
    const [entry] = await entriesOf({ title: '岗位管理', requestUri: '/post/submit' })
    expect(entry).toMatchObject({
      title: '岗位管理 · 新增或修改',
      serviceId: 'caict-system',
      method: 'POST',
      requestUri: post.calls.submit.path,
      createBy: 'admin',
      remoteIp: '127.0.0.1',
      result: 200,
      type: 1,
      typeName: '操作',
      env: 'prod',
      methodClass: 'post',
      methodName: 'submit',
      time: expect.any(Number),
    })
    expect(entry?.serverHost).not.toBe('')
    expect(JSON.parse(entry?.params ?? '')).toEqual(row)
    expect(await admin.get(logApi.calls.detail, { id: entry?.id ?? '' })).toMatchObject({
      id: entry?.id,
      params: entry?.params,
    })
  })

  test('records rejected calls, but neither reads nor calls without a session', async () => {
    const userWithoutRights = await createUserWithoutRights(platform)
    await userWithoutRights.ask(post.calls.remove, { ids: '1' })
    await platform.visitor.ask(post.calls.remove, { ids: '987654321' })
    await admin.get(post.calls.list)
    const [entry] = await entriesOf({ requestUri: '/post/remove' })
    expect(entry).toMatchObject({ result: 403 })
    expect(await callEntries({ requestUri: '/post/list' })).toEqual([])
    expect(
      (await callEntries({ requestUri: '/post/remove' })).filter(({ params }) => params?.includes('987654321')),
    ).toEqual([])
  })

  test('never contains passwords, tokens or codes, and masks phone numbers and e-mail addresses', async () => {
    const person = await createEnterprise(platform)
    await admin.get(user.calls.update, {
      id: (await admin.get(user.calls.page, { account_equal: person.account })).records[0]?.id ?? '',
      phone: '13912345678',
      email: 'somebody@example.com',
    })
    await person.raw('POST', `${auth.token.path}?grant_type=password&username=x&password=s3cret-one&tenantId=000000`)
    await platform.visitor.ask(auth.token, { grant_type: 'refresh_token', refresh_token: 's3cret-two' } as object)
    await platform.visitor.ask(auth.token, {
      grant_type: 'authorization_code',
      code: 's3cret-three',
      state: 's3cret-four',
    } as object)
    await entriesOf({ requestUri: '/oauth/token', result: 400 }, 3)
    // links to files carry the token in their address, under names in any case
    const { direct } = exportCallsOf(post)
    const names = ['Blade-Auth', 'blade-auth', 'BLADE-AUTH', 'access_token', 'Access_Token', 'refresh_Token']
    for (const name of names)
      await admin.raw('GET', `${direct.path}?${name}=${encodeURIComponent(`bearer ${person.token}`)}&postName=x`)
    const query = names.map((name) => `${name}=bearer ${person.token}`).join('&')
    await admin.ask(exportCallsOf(post).start, { query })
    await admin.get(logError.calls.submitList, {
      list: [{ url: `/x?${query}`, message: query, type: 'Error' }],
    } as never)
    await entriesOf({ requestUri: direct.path }, names.length)
    const logs = ['logApi', 'logError', 'logUsual', 'audit'] as const
    const rows = await Promise.all(logs.map((table) => platform.db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(rows)).not.toContain(person.token)
    await platform.db.deleteFrom('logError').execute()
    const all = JSON.stringify(rows[0])
    for (const text of ['s3cret', '13912345678', 'somebody@example.com', person.token ?? 'none'])
      expect([text, all.includes(text)]).toEqual([text, false])
    expect(all).toContain('139****5678')
  })

  test('is written before the server shuts down', async () => {
    const other = await openPlatform()
    const otherAdmin = await other.admin()
    await otherAdmin.get(post.calls.submit, row)
    const entryCount = async () =>
      (await other.db.selectFrom('logApi').select('title').where('methodClass', '=', 'post').execute()).length
    await other.end()
    expect(await entryCount()).toBe(1)
    const events = await other.db.selectFrom('logUsual').select('logId').execute()
    expect(events.map(({ logId }) => logId)).toContain('server.stopped')
  })

  test('does not fail a call when it cannot be written, and is written later', async () => {
    const other = await openPlatform()
    const otherAdmin = await other.admin()
    await sql`alter table log_api rename to log_away`.execute(other.db)
    expect(await otherAdmin.ask(post.calls.submit, row)).toMatchObject({ status: 200 })
    await sql`alter table log_away rename to log_api`.execute(other.db)
    const entries = () => other.db.selectFrom('logApi').select('id').where('methodClass', '=', 'post').execute()
    await until(async () => (await entries()).length === 1)
  })

  test('has no calls that add, change or remove entries', () => {
    expect(Object.keys(logApi.calls)).toEqual(['list', 'detail'])
    expect(Object.keys(logUsual.calls)).toEqual(['list', 'detail'])
  })
})

const events = async (logId: EventName) =>
  (await admin.get(logUsual.calls.list, { logId, size: 200, ascs: 'id' })).records
const eventOf = async (logId: EventName, count = 1) => {
  await until(async () => (await events(logId)).length >= count)
  return (await events(logId)).at(-1)
}

describe('the log of events (docs/decisions/0022)', () => {
  test('records a changed parameter with old value, new value and user', async () => {
    const [row] = (await admin.get(param.calls.list, { paramKey: 'account.failCount' })).records
    await admin.get(param.calls.submit, { id: row?.id ?? '', paramValue: '6' })
    const entry = await eventOf('param.changed')
    expect(entry).toMatchObject({
      logLevel: 'WARN',
      logLevelName: '警告',
      logName: '系统参数修改',
      serviceId: 'platform',
    })
    expect(JSON.parse(entry?.logData ?? '')).toEqual({
      from: { 'account.failCount': '5' },
      to: { 'account.failCount': '6' },
      by: 'admin',
    })
    await admin.get(param.calls.submit, { id: row?.id ?? '', paramValue: '5' })
    await eventOf('param.changed', 2)
  })

  test('omits the value of a password parameter', async () => {
    await admin.get(param.calls.submit, {
      paramName: '口令',
      paramKey: 'tenant.default.password',
      paramValue: 's3cret',
    })
    const entry = await eventOf('param.changed', 3)
    expect(entry?.logData).toContain('tenant.default.password')
    expect(entry?.logData).not.toContain('s3cret')
  })

  test('records the lock of an account', async () => {
    const person = await createEnterprise(platform)
    for (let n = 0; n < 5; n++) await platform.login(person.account, 'Wrong-pass-93847').catch(() => {})
    const entry = await eventOf('auth.locked')
    expect(JSON.parse(entry?.logData ?? '')).toMatchObject({ account: person.account, address: '127.0.0.1' })
  })

  test('limits a repeated event to sixty entries per minute', async () => {
    for (let n = 0; n < 200; n++) platform.app.logEvent('request.unreadable', { n })
    await eventOf('request.unreadable', 60)
    // a second minute may have begun
    expect((await events('request.unreadable')).length).toBeLessThanOrEqual(120)
  })
})

describe('retention of logs and sessions', () => {
  /** Makes all existing rows this old and returns their number; more may still be written. */
  const makeOlder = async (table: string, days: number, column = 'create_time') =>
    Number(
      (await sql.raw(`update ${table} set ${column} = now() - interval '${days} days'`).execute(platform.db))
        .numAffectedRows,
    )
  const count = async (table: string) =>
    (await sql.raw<{ n: number }>(`select count(*)::int as n from ${table}`).execute(platform.db)).rows[0]?.n ?? 0

  test('logs are stored for at least 180 days, even if the parameter has a smaller value', async () => {
    const [row] = (await admin.get(param.calls.list, { paramKey: 'log.keepDays' })).records
    expect(row?.paramValue).toBe('180')
    expect(await admin.ask(param.calls.submit, { id: row?.id ?? '', paramValue: '30' })).toMatchObject({
      faults: [{ at: 'paramValue', msg: '参数“日志保留天数”的值应为180至3650之间的整数' }],
    })
    await sql`update param set param_value = '1' where param_key = 'log.keepDays'`.execute(platform.db)
    const young = await makeOlder('log_api', 179)
    await deleteOldRows(platform.db)
    expect(await count('log_api')).toBeGreaterThanOrEqual(young)
    const old = await makeOlder('log_api', 181)
    expect(old).toBeGreaterThan(0)
    expect(await deleteOldRows(platform.db)).toMatchObject({ log_api: old })
  })

  test('all expired entries are deleted, in batches', async () => {
    await sql`insert into log_error (message, create_time) select n, now() - interval '200 days' from generate_series(1, 12000) n`.execute(
      platform.db,
    )
    expect(await deleteOldRows(platform.db)).toMatchObject({ log_error: 12_000 })
  })

  test('messages stay for 180 days once they are read or done, unread ones for a year, with their e-mails', async () => {
    const add = (title: string, days: number, more: string, count = 1) =>
      sql`insert into message (tenant_id, to_user, kind, title, title_en, link, create_time, read_at, done_at)
        select '000000', (select id from "user" where account = 'admin'), 'todo', ${title}, '', '/', now() - make_interval(days => ${days}), ${sql.raw(more)}
        from generate_series(1, ${count}::int)`.execute(platform.db)
    // more than a batch, and older than those to delete
    await add('unread', 300, 'null, null', 5500)
    await add('read', 181, 'now(), null')
    await add('done', 181, 'null, now()')
    await add('over a year', 366, 'null, null')
    await add('read lately', 179, 'now(), null')
    await sql`insert into outbox (message_id, to_user, kind, channel, state, create_time)
      select id, to_user, 'todo', 'email', case n when 1 then 'waiting' else 'sent' end, create_time
      from (select *, row_number() over (partition by title order by id) as n from message where link = '/') m
      where title <> 'unread' or n < 3`.execute(platform.db)
    expect(await deleteOldRows(platform.db)).toMatchObject({ message: 3, outbox: 1 })
    const { rows } = await sql<{ title: string; messages: number; mails: number }>`
      select title, count(distinct m.id)::int as messages, count(o.id)::int as mails
      from message m left join outbox o on o.message_id = m.id where link = '/' group by title order by title`.execute(
      platform.db,
    )
    expect(rows).toEqual([
      { title: 'read lately', messages: 1, mails: 1 },
      { title: 'unread', messages: 5500, mails: 1 },
    ])
    await sql`delete from message where link = '/'`.execute(platform.db)
  })

  test('audit entries and their anchor hashes are never deleted', async () => {
    await sql`insert into log_usual (log_id, log_data, create_time) values
      ('audit.anchored', '{}', now() - interval '900 days'), ('server.started', '{}', now() - interval '900 days')`.execute(
      platform.db,
    )
    const before = await count('audit')
    expect(await deleteOldRows(platform.db)).toMatchObject({ log_usual: 1 })
    expect(await count('audit')).toBeGreaterThanOrEqual(before)
    expect(await count(`log_usual where log_id = 'audit.anchored' and log_data = '{}'`)).toBe(1)
    await sql`delete from log_usual where log_data = '{}'`.execute(platform.db)
  })

  test('idempotency keys are deleted after two days, ended sessions after the same time as logs', async () => {
    await admin.get(post.calls.submit, { ...row, postCode: 'log-2' }, { 'idempotency-key': 'log-key-0001' })
    await makeOlder('request_key', 1)
    await deleteOldRows(platform.db)
    expect(await count('request_key')).toBeGreaterThan(0)
    await makeOlder('request_key', 3)
    await sql`insert into session (user_id, client_id, access_hash, refresh_hash, access_ends, refresh_ends, ended_at, address, agent)
      values (1, 'x', '\\x01', '\\x02', now(), now(), now() - interval '181 days', '', ''),
        (1, 'x', '\\x03', '\\x04', now(), now(), now() - interval '179 days', '', '')`.execute(platform.db)
    expect(await deleteOldRows(platform.db)).toMatchObject({ request_key: expect.any(Number), session: 1 })
    expect(await count('request_key')).toBe(0)
  })

  test('only one of several servers deletes expired entries at a time', async () => {
    await sql`insert into log_error (message, create_time) values ('x', now() - interval '200 days')`.execute(
      platform.db,
    )
    const results = await Promise.all([
      deleteOldRows(platform.db),
      deleteOldRows(platform.db),
      deleteOldRows(platform.db),
    ])
    expect(results.reduce((sum, result) => sum + (result?.log_error ?? 0), 0)).toBe(1)
  })
})

test('the last audit hash of each finished day is written to the log of events exactly once', async () => {
  await admin.get(post.calls.submit, { ...row, postCode: 'log-3' })
  await sealAll(platform.db)
  await sql`alter table audit_seal disable trigger user`.execute(platform.db)
  await sql`update audit_seal set sealed_at = now() - interval '1 day' where no <= 3`.execute(platform.db)
  await sql`update audit_seal set sealed_at = now() - interval '2 days' where no <= 2`.execute(platform.db)
  await sql`alter table audit_seal enable trigger user`.execute(platform.db)
  const server = serverInfoOf(platform.app.env)
  for (let n = 0; n < 2; n++) await saveDailyAnchors(platform.db, platform.app.log, server)
  const anchors = (await events('audit.anchored')).map(({ logData }) => JSON.parse(logData ?? ''))
  expect(anchors.map(({ no }) => no)).toEqual([2, 3])
  expect(anchors[0]).toMatchObject({
    algorithm: 'sm3',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    day: expect.any(String),
  })
})
