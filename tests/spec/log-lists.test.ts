import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { maxNewestRows } from '#contract/kit/verbs.ts'
import { logApi } from '#contract/log/log-api.ts'
import { logError } from '#contract/log/log-error.ts'
import { logUsual } from '#contract/log/log-usual.ts'
import { post } from '#contract/system/post.ts'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { assignPackage, createTenant, type Tenant } from '../support/tenants.ts'
import { until } from '../support/until.ts'

/** The three logs have the same list and detail (specification 001, section 7). */
let platform: Platform
let db: Db
let admin: Caller

const logs = [logApi, logUsual, logError].map((entity) => [entity.name, entity as AnyEntity] as const)

type Entry = Record<string, unknown> & { id: string; createTime: string }
const listOf = ({ calls }: AnyEntity) => calls.list as Endpoint<object, { records: Entry[]; total: number }>
const detailOf = ({ calls }: AnyEntity) => calls.detail as Endpoint<object, Entry>
const entriesOf = async (entity: AnyEntity, filters: object = {}) => (await admin.get(listOf(entity), filters)).records

/** Adds an entry to each log, dated in the future so that it is not deleted as old. */
const serverFields = { serviceId: 'server', serverIp: '10.0.0.7', env: 'prod' } as const
const requestFields = {
  userAgent: 'Lynx/2.9',
  remoteIp: '10.1.2.3',
  createBy: 'walker',
  requestUri: '/api/x',
  method: 'POST',
}
const add = async (serverHost: string, createTime: string, tenantId = '000000') => {
  const base = { ...serverFields, serverHost, createTime, tenantId }
  await db
    .insertInto('logApi')
    .values({ ...base, ...requestFields, type: 1, title: '走查', params: '{"a":1}', time: 12, result: 200 })
    .execute()
  await db
    .insertInto('logUsual')
    .values({ ...base, logId: 'server.started', logLevel: 'INFO', logData: '{"port":8080}' })
    .execute()
  await db
    .insertInto('logError')
    .values({
      ...base,
      ...requestFields,
      exceptionName: 'TypeError',
      message: '走查',
      stackTrace: 'at walk (x.ts:1)',
      lineNumber: 1,
    })
    .execute()
}

let other: Tenant
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  admin = await platform.admin()
  other = await createTenant(platform)
  await assignPackage(platform, [other])
  for (const day of [2, 3, 1]) await add('walk-a', `2099-03-0${day} 08:00:00`)
  await add('walk-b', '2099-03-04 08:00:00')
  await add('walk-t', '2099-03-05 08:00:00', other.tenantId)
})

describe.each(logs)('%s', (_, entity) => {
  test('the list shows the newest entry first on every page', async () => {
    const read = async (current: number) => entriesOf(entity, { serverHost: 'walk-a', current, size: 2 })
    const times = [...(await read(1)), ...(await read(2))].map(({ createTime }) => createTime.slice(0, 10))
    expect(times).toEqual(['2099-03-03', '2099-03-02', '2099-03-01'])
    expect((await admin.get(listOf(entity), { serverHost: 'walk-a', size: 2 })).total).toBe(3)
  })

  test('the list can be searched by service, host and time', async () => {
    const hosts = async (filters: object) => [
      ...new Set((await entriesOf(entity, filters)).map(({ serverHost }) => serverHost)),
    ]
    expect(await hosts({ serverHost: 'walk-b' })).toEqual(['walk-b'])
    expect(await hosts({ serverHost_equal: 'walk' })).toEqual([])
    expect(await hosts({ serverHost: 'walk', serviceId: 'server' })).toEqual(['walk-b', 'walk-a'])
    expect(await hosts({ serverHost: 'walk', serviceId_equal: 'browser' })).toEqual([])
    const day = { createTime_datege: '2099-03-02 00:00:00', createTime_datele: '2099-03-02 23:59:59' }
    expect((await entriesOf(entity, { serverHost: 'walk', ...day })).length).toBe(1)
  })

  test('the detail shows every stored field, and an unknown id answers 404', async () => {
    const [entry] = await entriesOf(entity, { serverHost: 'walk-b' })
    const more = {
      logApi: { ...requestFields, params: '{"a":1}', time: 12, result: 200 },
      logUsual: { logData: '{"port":8080}', logLevelName: '信息', logName: '平台启动' },
      logError: { ...requestFields, stackTrace: 'at walk (x.ts:1)', lineNumber: 1, exceptionName: 'TypeError' },
    }[entity.name]
    expect(await admin.get(detailOf(entity), { id: entry?.id })).toMatchObject({
      ...serverFields,
      serverHost: 'walk-b',
      ...more,
    })
    expect(await admin.ask(detailOf(entity), { id: '9007199254740' })).toMatchObject({ status: 404, success: false })
  })

  test('a tenant reads only its own entries', async () => {
    const tenantEntries = await other.admin.get(listOf(entity), { serverHost: 'walk' })
    expect(tenantEntries.records.map(({ serverHost }) => serverHost)).toEqual(['walk-t'])
    const [entry] = await entriesOf(entity, { serverHost: 'walk-b' })
    expect((await other.admin.ask(detailOf(entity), { id: entry?.id })).status).toBe(404)
    expect((await entriesOf(entity, { serverHost: 'walk-t' })).length).toBe(0)
  })

  test('an auditor reads list and detail, a platform officer reads neither', async () => {
    const [auditor, office] = [await createStaff(platform, 'auditor'), await createStaff(platform, 'platform')]
    const [entry] = await entriesOf(entity, { serverHost: 'walk-b' })
    const statusesFor = async (who: typeof auditor) => [
      (await who.ask(listOf(entity), {})).status,
      (await who.ask(detailOf(entity), { id: entry?.id })).status,
    ]
    expect([await statusesFor(auditor), await statusesFor(office)]).toEqual([
      [200, 200],
      [403, 403],
    ])
  })
})

test('the log entry of a call has the request id of its response, so that a user can quote it', async () => {
  const { status, headers } = await admin.ask(post.calls.submit, { postName: '无类型' } as never)
  expect(status).toBe(400)
  const requestId = headers.get('x-request-id') ?? ''
  const findEntries = () => entriesOf(logApi, { requestId_equal: requestId })
  await until(async () => (await findEntries()).length > 0)
  expect(await findEntries()).toMatchObject([{ title: '岗位管理 · 新增或修改', result: 400, requestId }])
})

test('a filter without an index looks at the newest rows of the log and says so; a period moves them', async () => {
  await sql`insert into log_api (tenant_id, server_host, create_time, service_id, title, method, request_uri, type, time, result, create_by)
    select '000000', case when n = 1 then 'oldest' else 'many' end, '2098-01-01'::timestamptz + n * interval '1 second',
      'server', '走查', 'POST', '/api/x', 1, 12, 200, 'walker'
    from generate_series(1, ${sql.lit(maxNewestRows + 1)}) n`.execute(db)
  const read = (filters: object) => admin.get(logApi.calls.list, filters)
  expect(await read({ serverHost: 'oldest' })).toMatchObject({ records: [], total: 0, capped: true })
  const day = { createTime_datele: '2098-01-01 00:01:00' }
  expect((await read({ serverHost: 'oldest', ...day })).records).toHaveLength(1)
  expect((await read({ serverHost: 'oldest', ...day })).capped).toBeUndefined()
})

test('an error is found by its whole request id, an event by its name, and both by an account, however old they are', async () => {
  const old = { createTime: '2098-02-01 00:00:00', serviceId: 'server' } as const
  const named = { requestId: 'request-0001', createBy: 'admin', message: '旧' }
  await db
    .insertInto('logError')
    .values({ ...requestFields, ...old, ...named, exceptionName: 'Error', stackTrace: 'at x', lineNumber: 1 })
    .execute()
  await db
    .insertInto('logUsual')
    .values({ ...old, logId: 'server.stopped', logLevel: 'INFO' })
    .execute()
  const times = sql`'2098-02-02'::timestamptz + n * interval '1 second' from generate_series(1, ${sql.lit(maxNewestRows)}) n`
  await sql`insert into log_error (tenant_id, service_id, request_id, create_by, create_time)
    select '000000', 'server', 'request-0001-' || n, 'walker', ${times}`.execute(db)
  await sql`insert into log_usual (tenant_id, service_id, log_id, log_level, create_time)
    select '000000', 'server', 'server.started', 'INFO', ${times}`.execute(db)
  const errors = (filters: object) => admin.get(logError.calls.list, filters)
  for (const filter of [{ requestId: 'request-0001' }, { createBy: 'admin', createTime_datele: '2098-02-01 23:59:59' }])
    expect((await errors(filter)).records).toMatchObject([named])
  expect(await errors({ createBy: 'admin', requestId: 'request-0001' })).toMatchObject({ total: 1 })
  expect(await errors({ requestId: 'request-000', message: '旧' })).toMatchObject({ total: 0, capped: true })
  expect((await admin.get(logUsual.calls.list, { logId: 'server.stopped' })).records).toMatchObject([old])
})
