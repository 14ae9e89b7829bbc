import { type ConnectionTest, datasource, drivers } from '#contract/develop/datasource.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { secretMask, split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { spendAllowances } from '../auth/allowance.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Handlers, requirePermission, type UserCtx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../engine/crud.ts'
import { usedByTenant } from '../system/tenants/used-by-tenant.ts'
import { readTables } from './catalogue.ts'
import { storedSource } from './connect.ts'
import { parseAddress } from './database-address.ts'
import { type ReadableDatabase, readDatabase } from './external-database.ts'

interface Address {
  readonly driverClass?: keyof typeof drivers | null
  readonly url?: string | null
}

/** The address must fit the driver and must not contain a password, because the table of data sources shows it. */
const addressFaults = ({ driverClass, url }: Address): Fault[] => {
  const urlPrefix = driverClass && drivers[driverClass]
  if (!urlPrefix || !url) return []
  const at = 'url'
  const wrongPrefixText: Text = ['连接地址应以 {0} 开头', 'The address must start with {0}']
  if (!url.startsWith(urlPrefix) || url.length === urlPrefix.length)
    return [{ at, text: fill(wrongPrefixText, urlPrefix) }]
  const passwordInUrlText: Text = [
    '连接地址中不能写密码，请输入到“密码”一栏',
    'Do not put the password in the address; enter it in the field “Password”',
  ]
  return /(?:password|pwd)\s{0,20}=/i.test(url) || /\/\/[^/?:@]*:[^/?@]*@/.test(url)
    ? [{ at, text: passwordInUrlText }]
    : []
}

const noPassword: Text = [
  '请输入密码：保存的密码只用于原来的地址和用户名',
  'Enter the password: the stored one is only for the address and the user name for which it was entered',
]

type TestInput = Parameters<Handlers<'datasource'>['test']>[1]
type Login = Readonly<Record<'user' | 'password', string>>

/** A stored password is only sent to the address for which it was entered. */
const loginOf = async (ctx: UserCtx, { id, driverClass, url, username, password }: TestInput): Promise<Login> => {
  if (password && password !== secretMask) return { user: username ?? '', password }
  const stored = id ? await storedSource(ctx, id) : null
  const isSame = stored?.driverClass === driverClass && stored?.url === url && stored?.username === username
  if (!stored || !isSame) throw faulty([{ at: 'password', text: noPassword }])
  return { user: stored.username, password: stored.password }
}

interface Facts {
  readonly version: string
  /** Whether the account can do more than read. */
  readonly isPowerful: boolean | number
}

const factsOf: Record<ReadableDatabase['dialect'], string> = {
  postgresql: `select 'PostgreSQL ' || current_setting('server_version') as version,
    (rolsuper or pg_has_role(rolname, 'pg_read_server_files', 'member') or pg_has_role(rolname, 'pg_write_server_files', 'member')
      or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
        and n.nspname not in ('pg_catalog', 'information_schema')
        and has_table_privilege(c.oid, 'insert, update, delete, truncate'))) as "isPowerful" from pg_roles where rolname = current_user`,
  mysql: `select version() as version, exists (select 1 from information_schema.user_privileges p
      where p.privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'FILE', 'SUPER', 'DROP'))
    or exists (select 1 from information_schema.schema_privileges p
      where p.privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'DROP')) as isPowerful`,
}

const mayWrite: Text = [
  '该账号不仅能读取，还能写入或读写文件。建议为平台单独建立只读账号',
  'This account can do more than read: it can write rows or files. Create one for the platform that can only read',
]

const inspect = async (from: ReadableDatabase): Promise<ConnectionTest> => {
  const [facts] = await from.read<Facts>(factsOf[from.dialect])
  const tables = await readTables(from)
  return { version: facts?.version ?? '', tables: tables.length, notes: facts?.isPowerful ? [mayWrite] : [] }
}

/** The audit has each connection, also one that failed. */
const test = async (ctx: UserCtx, input: TestInput): Promise<ConnectionTest> => {
  await spendAllowances(ctx, { key: `datasource-test:${ctx.actor.id}`, limit: 10, seconds: 60 })
  const address = parseAddress(input.driverClass as keyof typeof drivers, input.url ?? '')
  const login = await loginOf(ctx, input)
  const title = `${address.host}:${address.port}/${address.database}`
  const record = (outcome: 0 | 1) =>
    writeAudit(ctx, 'datasource', input.id ?? '0', 'testConnection', null, null, { outcome, title })
  try {
    const found = await readDatabase(address, login, ctx.app.env.outgoingHosts, inspect)
    await record(1)
    return found
  } catch (error) {
    await record(0)
    throw error
  }
}

/** Data sources: addresses of external databases, one of which can be assigned to a tenant. */
export const datasourceHandlers: Handlers<'datasource'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'datasource_edit' : 'datasource_add')
    // BladeX and Saber pages send the address escaped for HTML
    const values = input.url ? { ...input, url: input.url.replaceAll('&amp;', '&') } : input
    const before = input.id ? await findRow(ctx, datasource, input.id) : null
    const faults = addressFaults({ ...before, ...values })
    if (faults.length) throw faulty(faults)
    return input.id ? updateRow(ctx, datasource, input.id, values) : insertRow(ctx, datasource, values)
  },
  remove: (ctx, { ids }) => removeRows(ctx, datasource, split(ids), usedByTenant(datasource)),
  test,
  select: async (ctx) => (await rowsOf(ctx, datasource, {})).map(({ id, name }) => ({ id, name })),
}
