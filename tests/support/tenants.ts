import { auth } from '#contract/auth.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { user } from '#contract/system/user.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { bindValue, identifier, writeSlot } from '#server/engine/column-types.ts'
import { addJob } from './jobs.ts'
import { type Caller, openPlatform, type PlatformAccess } from './platform.ts'
import { callerWithToken, password, requestToken } from './scenario.ts'

export interface Tenant {
  /** The id of its row. */
  readonly id: string
  readonly tenantId: string
  readonly admin: Caller
}

let serial = 0

/** Logs in to a tenant; throws the message of a failed login. */
export const loginToTenant = async (
  platform: PlatformAccess,
  tenantId: string,
  account: string,
  plain = password,
): Promise<Caller> => {
  const tokens = await requestToken(platform, { tenantId, username: account, password: platform.encrypt(plain) })
  if (!tokens.access_token) throw new Error(`${account} cannot log in within ${tenantId}: ${tokens.msg}`)
  return callerWithToken(platform, tokens)
}

/** The first login of a new account, which must change its password. */
export const completeFirstLogin = async (
  platform: PlatformAccess,
  tenantId: string,
  account: string,
  first: string,
): Promise<Caller> => {
  const newPassword = platform.encrypt(password)
  const newcomer = await loginToTenant(platform, tenantId, account, first)
  await newcomer.get(user.calls.updatePassword, { newPassword, newPassword1: newPassword })
  return loginToTenant(platform, tenantId, account)
}

/** A platform with several tenants, its administrator, and raw login requests to a tenant. */
export const openTenantPlatform = async () => {
  const platform = await openPlatform({ TENANT_MODE: 'on' })
  const requestLogin = (tenantId: string, username = 'admin', plain = password) =>
    requestToken(platform, { tenantId, username, password: platform.encrypt(plain) })
  return { platform, db: platform.db, admin: await platform.admin(), requestLogin }
}

/** Creates a tenant and logs in its administrator. */
export const createTenant = async (platform: PlatformAccess, more: DraftPart = {}): Promise<Tenant> => {
  const admin = await platform.admin()
  const input = { tenantName: `测试租户${++serial}`, linkman: '王联系', ...more }
  const { id, tenantId, initialPassword } = await admin.get(tenant.calls.submit, input)
  return { id, tenantId, admin: await completeFirstLogin(platform, tenantId, 'admin', String(initialPassword)) }
}

/** Assigns to tenants a package with these menus, or with all menus. */
export const assignPackage = async (
  platform: PlatformAccess,
  tenants: readonly Tenant[],
  codes?: readonly string[],
) => {
  const admin = await platform.admin()
  const rows = await platform.db
    .selectFrom('menu')
    .select(['id', 'code'])
    .where('category', '=', 1)
    .where('isDeleted', '=', 0)
    .execute()
  const menuId = rows.filter(({ code }) => !codes || codes.includes(code)).map(({ id }) => id)
  const { id } = await admin.get(tenantPackage.calls.submit, { packageName: '全部', menuId: menuId.join(',') })
  for (const { tenantId } of tenants) await admin.get(tenant.calls.packageSetting, { tenantId, packageId: id })
  return id
}

/** The permission codes of a user, as the page reads them. */
export const codesOf = async (person: Caller): Promise<string[]> => {
  type Node = { code: string; children?: Node[] }
  const flat = (nodes: readonly Node[]): string[] =>
    nodes.flatMap(({ code, children }) => [code, ...flat(children ?? [])])
  const [menus, buttons] = [await person.get(menu.calls.routes, {}), await person.get(menu.calls.buttons, {})]
  return [...new Set([...flat(menus as Node[]), ...flat(buttons as Node[])])]
}

/** Creates an account as administrator of a tenant; resolves to the response. */
export const createTenantUser = (by: Caller, roleId: string, account = `person${++serial}`) =>
  by.ask(user.calls.submit, { account, name: '员工', realName: '员工甲', roleId })
/** The id of the administrator role of a tenant. */
export const adminRoleIdOf = async (by: Caller): Promise<string> =>
  (await by.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'admin')?.id ?? ''
export const hasValidSession = async (one: Caller) => (await one.ask(auth.userInfo)).status === 200
/** The response to a login to a disabled tenant. */
export const tenantDisabledResponse = { status: 400, error_code: 2006, msg: '所属租户已停用或已到期，请联系平台管理员' }

/** The values of an inserted row, so that it can be recognized in responses. */
export interface InsertOptions {
  readonly tenantId: string
  readonly createUser: string
  /** Contained in every text. */
  readonly mark: string
  /** Ids of rows inserted before, by entity. */
  readonly idsByEntity: Readonly<Record<string, string>>
  /** Overrides for its fields and its department. */
  readonly more?: DraftPart
}

const referenceFor = ({ kind, of }: Field, { idsByEntity }: InsertOptions): unknown => {
  const target = kind === 'file' || kind === 'files' ? 'attach' : (of ?? '')
  return idsByEntity[target] ?? (kind === 'tree' ? '0' : isMultiple(kind) ? null : '1')
}

const valueFor = (name: string, field: Field, options: InsertOptions): unknown => {
  switch (field.kind) {
    case 'int':
    case 'decimal':
    case 'money':
    case 'flag':
    case 'dict':
      return /^is(Sealed|Public)$/.test(name) ? 0 : 1
    case 'dicts':
      return '1'
    case 'date':
      return '2020-01-01'
    case 'time':
      return /close|deadline|end|expire/i.test(name) ? '2099-01-01 00:00:00' : '2020-01-01 00:00:00'
    case 'choice':
      return field.choices?.find(([value]) => value === 1)?.[0] ?? field.choices?.at(-1)?.[0]
    case 'code':
    case 'codes':
      return field.of === 'industry' ? 'C' : '320000'
    case 'one':
      return {}
    case 'many':
      return []
    case 'text':
    case 'longText':
    case 'richText':
    case 'secret':
      // data scopes compare this value, so it is the same in both tenants
      if (field.rule === 'creditCode') return '91320500MA1B00001X'
      return `${options.mark}-${++serial}`
    default:
      return referenceFor(field, options)
  }
}

const noText = { isRequired: false, text: '', textEn: '' }

/** References of rows that belong to a row without an entity: a row of the outbox sends a message. */
const ownReferences: { readonly [entity: string]: (db: Db, options: InsertOptions) => Promise<DraftPart> } = {
  // ids above it
  dept: async () => ({ ancestors: '0' }),
  apiKey: async (_db, { createUser }) => ({ userId: createUser }),
  webhook: async (_db, { createUser }) => ({ userId: createUser }),
  // a person subscribes to a report once
  reportSubscription: async () => ({ reportId: String(++serial) }),
  // the only state that can be removed and restored
  batchQuota: async () => ({ batchId: String(++serial) }),
  batch: async () => ({ batchState: 1, templateId: String(++serial) }),
  // restored before its column and template
  publicNotice: async () => ({ columnId: String(++serial), templateId: String(++serial) }),
  // of the office where it was written, and for all who may remove it to restore
  commonOpinion: async (_db, { more }) => ({ isOffice: 0, deptId: more?.createDept ?? null }),
  // each form makes a type
  matterForm: async () => ({ categoryKey: 1000 + ++serial }),
  generalMatter: async (db) => {
    const { rows } = await sql<{ id: string }>`with form as (
        insert into matter_form (name, is_open, version) values (${`form-${++serial}`}, 1, 1) returning id)
      insert into matter_form_version (form_id, version, fields) select id, 1, '[]' from form returning form_id::text as id`.execute(
      db,
    )
    return { formId: rows[0]?.id, formVersion: 1 }
  },
  outbox: async (db, { tenantId, createUser, mark }) => {
    const message = {
      tenantId,
      toUser: createUser,
      kind: 'result',
      title: mark,
      titleEn: mark,
      ...noText,
      link: '/',
    } as const
    const { id } = await db.insertInto('message').values(message).returning('id').executeTakeFirstOrThrow()
    return { messageId: id, toUser: createUser, sentWith: null }
  },
}

/** Inserts a row of an entity into a tenant, bypassing all handlers; its columns follow from the declaration. */
export const insertRow = async (db: Db, entity: AnyEntity, options: InsertOptions): Promise<string> => {
  // the table of background jobs is a view of two others
  if (entity.name === 'backgroundJob') {
    const { tenantId, createUser, mark, more } = options
    const createDept = (more?.createDept as string | undefined) ?? null
    return addJob(db, { tenantId, createUser, createDept, status: 5 }, { message: mark, fileName: mark })
  }
  const fields = Object.entries(entity.fields as Fields).filter(([name]) => name !== 'status' && name !== 'tenantId')
  const more = { ...(await ownReferences[entity.name]?.(db, options)), ...options.more }
  const names = sql.join([...fields.map(([name]) => identifier(name)), sql`tenant_id, create_user, create_dept`])
  const slots = fields.map(([name, field]) =>
    writeSlot(field, bindValue(field, Object.hasOwn(more, name) ? more[name] : valueFor(name, field, options))),
  )
  const values = sql.join([...slots, options.tenantId, options.createUser, more.createDept ?? null])
  const [row] = await run<{ id: string }>(
    db,
    sql`insert into ${identifier(entity.name)} (${names}) values (${values}) returning id::text`,
  )
  const { id } = row as { id: string }
  // its values are in a table of their own
  if (entity.name === 'generalMatter')
    await sql`insert into general_matter_content (matter_id, content) values (${id}, '{}')`.execute(db)
  return id
}
