import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { library } from '#contract/project/library.ts'
import type { post } from '#contract/system/post.ts'
import { compile } from '#server/base/database/sql.ts'
import { selectList } from '#server/engine/column-types.ts'

/**
 * A minimal server for the same four authorised calls with the same SQL, as a lower bound: node:http and pg, one prepared
 * statement for the session and one or two for the call, the same rows, display names and audit entries in the database, the same
 * JSON. No permissions, data scopes, validation or log.
 */
const url = process.argv[2]
const identity = (text: string) => text
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 1184
      ? (text: string) => text.slice(0, 19)
      : oid === 1082
        ? identity
        : oid === 1700
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
const pool = new pg.Pool({ connectionString: url, max: 10, types, options: '-c TimeZone=Asia/Shanghai' })
const query = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows

const namesByCode = new Map<string, Map<string, string>>()
for (const table of ['region', 'industry'])
  namesByCode.set(
    table,
    new Map((await pool.query(`select code, name from ${table}`)).rows.map((row) => [row.code, row.name])),
  )
for (const { code, dict_key, dict_value } of (await pool.query('select code, dict_key, dict_value from dict')).rows)
  namesByCode.set(code, (namesByCode.get(code) ?? new Map()).set(String(dict_key), dict_value))

type Row = Record<string, unknown>
const namesOf = (fields: typeof library.fields | typeof post.fields) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const names = namesByCode.get(('of' in field && field.of) || '')
    return names ? [[name, `${name}Name`, names, field.kind === 'dicts'] as const] : []
  })
const libraryNames = namesOf(library.fields)
const addNames = (row: Row) => {
  for (const [name, key, names, isMultiple] of libraryNames) {
    const value = row[name]
    if (value === null) row[key] = null
    else if (isMultiple)
      row[key] = String(value)
        .split(',')
        .map((code) => names.get(code))
        .join('，')
    else row[key] = names.get(String(value)) ?? null
  }
  row.pidName = null
  return row
}

const columns = compile(selectList(library.fields)).text
const activeCondition = 'is_deleted = 0 and tenant_id = $1'
const audit = 'insert into audit (create_user, request_id, entity, row_id, verb, before, after)'

/** Reads the caller's session with the platform's own statement; without a valid session the request fails. */
const authenticate = async (token: string) => {
  const hash = createHash('sha256').update(token).digest()
  const [row] = await query(
    'session',
    `select u.id::text, s.id::text as "sessionId", s.must_change as "mustChange", s.lock_hash is not null as locked,
      u.account, u.real_name as "realName", u.tenant_id as "tenantId",
      case when s.role_choice = any(u.role_id) then array[s.role_choice] else u.role_id end as "roleIds",
      case when s.dept_choice = any(u.dept_id) then array[s.dept_choice] else u.dept_id end as "deptIds",
      s.dept_choice::text as "deptChoice", s.role_choice::text as "roleChoice", u.account_type as "accountType",
      u.organization_code as "organizationCode", u.operator, u.region,
      (select jsonb_object_agg(name, version::text) from epoch) as epochs
    from session s join "user" u on u.id = s.user_id
    where s.access_hash = $1 and s.ended_at is null and s.access_ends > now() and u.status = 1 and u.is_deleted = 0`,
    [hash],
  )
  if (!row) throw new Error('no session')
  return row
}

const page = async () => {
  const rows = await query(
    'page',
    `select ${columns} from library where ${activeCondition} order by create_time desc, id desc limit $2 offset $3`,
    ['000000', 10, 0],
  )
  const [countRow] = await query(
    'count',
    `select count(*)::int as n from (select 1 from library where ${activeCondition} limit 10001) t`,
    ['000000'],
  )
  return { records: rows.map(addNames), total: countRow.n, size: 10, current: 1, pages: Math.ceil(countRow.n / 10) }
}
const detail = async (id: string) =>
  addNames(
    (await query('detail', `select ${columns} from library where id = $2 and ${activeCondition}`, ['000000', id]))[0],
  )
const create = async (row: Row) => {
  const text = `with saved as (insert into post (category, post_code, post_name, sort, tenant_id, create_user, update_user)
    values ($1, $2, $3, $4, '000000', $5, $5) returning *),
    audited as (${audit} select $5, $6, 'post', saved.id, 'insert', null, to_jsonb(saved) from saved) select id::text from saved`
  return (await query('create', text, [row.category, row.postCode, row.postName, row.sort, '1', 'baseline']))[0]
}
const update = async (row: Row) => {
  const text = `with old as (select * from post where id = $1 and is_deleted = 0 and tenant_id = '000000' for update),
    saved as (update post t set category = $2, post_code = $3, post_name = $4, sort = $5, update_user = $6, update_time = now()
      from old where t.id = old.id returning t.*),
    audited as (${audit} select $6, $7, 'post', saved.id, 'update', to_jsonb(old), to_jsonb(saved) from saved, old)
    select id::text from saved`
  return (await query('update', text, [row.id, row.category, row.postCode, row.postName, row.sort, '1', 'baseline']))[0]
}

const bodyOf = async (request: IncomingMessage): Promise<Row> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}
const answer = async (request: IncomingMessage) => {
  await authenticate(String(request.headers['blade-auth']).slice('bearer '.length))
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline')
  if (pathname.endsWith('/page')) return page()
  if (pathname.endsWith('/detail')) return detail(searchParams.get('id') ?? '')
  const row = await bodyOf(request)
  return row.id ? update(row) : create(row)
}

createServer(async (request, reply) => {
  const body = JSON.stringify({ code: 200, success: true, data: await answer(request), msg: '操作成功' })
  reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  reply.end(body)
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  const { port } = this.address() as { port: number }
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
