import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { EventName } from '#contract/log/events.ts'
import { logApi } from '#contract/log/log-api.ts'
import { logUsual } from '#contract/log/log-usual.ts'
import { param } from '#contract/system/param.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { saveDailyAnchors } from '#server/log/anchor.ts'
import { seal } from '#server/log/chain.ts'
import { sweep } from '#server/log/delete-old-rows.ts'
import { serverInfoOf } from '#server/log/server-info.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createUserWithoutRights } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const called = async (filters: object) => (await admin.get(logApi.calls.list, { size: 200, ...filters })).records
/** The lines of these calls, once they are written. */
const linesOf = async (filters: object, count = 1) => {
  await until(async () => (await called(filters)).length >= count)
  return called(filters)
}
const row = { category: 1, postCode: 'log-1', postName: '日志岗位', sort: 1 }

describe('the log of calls (wire-and-fields.md 2.16)', () => {
  test('has each call that changes something: who, what, where, how long and what came of it', async () => {
    await admin.get(post.calls.submit, row)
    const [line] = await linesOf({ title: '岗位管理', requestUri: '/post/submit' })
    expect(line).toMatchObject({
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
    expect(line?.serverHost).not.toBe('')
    expect(JSON.parse(line?.params ?? '')).toEqual(row)
    expect(await admin.get(logApi.calls.detail, { id: line?.id ?? '' })).toMatchObject({
      id: line?.id,
      params: line?.params,
    })
  })

  test('has what was refused too, and nothing of what only reads or never got in', async () => {
    const somebody = await createUserWithoutRights(platform)
    await somebody.ask(post.calls.remove, { ids: '1' })
    await platform.visitor.ask(post.calls.remove, { ids: '987654321' })
    await admin.get(post.calls.list)
    const [line] = await linesOf({ requestUri: '/post/remove' })
    expect(line).toMatchObject({ result: 403 })
    expect(await called({ requestUri: '/post/list' })).toEqual([])
    expect(
      (await called({ requestUri: '/post/remove' })).filter(({ params }) => params?.includes('987654321')),
    ).toEqual([])
  })

  test('never has a password, a token or a code; phones and mail are masked', async () => {
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
    await linesOf({ requestUri: '/oauth/token', result: 400 }, 3)
    const all = JSON.stringify(await platform.db.selectFrom('logApi').selectAll().execute())
    for (const kept of ['s3cret', '13912345678', 'somebody@example.com', person.token ?? 'none'])
      expect([kept, all.includes(kept)]).toEqual([kept, false])
    expect(all).toContain('139****5678')
  })

  test('is written when the server ends in order', async () => {
    const other = await openPlatform()
    const as = await other.admin()
    await as.get(post.calls.submit, row)
    const kept = async () =>
      (await other.db.selectFrom('logApi').select('title').where('methodClass', '=', 'post').execute()).length
    await other.end()
    expect(await kept()).toBe(1)
    const events = await other.db.selectFrom('logUsual').select('logId').execute()
    expect(events.map(({ logId }) => logId)).toContain('server.stopped')
  })

  test('holds nobody up where it cannot be written: the call is done and says so', async () => {
    const other = await openPlatform()
    const as = await other.admin()
    await sql`alter table log_api rename to log_away`.execute(other.db)
    expect(await as.ask(post.calls.submit, row)).toMatchObject({ status: 200 })
    await sql`alter table log_away rename to log_api`.execute(other.db)
    const kept = () => other.db.selectFrom('logApi').select('id').where('methodClass', '=', 'post').execute()
    await until(async () => (await kept()).length === 1)
  })

  test('nobody adds, changes or removes a line', () => {
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

describe('the log of events (wire-and-fields.md 2.16)', () => {
  test('has a changed parameter, from what to what and by whom', async () => {
    const [kept] = (await admin.get(param.calls.list, { paramKey: 'account.failCount' })).records
    await admin.get(param.calls.submit, { id: kept?.id ?? '', paramValue: '6' })
    const line = await eventOf('param.changed')
    expect(line).toMatchObject({
      logLevel: 'WARN',
      logLevelName: '警告',
      logName: '系统参数修改',
      serviceId: 'platform',
    })
    expect(JSON.parse(line?.logData ?? '')).toEqual({
      from: { 'account.failCount': '5' },
      to: { 'account.failCount': '6' },
      by: 'admin',
    })
    await admin.get(param.calls.submit, { id: kept?.id ?? '', paramValue: '5' })
    await eventOf('param.changed', 2)
  })

  test('not the value of a parameter that is a password', async () => {
    await admin.get(param.calls.submit, {
      paramName: '口令',
      paramKey: 'tenant.default.password',
      paramValue: 's3cret',
    })
    const line = await eventOf('param.changed', 3)
    expect(line?.logData).toContain('tenant.default.password')
    expect(line?.logData).not.toContain('s3cret')
  })

  test('has the lock of an account', async () => {
    const person = await createEnterprise(platform)
    for (let n = 0; n < 5; n++) await platform.login(person.account, 'Wrong-pass-93847').catch(() => {})
    const line = await eventOf('auth.locked')
    expect(JSON.parse(line?.logData ?? '')).toMatchObject({ account: person.account, address: '127.0.0.1' })
  })

  test('of one event that comes again and again in a minute, has sixty lines', async () => {
    for (let n = 0; n < 200; n++) platform.app.logEvent('request.unreadable', { n })
    await eventOf('request.unreadable', 60)
    // a minute may have passed in between
    expect((await events('request.unreadable')).length).toBeLessThanOrEqual(120)
  })
})

describe('what is kept, and for how long', () => {
  /** Makes the lines that are there so old, and says how many they are: others may still be written. */
  const aged = async (table: string, days: number, column = 'create_time') =>
    Number(
      (await sql.raw(`update ${table} set ${column} = now() - interval '${days} days'`).execute(platform.db))
        .numAffectedRows,
    )
  const count = async (table: string) =>
    (await sql.raw<{ n: number }>(`select count(*)::int as n from ${table}`).execute(platform.db)).rows[0]?.n ?? 0

  test('logs stay 180 days, whatever the parameter says less', async () => {
    const [kept] = (await admin.get(param.calls.list, { paramKey: 'log.keepDays' })).records
    expect(kept?.paramValue).toBe('180')
    expect(await admin.ask(param.calls.submit, { id: kept?.id ?? '', paramValue: '30' })).toMatchObject({
      faults: [{ at: 'paramValue', msg: '参数“日志保留天数”的值应为180至3650之间的整数' }],
    })
    await sql`update param set param_value = '1' where param_key = 'log.keepDays'`.execute(platform.db)
    const young = await aged('log_api', 179)
    await sweep(platform.db)
    expect(await count('log_api')).toBeGreaterThanOrEqual(young)
    const old = await aged('log_api', 181)
    expect(old).toBeGreaterThan(0)
    expect(await sweep(platform.db)).toMatchObject({ log_api: old })
  })

  test('lines are taken away piece by piece, however many they are', async () => {
    await sql`insert into log_error (message, create_time) select n, now() - interval '200 days' from generate_series(1, 12000) n`.execute(
      platform.db,
    )
    expect(await sweep(platform.db)).toMatchObject({ log_error: 12_000 })
  })

  test('the audit stays for good, and so do the hashes that were kept of it', async () => {
    await sql`insert into log_usual (log_id, log_data, create_time) values
      ('audit.anchored', '{}', now() - interval '900 days'), ('server.started', '{}', now() - interval '900 days')`.execute(
      platform.db,
    )
    const before = await count('audit')
    expect(await sweep(platform.db)).toMatchObject({ log_usual: 1 })
    expect(await count('audit')).toBeGreaterThanOrEqual(before)
    expect(await count(`log_usual where log_id = 'audit.anchored' and log_data = '{}'`)).toBe(1)
    await sql`delete from log_usual where log_data = '{}'`.execute(platform.db)
  })

  test('keys of repeated writes go after two days, sessions that ended with the logs', async () => {
    await admin.get(post.calls.submit, { ...row, postCode: 'log-2' }, { 'idempotency-key': 'log-key-0001' })
    await aged('request_key', 1)
    await sweep(platform.db)
    expect(await count('request_key')).toBeGreaterThan(0)
    await aged('request_key', 3)
    await sql`insert into session (user_id, client_id, access_hash, refresh_hash, access_ends, refresh_ends, ended_at, address, agent)
      values (1, 'x', '\\x01', '\\x02', now(), now(), now() - interval '181 days', '', ''),
        (1, 'x', '\\x03', '\\x04', now(), now(), now() - interval '179 days', '', '')`.execute(platform.db)
    expect(await sweep(platform.db)).toMatchObject({ request_key: expect.any(Number), session: 1 })
    expect(await count('request_key')).toBe(0)
  })

  test('of several servers at once, one takes away and the others leave it', async () => {
    await sql`insert into log_error (message, create_time) values ('x', now() - interval '200 days')`.execute(
      platform.db,
    )
    const done = await Promise.all([sweep(platform.db), sweep(platform.db), sweep(platform.db)])
    expect(done.reduce((sum, gone) => sum + (gone?.log_error ?? 0), 0)).toBe(1)
  })
})

test('each day that is over has its last hash of the audit in the log of events, once', async () => {
  await admin.get(post.calls.submit, { ...row, postCode: 'log-3' })
  await until(async () => (await seal(platform.db)) === 0)
  await sql`alter table audit_seal disable trigger user`.execute(platform.db)
  await sql`update audit_seal set sealed_at = now() - interval '1 day' where no <= 3`.execute(platform.db)
  await sql`update audit_seal set sealed_at = now() - interval '2 days' where no <= 2`.execute(platform.db)
  await sql`alter table audit_seal enable trigger user`.execute(platform.db)
  const here = serverInfoOf(platform.app.env)
  for (let n = 0; n < 2; n++) await saveDailyAnchors(platform.db, platform.app.log, here)
  const kept = (await events('audit.anchored')).map(({ logData }) => JSON.parse(logData ?? ''))
  expect(kept.map(({ no }) => no)).toEqual([2, 3])
  expect(kept[0]).toMatchObject({
    algorithm: 'sm3',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    day: expect.any(String),
  })
})
