import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { addLines } from '#server/log/lines.ts'

/** Rows that the buffer of a log writes at once, at a mean of 19 calls a second. */
const linesPerWrite = 20

/** Rows of the country in a month: 300,000 enterprises, 2,000 officers at work, 300,000 declarations a year. */
export const perMonth = { log_api: 50e6, log_usual: 2e6, login: 2e6, message: 0.5e6, audit: 10e6 } as const
export type Table = keyof typeof perMonth
export const tables = Object.keys(perMonth) as Table[]

export const dayMs = 86_400_000

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const titles = ['申报 · 新增或修改', '项目库 · 导出', '用户管理 · 修改', '岗位管理 · 删除']

const callLine = (n: number, at: string) => ({
  type: 1,
  title: titles[n % titles.length],
  methodClass: 'declaration',
  methodName: 'submit',
  serviceId: 'caict-porject',
  serverHost: 'platform-1',
  serverIp: '10.0.0.1',
  env: 'prod',
  method: 'POST',
  requestUri: '/api/caict-porject/declaration/submit',
  params: `{"id":"18000000000${n}","projectName":"5G+智能工厂${n}","province":"320000","city":"320500"}`,
  remoteIp: `10.${n % 200}.${n % 250}.${n % 199}`,
  userAgent: agent,
  createBy: `city.${n % 2000}`,
  createUser: `18000000000${n % 300_000}`,
  tenantId: '000000',
  requestId: `r${n.toString(36)}`,
  time: n % 90,
  result: n % 40 ? 200 : 400,
  createTime: at,
})

const eventLine = (n: number, at: string) => ({
  logId: 'login.locked',
  logLevel: 'WARN',
  serviceId: 'platform',
  logData: `{"account":"city.${n % 2000}","address":"10.0.0.${n % 250}"}`,
  createTime: at,
})

/** The other logs and the audit, from a series `n` with times `at`. */
const inserts: Readonly<Record<Table, string>> = {
  log_api: `(type, title, method_class, method_name, service_id, server_host, server_ip, env, method, request_uri, params, remote_ip, user_agent,
      create_by, create_user, request_id, "time", result, create_time)
    select 1, (array['${titles.join("','")}'])[1 + n % 4], 'declaration', 'submit', 'caict-porject', 'platform-1', '10.0.0.1', 'prod', 'POST',
      '/api/caict-porject/declaration/submit', '{"id":"18000000000' || n || '","projectName":"5G+智能工厂' || n || '","province":"320000","city":"320500"}',
      '10.' || n % 200 || '.' || n % 250 || '.' || n % 199, '${agent}', 'city.' || n % 2000, 18000000000 + n % 300000, 'r' || n, n % 90,
      case when n % 40 = 0 then 400 else 200 end, at`,
  log_usual: `(log_id, log_level, service_id, log_data, create_time)
    select 'login.locked', 'WARN', 'platform', '{"account":"city.' || n % 2000 || '","address":"10.0.0.' || n % 250 || '"}', at`,
  login: `(tenant_id, user_id, account, real_name, at, way, outcome, address, agent)
    select '000000', n % 300000, 'city.' || n % 2000, '账号', at, 'password', 1, '10.0.0.' || n % 250, '${agent}'`,
  message: `(tenant_id, to_user, kind, title, title_en, link, business_table, business_id, create_time, read_at)
    select '000000', n % 3000, 'todo', '“5G+智能工厂' || n || '”待受理', '"5G+智能工厂' || n || '" waits', '/project/declaration/1', 'declaration',
      n, at, case when n % 5 > 0 then at end`,
  audit: `(create_time, create_user, request_id, entity, row_id, verb, before, after, create_by, real_name, remote_ip, row_title)
    select at, n % 300000, 'r' || n, 'declaration', n, 'update', '{"networkMode":1,"version":3}', '{"networkMode":2,"version":4}',
      'city.' || n % 2000, '账号', '10.0.0.1', '5G+智能工厂' || n`,
}

/** The rows of a day: `count` of them, in the order of their times. */
interface Day {
  readonly start: number
  readonly count: number
}
const timeOf = ({ start, count }: Day, n: number) => new Date(start + (n / count) * dayMs).toISOString()

/** Inserts the rows from one number up to another in one statement. */
export const insertAtOnce = (db: Db, table: Table, day: Day, [from, to]: readonly [number, number]) =>
  sql`insert into ${sql.table(table)} ${sql.raw(inserts[table])} from (
    select n, ${timeOf(day, 0)}::timestamptz + n * ${dayMs / day.count}::float * interval '1 ms' as at
    from generate_series(${from}::bigint, ${to - 1}::bigint) n) series`.execute(db)

/** Inserts the first rows as the product does: entries of logs together, others with the request that causes them. */
export const insertOneByOne = async (db: Db, table: Table, day: Day, count: number) => {
  if (table !== 'log_api' && table !== 'log_usual') {
    for (let n = 0; n < count; n++) await insertAtOnce(db, table, day, [n, n + 1])
    return
  }
  const lineOf = table === 'log_api' ? callLine : eventLine
  for (let n = 0; n < count; n += linesPerWrite)
    await addLines(
      db,
      table,
      Array.from({ length: Math.min(linesPerWrite, count - n) }, (_, i) => lineOf(n + i, timeOf(day, n + i))),
    )
}
