import type pg from 'pg'
import { connect } from './databases.ts'

/** Projects of the demonstration data. */
export const demoProjects = 1260

/** Copies get the id of their original less this, once for each copy: older rows have smaller ids. */
const idDistance = 1_000_000

/** Rows with unusual characters, as many at each size: what a rare word finds. */
export const rareText = '龘靐齉爩'
const rareRows = 3

/** Tables that are copied row by row, with all ids among them; in the order in which they refer to each other. */
interface Copied {
  /** Rows for each project. The others of its group get as many copies as the first. */
  readonly perProject?: number
  readonly where?: string
  /** Other values of a copy: `s` is the original with its position `s.nth`, `k` the number of the copy, `p` a place. */
  readonly set?: Readonly<Record<string, string>>
}

const code = (column: string) => `overlay(s.${column} placing lpad(k::text, 6, '0') from 3 for 6)`
const place = { province: 'p.province', city: 'p.city' }
const inPlace = `case when s.region like '%0000' then p.province else coalesce(p.city, s.region) end`

const groups: readonly Readonly<Record<string, Copied>>[] = [
  {
    library: {
      perProject: 1,
      set: {
        ...place,
        project_name: `s.project_name || k || '期'`,
        organization_code: code('organization_code'),
        declare_no: `s.declare_no || '-' || k`,
        year: `to_char(s.listed_at - k * step, 'YYYY')`,
      },
    },
  },
  {
    private_network: {
      perProject: 1.1,
      set: {
        ...place,
        network_name: `s.network_name || k`,
        organization_code: code('organization_code'),
        contract_no: `s.contract_no || '-' || k`,
      },
    },
  },
  {
    declaration: {
      perProject: 0.3,
      set: {
        ...place,
        project_name: `s.project_name || k || '期'`,
        organization_code: code('organization_code'),
        declare_no: `s.declare_no || '-' || k`,
        process_instance_id: `(s.process_instance_id::bigint - k * ${idDistance})::text`,
      },
    },
    '"user"': {
      where: `account <> 'admin'`,
      set: {
        account: `s.account || '.' || k`,
        organization_code: code('organization_code'),
        region: `case when s.region is not null then ${inPlace} end`,
        phone: 'null',
        email: 'null',
      },
    },
    dept: { where: 'id in (select dept_id from company)' },
    company: {
      where: 'dept_id is not null',
      set: { ...place, commpany_name: `s.commpany_name || k || '厂'`, organization_code: code('organization_code') },
    },
    declaration_move: {},
    declaration_file: {},
    // the state of the engine and the documents are read by id only, and would be most of the database
    flow_instance: { set: { state: 'null' } },
    flow_task: {},
    flow_task_candidate: {},
    recommend: {},
    leave: {},
  },
  {
    message: {
      perProject: 1.5,
      set: { to_user: `case when k % 5 = 0 then s.to_user else s.to_user - k * ${idDistance} end` },
    },
  },
]

/** Days over which the copies are spread. */
const copiedDays = 3650

/** Columns of a table that can be inserted, with their types. */
const columnsOf = async (client: pg.Client, table: string) =>
  (
    await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
       order by attnum`,
      [table],
    )
  ).rows

/** A value of a copy: ids of copied rows and times move, everything else stays. */
const valueOfCopy = (column: { name: string; type: string }, set: Copied['set']): string => {
  const value = `s."${column.name}"`
  const other = set?.[column.name]
  if (other) return other
  if (column.type === 'bigint')
    return `case when ${value} in (select id from grown) then ${value} - k * ${idDistance} else ${value} end`
  if (column.type === 'bigint[]')
    return `case when ${value} is not null then
      array(select case when e in (select id from grown) then e - k * ${idDistance} else e end from unnest(${value}) e) end`
  return column.type === 'timestamp with time zone' ? `${value} - k * step` : value
}

const copyTable = async (
  client: pg.Client,
  table: string,
  { where = 'true', set }: Copied,
  copies: number,
  isScattered: boolean,
) => {
  const columns = await columnsOf(client, table)
  const days = Math.min(4, copiedDays / Math.max(copies, 1))
  const order = isScattered ? `md5(s.nth || '/' || k)` : 'k desc, s.nth'
  await client.query(`
    insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${columns.map((column) => valueOfCopy(column, set)).join(', ')}
    from (select *, row_number() over () as nth from ${table} where ${where}) s
      cross join generate_series(1::bigint, ${copies}) k cross join (select interval '1 day' * ${days} as step) t
      left join place p on p.nth = (s.nth * 31 + k * 17) % (select count(*) from place)
    order by ${order}`)
}

const countOf = async (client: pg.Client, table: string): Promise<number> =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0]?.count)

/** Rows that nobody else refers to, from a series `n`; `u` is an account, every fiftieth of the officers of the demonstration. */
const records: Readonly<Record<string, readonly [perProject: number, days: number, insert: string]>> = {
  log_api: [
    2,
    180,
    `(tenant_id, type, title, service_id, method, request_uri, method_class, method_name, params, remote_ip, user_agent, create_by,
      request_id, "time", result, create_user, create_time)
    select '000000', 1 + n % 2, (array['申报 · 新增或修改', '项目库 · 导出', '用户管理 · 修改', '岗位管理 · 删除'])[1 + n % 4], 'caict-system',
      (array['POST', 'GET'])[1 + n % 2], '/api/caict-system/' || (array['user', 'post', 'role', 'dept'])[1 + n % 4] || '/submit', 'user',
      'submit', '{"id":"' || n || '"}', '10.0.' || n % 250 || '.' || n % 199, 'Mozilla/5.0', u.account, 'r' || n, n % 900,
      case when n % 40 = 0 then 400 else 200 end, u.id, at`,
  ],
  log_usual: [
    0.2,
    180,
    `(log_level, log_id, log_data, service_id, create_time)
    select 'INFO', (array['server.started', 'server.stopped', 'seed.sown', 'database.migrated'])[1 + n % 4], '{"n":' || n || '}', 'platform', at`,
  ],
  log_error: [
    0.05,
    180,
    `(tenant_id, request_id, method, request_uri, exception_name, message, stack_trace, create_by, create_time)
    select '000000', 'e' || n, 'GET', '/api/caict-system/user/list', 'Error', 'failed ' || n % 7, 'at x', u.account, at`,
  ],
  login: [
    1,
    180,
    `(tenant_id, user_id, account, real_name, at, way, outcome, address, agent)
    select '000000', u.id, u.account, u.real_name, at, 'password', case when n % 30 = 0 then 0 else 1 end, '10.1.' || n % 250 || '.' || n % 199, 'Mozilla/5.0'`,
  ],
  audit: [
    1,
    3650,
    `(create_time, create_user, request_id, entity, row_id, verb, before, after, create_by, real_name, remote_ip, row_title)
    select at, u.id, 'r' || n, (array['declaration', 'user', 'library', 'post'])[1 + n % 4], n, (array['insert', 'update', 'remove'])[1 + n % 3],
      '{"sort":1}', '{"sort":2}', u.account, u.real_name, '10.0.' || n % 250 || '.' || n % 199, '记录' || n`,
  ],
  attach: [
    0.5,
    3650,
    `(original_name, name, link, extension, attach_size, content_type, is_public, create_user, create_time)
    select (array['申报书', '营业执照', '责任声明', '佐证材料'])[1 + n % 4] || n || '.pdf', 'f' || n, 'f/' || n, 'pdf', 1000 + n % 90000,
      'application/pdf', 0, u.id, at`,
  ],
}

const insertRecords = async (client: pg.Client, table: string, projects: number, isScattered: boolean) => {
  const [perProject, days, insert] = records[table] as (typeof records)[string]
  const rows = Math.ceil(projects * perProject)
  await client.query(`
    insert into ${table} ${insert}
    from (select n, now() - interval '1 day' * (${days} * (${rows} - n)::float / ${rows}) as at from generate_series(1, ${rows}) n
      ${isScattered ? 'order by md5(n::text)' : ''}) series
    join people u on u.nth = case when n % 50 = 0 then n / 50 % 12
      else (n::bigint * 7919) % (select count(*) from people) end`)
}

/**
 * Stores the rows of a table in the order of their times, as they would have come. The rows of the demonstration, among the newest, are
 * stored first: to know that a row is visible, an index then reads the two ends of the map of visible pages in turns.
 */
const storeInOrder = async (client: pg.Client, table: string) => {
  if (!(await columnsOf(client, table)).some(({ name }) => name === 'create_time')) return
  await client.query(
    `create index growth_order on ${table} (create_time); cluster ${table} using growth_order; drop index growth_order`,
  )
}

/** The titles of a few of the oldest rows. */
const titles: Readonly<Record<string, string>> = {
  library: 'project_name',
  private_network: 'network_name',
  declaration: 'project_name',
  company: 'commpany_name',
  '"user"': 'real_name',
  attach: 'original_name',
  audit: 'row_title',
  log_api: 'title',
  message: 'title',
}

/**
 * Multiplies the demonstration data to this number of projects, all other tables in proportion. Rows are stored in the order of their
 * times or, if `isScattered`, in none.
 */
export const grow = async (url: string, projects: number, isScattered: boolean): Promise<void> => {
  const client = await connect(url)
  // no triggers and no checks of references, which hold by construction
  await client.query(`set session_replication_role = replica; set work_mem = '256MB'; set statement_timeout = 0`)
  await client.query(`create temp table place as
    select row_number() over (order by province, city) - 1 as nth, province, city from (select distinct province, city from library) l`)
  const copied = groups.flatMap((group) => Object.entries(group))
  const hasId = async (table: string) => (await columnsOf(client, table)).some(({ name }) => name === 'id')
  await client.query('create temp table grown (id bigint primary key)')
  for (const [table, { where = 'true' }] of copied)
    if (await hasId(table)) await client.query(`insert into grown select id from ${table} where ${where}`)
  for (const group of groups) {
    const [[first = '', { perProject = 1 }] = ['', {}]] = Object.entries(group)
    const copies = Math.max(0, Math.round((projects * perProject) / (await countOf(client, first))) - 1)
    for (const [table, options] of Object.entries(group)) await copyTable(client, table, options, copies, isScattered)
    if (!isScattered) for (const table of Object.keys(group)) await storeInOrder(client, table)
  }
  await client.query(`create temp table people as select row_number() over (order by account like 'demo.%' desc, id desc) - 1 as nth, id, account, real_name
    from "user" where is_deleted = 0; create index on people (nth); analyze people`)
  for (const table of Object.keys(records)) await insertRecords(client, table, projects, isScattered)
  for (const [table, column] of Object.entries(titles))
    await client.query(
      `${table === 'audit' ? 'alter table audit disable trigger user; ' : ''}update ${table} set ${column} = '${rareText}' || ${column}
       where id in (select id from ${table} order by id limit ${rareRows})`,
    )
  await client.query(
    'select recount_library(), recount_private_networks(), recount_declarations(), recount_waiting(), recount_stays(), recount_operators(), recount_dept_people()',
  )
  await client.query('select recount_stage_stays(array(select id from declaration where furthest_stage is not null))')
  await client.query(
    'select list_claimable(array(select id from flow_task where end_time is null and assignee is null))',
  )
  await client.query('vacuum (analyze, freeze)')
  await client.end()
}
