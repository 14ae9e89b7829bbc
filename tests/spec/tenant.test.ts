import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { upload } from '#contract/storage/upload.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, publishFile } from '../support/publish.ts'
import {
  forEachTogether,
  fullInputFor,
  type RegisteredCall,
  referenceKinds,
  registeredCalls,
  send,
  sessionEndingCalls,
} from '../support/registered-calls.ts'
import { createStaff, createUserWithoutRights, password, uploadPdf } from '../support/scenario.ts'
import {
  adminRoleIdOf,
  assignPackage,
  completeFirstLogin,
  createTenant,
  createTenantUser,
  insertRow,
  loginToTenant,
  type Tenant,
} from '../support/tenants.ts'

/**
 * Tenants are isolated: users of tenant A and the administrator of the platform send every registered call with the ids of tenant
 * B's rows. A new entity or call is included as soon as it is registered.
 */
let platform: Platform
let db: Db
let a: Tenant
let b: Tenant
let adminA: { roleId: string[] | null; id: string }
let adminB: { roleId: string[] | null; id: string }
let seededIds: Record<string, string>
let idsOfB: Set<string>

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;[a, b] = [await createTenant(platform), await createTenant(platform)]
  await assignPackage(platform, [a, b])
  ;[adminA, adminB] = [await adminOf(a.tenantId), await adminOf(b.tenantId)]
  seededIds = await seedRows()
  idsOfB = new Set([...Object.values(seededIds), adminB.id, ...(adminB.roleId ?? [])])
  await copyScopeAttributes(adminA.id)
})
const mark = 'ONLY-FOR-B'

const all = Object.values(entities) as AnyEntity[]
/** Entities with rows per tenant in a table; the rest belongs to the platform or is a view of such rows. */
const tenantEntities = all.filter(({ shared, isView }) => !shared && !isView)

const adminOf = async (tenantId: string) =>
  db
    .selectFrom('user')
    .select(['id', 'roleId'])
    .where('tenantId', '=', tenantId)
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
/** Creates a row of each entity in B; users and attachments first, since other rows reference them. */
const seedRows = async () => {
  const seededIds: Record<string, string> = {}
  const first = ['attach', 'dept', 'role', 'post', 'user', 'column', 'template', 'company', 'declaration']
  const inOrder = [...tenantEntities].sort((one, other) => rank(first, other.name) - rank(first, one.name))
  for (const entity of inOrder)
    seededIds[entity.name] = await insertRow(db, entity, {
      tenantId: b.tenantId,
      createUser: adminB.id,
      mark,
      idsByEntity: seededIds,
    })
  return seededIds
}
const rank = (first: readonly string[], name: string) => (first.includes(name) ? first.length - first.indexOf(name) : 0)
/** Gives a user of A the attributes of a row of B, which data scopes compare. */
const copyScopeAttributes = async (id: string) => {
  const row = await db
    .selectFrom('company')
    .select('organizationCode')
    .where('id', '=', String(seededIds.company))
    .executeTakeFirstOrThrow()
  const attributes = { accountType: 1, operator: 1, region: '320000', organizationCode: row.organizationCode } as const
  await db.updateTable('user').set(attributes).where('id', '=', id).execute()
}

/** Creates a user of A whose role has the alias administrator, which no call allows. */
const createSelfStyledAdmin = async (): Promise<Caller> => {
  const { id: roleId } = await db
    .insertInto('role')
    .values({ tenantId: a.tenantId, roleName: '自封', roleAlias: 'administrator', sort: 9, parentId: '0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into role_menu select ${roleId}::bigint, id from menu`.execute(db)
  await sql`insert into role_scope select ${roleId}::bigint, id, 1 from data_scope`.execute(db)
  const { user } = entities
  const person = { account: 'selfstyled', name: '自封', realName: '自封者', roleId: (adminA.roleId ?? []).join(',') }
  const newUser = await a.admin.get(user.calls.submit, person)
  await db
    .updateTable('user')
    .set({ roleId: [roleId] })
    .where('id', '=', String(newUser.id))
    .execute()
  await copyScopeAttributes(String(newUser.id))
  return completeFirstLogin(platform, a.tenantId, 'selfstyled', String(newUser.initialPassword))
}

const inputFor = (call: RegisteredCall, which: 'keys' | 'all' | 'new') =>
  fullInputFor(call, which, seededIds, b.tenantId)

const sendCall = (caller: Caller, { endpoint }: RegisteredCall, input: DraftPart) =>
  send(caller, endpoint, endpoint.method === 'GET' ? { format: 'csv', size: 200, ...input } : input)

/** The state of all rows of B except logs, which are written with a delay. */
const stateOfB = async (): Promise<string[]> => {
  const parts = tenantEntities
    .filter(({ area }) => area !== 'log')
    .map(
      ({ name }) => sql`
        select ${name}::text as name, md5(string_agg(t::text, '' order by id)) as state from ${identifier(name)} t
        where tenant_id = ${b.tenantId}`,
    )
  const ofPeople = (table: string) =>
    sql`select ${table}::text, md5(string_agg(t::text, '' order by t::text)) from ${identifier(table)} t
      where user_id in (select id from "user" where tenant_id = ${b.tenantId})`
  const ofRoles = (table: string) =>
    sql`select ${table}::text, md5(string_agg(t::text, '' order by t::text)) from ${identifier(table)} t
      where role_id in (select id from role where tenant_id = ${b.tenantId})`
  const more = [ofPeople('credential'), ofPeople('session'), ofRoles('role_menu'), ofRoles('role_scope')]
  const all = sql.join([...parts, ...more], sql` union all `)
  const rows = await run<{ name: string; state: string }>(db, all)
  return rows.map(({ name, state }) => `${name} ${state}`)
}

/** Logs of A contain the requests of A, with ids of B but never texts of B. */
const isLog = (name: string) => /^(log|audit)/.test(name) || /^exports\.(log|audit)/.test(name)

const leaks = (name: string, text: string): string[] => {
  const matches = [...(isLog(name) ? [] : idsOfB), mark].filter((one) => text.includes(one))
  return text.includes(`"tenantId":"${b.tenantId}"`) ? [...matches, b.tenantId] : matches
}

const groupOf = ({ name }: RegisteredCall) => name.split('.')[0] as string
/** The different inputs of a call; two in five calls have the same for several kinds. */
const inputsFor = (call: RegisteredCall) => {
  const all = (['keys', 'all', 'new'] as const).map((which) => ({ which, input: inputFor(call, which) }))
  return [...new Map(all.map((one) => [JSON.stringify(one.input), one])).values()]
}
const isReading = ({ endpoint }: RegisteredCall) => endpoint.method === 'GET'

/** Sends every call with each kind of input; resolves to the problems and the number of successful calls. */
const sendAllCalls = async (caller: Caller, without: (name: string) => boolean = () => false) => {
  const problems: string[] = []
  let answered = 0
  let before = await stateOfB()
  const sendInput = async (call: RegisteredCall, { which, input }: ReturnType<typeof inputsFor>[number]) => {
    const { status, text } = await sendCall(caller, call, input)
    if (status < 400) answered++
    if (status >= 500) problems.push(`${call.name} (${which}): ${status} ${text}`)
    for (const one of leaks(call.name, text)) problems.push(`${call.name} (${which}) tells ${one}`)
  }
  const all = registeredCalls.filter(({ name }) => !sessionEndingCalls.includes(name) && !without(name))
  for (const group of new Set(all.map(groupOf))) {
    const calls = all.filter((call) => groupOf(call) === group)
    const [reading, writing] = [calls.filter(isReading), calls.filter((call) => !isReading(call))]
    await forEachTogether(
      reading.flatMap((call) => inputsFor(call).map((one) => [call, one] as const)),
      ([call, one]) => sendInput(call, one),
    )
    for (const call of writing) for (const one of inputsFor(call)) await sendInput(call, one)
    // reading the state costs more than a call, so it is read once for a group
    const after = writing.length ? await stateOfB() : before
    for (const one of after.filter((state) => !before.includes(state)))
      problems.push(`a call of ${group} changed ${one}`)
    before = after
  }
  return { problems, answered }
}
/** The reference columns of other tenants' rows that contain ids of B. */
const columnsReferencingB = async (): Promise<string[]> => {
  const columns: string[] = []
  for (const { name, fields } of all)
    for (const [column, { kind }] of Object.entries(fields as Fields).filter(([, one]) =>
      referenceKinds.includes(one.kind),
    )) {
      const ids = [...idsOfB]
      const hits = isMultiple(kind)
        ? sql`${identifier(column)} && ${ids}::bigint[]`
        : sql`${identifier(column)} = any(${ids}::bigint[])`
      const rows = await run(
        db,
        sql`select 1 from ${identifier(name)} where tenant_id <> ${b.tenantId} and ${hits} limit 1`,
      )
      if (rows.length) columns.push(`${name}.${column}`)
    }
  return columns
}

describe('the data of tenant B', () => {
  test('is readable by its own administrator', async () => {
    const visible: string[] = []
    const reads = registeredCalls.filter(
      ({ name, endpoint }) => endpoint.method === 'GET' && !sessionEndingCalls.includes(name),
    )
    for (const call of reads) {
      const { text } = await sendCall(b.admin, call, inputFor(call, 'keys'))
      if (leaks(call.name, text).length) visible.push(call.about)
    }
    const hidden = tenantEntities.filter(({ name }) => !visible.includes(name)).map(({ name }) => name)
    expect(hidden).toEqual([])
  })

  test('is hidden from the administrator of A, who holds every menu', async () => {
    const { problems, answered } = await sendAllCalls(a.admin)
    expect(problems).toEqual([])
    expect(answered).toBeGreaterThan(150)
  })

  test('is hidden from a user of A whose role has the alias administrator', async () => {
    const person = await createSelfStyledAdmin()
    const { problems } = await sendAllCalls(person)
    expect(problems).toEqual([])
    expect((await person.ask(entities.tenant.calls.list, {})).status).toBe(403)
    expect((await person.ask(entities.tenantPackage.calls.list, {})).status).toBe(403)
  })

  test('is hidden from the administrator of the platform, except in tenant management', async () => {
    const { problems } = await sendAllCalls(await platform.admin(), (name) => /^(exports\.)?tenant/.test(name))
    expect(problems).toEqual([])
  })

  test('is hidden from a visitor on every public page', async () => {
    const open = ({ name, endpoint }: RegisteredCall) =>
      endpoint.access === 'public' && !sessionEndingCalls.includes(name)
    for (const call of registeredCalls.filter(open)) {
      const { text } = await sendCall(platform.visitor, call, inputFor(call, 'keys'))
      expect([call.name, leaks(call.name, text)]).toEqual([call.name, []])
    }
  })

  test('is referenced by no row outside B', async () => {
    expect(await columnsReferencingB()).toEqual([])
  })
})

describe('files of a tenant', () => {
  const status = async (caller: Caller, id: string) =>
    (await caller.raw('GET', `${upload.download.path}?id=${id}`)).status

  test('can be downloaded only within the tenant', async () => {
    const id = await uploadPdf(b.admin)
    expect(await status(b.admin, id)).toBe(200)
    for (const other of [a.admin, await platform.admin(), platform.visitor]) expect(await status(other, id)).toBe(404)
  })

  test('are all visible to its administrator, whoever uploaded them', async () => {
    const { data } = await createTenantUser(b.admin, await adminRoleIdOf(b.admin), 'uploader')
    const uploader = await completeFirstLogin(platform, b.tenantId, 'uploader', String(data?.initialPassword))
    const id = await uploadPdf(uploader)
    const { records } = await b.admin.get(entities.attach.calls.list, {})
    expect(records.map((row) => row.id)).toContain(id)
  })

  test('are not opened by publishing them, since the portal belongs to the platform', async () => {
    const attachId = await uploadPdf(b.admin)
    await publishFile(b.admin, { title: '资料', type: await addColumn(b.admin, '资料', 1), attachId })
    expect(await status(platform.visitor, attachId)).toBe(404)
  })
})

describe('accounts and roles of several tenants', () => {
  test('the same account name in two tenants has separate passwords, locks and sessions', async () => {
    const failLogin = () => loginToTenant(platform, a.tenantId, 'admin', 'Wrong-passw0rd')
    for (let n = 0; n < 5; n++) await expect(failLogin()).rejects.toThrow()
    await expect(loginToTenant(platform, a.tenantId, 'admin')).rejects.toThrow('登录失败次数过多')
    await expect(loginToTenant(platform, b.tenantId, 'admin')).resolves.toHaveProperty('token')
    await expect(platform.admin()).resolves.toHaveProperty('token')
    await expect(loginToTenant(platform, '000000', 'admin', password)).rejects.toThrow('用户名或密码错误')
  })

  test('a role with the alias administrator cannot be created in a tenant', async () => {
    const adminRole = { roleName: '管理', roleAlias: 'administrator', sort: 1 }
    expect(await b.admin.ask(entities.role.calls.submit, adminRole)).toMatchObject({
      status: 400,
      faults: [{ at: 'roleAlias', msg: '该角色别名为系统保留' }],
    })
  })

  test('a tenant cannot change accounts of the platform', async () => {
    const [officer, nobody] = [await createStaff(platform, 'platform'), await createUserWithoutRights(platform)]
    for (const one of [officer, nobody])
      expect(await b.admin.ask(entities.user.calls.resetPassword, { userIds: one.id })).toMatchObject({ status: 404 })
  })
})
