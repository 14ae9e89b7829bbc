import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fields, isMultiple } from '#contract/kit/field.ts'
import type { Typed } from '#contract/project/completeness.ts'
import { upload } from '#contract/storage/upload.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { quoted } from '#server/engine/column-types.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, publishFile } from '../support/publish.ts'
import {
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
 * Nothing of one tenant reaches another: every address of the register is asked by people of tenant A, and by the platform's own
 * administrator, with the ids of tenant B's rows. A new entity or call is walked as soon as it is registered.
 */
let platform: Platform
let db: Db
let a: Tenant
let b: Tenant
let adminA: { roleId: string[] | null; id: string }
let adminB: { roleId: string[] | null; id: string }
let planted: Record<string, string>
let idsOfB: Set<string>

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;[a, b] = [await createTenant(platform), await createTenant(platform)]
  await assignPackage(platform, [a, b])
  ;[adminA, adminB] = [await adminOf(a.tenantId), await adminOf(b.tenantId)]
  planted = await plant()
  idsOfB = new Set([...Object.values(planted), adminB.id, ...(adminB.roleId ?? [])])
  await sameStanding(adminA.id)
})
const mark = 'ONLY-FOR-B'

const all = Object.values(entities) as AnyEntity[]
/** What belongs to tenants; the rest is the platform's. */
const owned = all.filter(({ shared }) => !shared)

const adminOf = async (tenantId: string) =>
  db
    .selectFrom('user')
    .select(['id', 'roleId'])
    .where('tenantId', '=', tenantId)
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
/** A row of everything in B; users and attachments first, since others name them. */
const plant = async () => {
  const planted: Record<string, string> = {}
  const first = ['attach', 'dept', 'role', 'post', 'user', 'column', 'template', 'company', 'declaration']
  const inOrder = [...owned].sort((one, other) => rank(first, other.name) - rank(first, one.name))
  for (const entity of inOrder)
    planted[entity.name] = await insertRow(db, entity, {
      tenantId: b.tenantId,
      createUser: adminB.id,
      mark,
      idsByEntity: planted,
    })
  return planted
}
const rank = (first: readonly string[], name: string) => (first.includes(name) ? first.length - first.indexOf(name) : 0)
/** Whoever of A stands for the same as a row of B: what data scopes compare must not reach across. */
const sameStanding = async (id: string) => {
  const row = await db
    .selectFrom('company')
    .select('organizationCode')
    .where('id', '=', String(planted.company))
    .executeTakeFirstOrThrow()
  const standing = { accountType: 1, operator: 1, region: '320000', organizationCode: row.organizationCode } as const
  await db.updateTable('user').set(standing).where('id', '=', id).execute()
}

/** A role of A that calls itself administrator, as no call would let it. */
const selfStyled = async (): Promise<Caller> => {
  const { id: roleId } = await db
    .insertInto('role')
    .values({ tenantId: a.tenantId, roleName: '自封', roleAlias: 'administrator', sort: 9, parentId: '0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into role_menu select ${roleId}::bigint, id from menu`.execute(db)
  await sql`insert into role_scope select ${roleId}::bigint, id, 1 from data_scope`.execute(db)
  const { user } = entities
  const person = { account: 'selfstyled', name: '自封', realName: '自封者', roleId: (adminA.roleId ?? []).join(',') }
  const made = await a.admin.get(user.calls.submit, person)
  await db
    .updateTable('user')
    .set({ roleId: [roleId] })
    .where('id', '=', String(made.id))
    .execute()
  await sameStanding(String(made.id))
  return completeFirstLogin(platform, a.tenantId, 'selfstyled', String(made.initialPassword))
}

const inputFor = (asked: RegisteredCall, which: 'keys' | 'all' | 'new') =>
  fullInputFor(asked, which, planted, b.tenantId)

const ask = (caller: Caller, { endpoint }: RegisteredCall, input: Typed) =>
  send(caller, endpoint, endpoint.method === 'GET' ? { format: 'csv', size: 200, ...input } : input)

/** Everything of B as it lies in the database, but for the logs: what is kept of its own calls comes there a little later. */
const stateOfB = async (): Promise<string[]> => {
  const parts = owned
    .filter(({ area }) => area !== 'log')
    .map(
      ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '' order by id)) as state from ${quoted(name)} t
      where tenant_id = '${b.tenantId}'`,
    )
  const ofPeople = (table: string) =>
    `select '${table}', md5(string_agg(t::text, '' order by t::text)) from ${table} t
      where user_id in (select id from "user" where tenant_id = '${b.tenantId}')`
  const ofRoles = (table: string) =>
    `select '${table}', md5(string_agg(t::text, '' order by t::text)) from ${table} t
      where role_id in (select id from role where tenant_id = '${b.tenantId}')`
  const more = [ofPeople('credential'), ofPeople('session'), ofRoles('role_menu'), ofRoles('role_scope')]
  const text = [...parts, ...more].join(' union all ')
  const rows = await run<{ name: string; state: string }>(db, { text, values: [] })
  return rows.map(({ name, state }) => `${name} ${state}`)
}

/** Logs of A hold what A itself has sent; that has B's ids, but never B's words. */
const isLog = (name: string) => /^(log|audit)/.test(name) || /^exports\.(log|audit)/.test(name)

const leaks = (name: string, text: string): string[] => {
  const found = [...(isLog(name) ? [] : idsOfB), mark].filter((one) => text.includes(one))
  return text.includes(`"tenantId":"${b.tenantId}"`) ? [...found, b.tenantId] : found
}

/** Asks every address in every way; resolves to what went wrong, and how many calls were answered. */
const walk = async (caller: Caller, without: (name: string) => boolean = () => false) => {
  const wrong: string[] = []
  let answered = 0
  let before = await stateOfB()
  for (const asked of registeredCalls.filter(({ name }) => !sessionEndingCalls.includes(name) && !without(name))) {
    for (const which of ['keys', 'all', 'new'] as const) {
      const { status, text } = await ask(caller, asked, inputFor(asked, which))
      if (status < 400) answered++
      if (status >= 500) wrong.push(`${asked.name} (${which}): ${status} ${text}`)
      for (const one of leaks(asked.name, text)) wrong.push(`${asked.name} (${which}) tells ${one}`)
    }
    const after = asked.endpoint.method === 'POST' ? await stateOfB() : before
    for (const one of after.filter((state) => !before.includes(state))) wrong.push(`${asked.name} changed ${one}`)
    before = after
  }
  return { wrong, answered }
}

/** Rows of others that point at rows of B. */
const pointingAtB = async (): Promise<string[]> => {
  const found: string[] = []
  for (const { name, fields } of all)
    for (const [column, { kind }] of Object.entries(fields as Fields).filter(([, one]) =>
      referenceKinds.includes(one.kind),
    )) {
      const hits = isMultiple(kind) ? `${quoted(column)} && ?::bigint[]` : `${quoted(column)} = any(?::bigint[])`
      const rows = await run(db, {
        text: `select 1 from ${quoted(name)} where tenant_id <> ? and ${hits} limit 1`,
        values: [b.tenantId, [...idsOfB]],
      })
      if (rows.length) found.push(`${name}.${column}`)
    }
  return found
}

describe('nothing of tenant B reaches', () => {
  test('its own administrator excepted: he reads what was planted', async () => {
    const seen: string[] = []
    const reads = registeredCalls.filter(
      ({ name, endpoint }) => endpoint.method === 'GET' && !sessionEndingCalls.includes(name),
    )
    for (const asked of reads) {
      const { text } = await ask(b.admin, asked, inputFor(asked, 'keys'))
      if (leaks(asked.name, text).length) seen.push(asked.about)
    }
    const hidden = owned.filter(({ name }) => !seen.includes(name)).map(({ name }) => name)
    // nobody reads what others have started, and the outbox is the platform's
    expect(hidden).toEqual([])
  })

  test('the administrator of A, who holds every menu there is', async () => {
    const { wrong, answered } = await walk(a.admin)
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(150)
  })

  test('somebody of A whose role calls itself administrator', async () => {
    const person = await selfStyled()
    const { wrong } = await walk(person)
    expect(wrong).toEqual([])
    expect((await person.ask(entities.tenant.calls.list, {})).status).toBe(403)
    expect((await person.ask(entities.tenantPackage.calls.list, {})).status).toBe(403)
  })

  test('the administrator of the platform, outside of what tenants are managed by', async () => {
    const { wrong } = await walk(await platform.admin(), (name) => /^(exports\.)?tenant/.test(name))
    expect(wrong).toEqual([])
  })

  test('a visitor, on whichever public page', async () => {
    const open = ({ name, endpoint }: RegisteredCall) =>
      endpoint.access === 'public' && !sessionEndingCalls.includes(name)
    for (const asked of registeredCalls.filter(open)) {
      const { text } = await ask(platform.visitor, asked, inputFor(asked, 'keys'))
      expect([asked.name, leaks(asked.name, text)]).toEqual([asked.name, []])
    }
  })

  test('any row outside of B: none of all that was written points at one of its rows', async () => {
    expect(await pointingAtB()).toEqual([])
  })
})

describe('files of a tenant', () => {
  const status = async (caller: Caller, id: string) =>
    (await caller.raw('GET', `${upload.download.path}?id=${id}`)).status

  test('are downloaded by whoever may in it, and by nobody of another', async () => {
    const id = await uploadPdf(b.admin)
    expect(await status(b.admin, id)).toBe(200)
    for (const other of [a.admin, await platform.admin(), platform.visitor]) expect(await status(other, id)).toBe(404)
  })

  test('are all looked after by its administrator, whoever uploaded them', async () => {
    const { data } = await createTenantUser(b.admin, await adminRoleIdOf(b.admin), 'uploader')
    const uploader = await completeFirstLogin(platform, b.tenantId, 'uploader', String(data?.initialPassword))
    const id = await uploadPdf(uploader)
    const { records } = await b.admin.get(entities.attach.calls.list, {})
    expect(records.map((row) => row.id)).toContain(id)
  })

  test('are not opened by publishing them: the portal is the platform’s own', async () => {
    const attachId = await uploadPdf(b.admin)
    await publishFile(b.admin, { title: '资料', type: await addColumn(b.admin, '资料', 1), attachId })
    expect(await status(platform.visitor, attachId)).toBe(404)
  })
})

describe('a name that two tenants have', () => {
  test('is two accounts: a password, a lock and a session of one are none of the other', async () => {
    const wrong = () => loginToTenant(platform, a.tenantId, 'admin', 'Wrong-passw0rd')
    for (let n = 0; n < 5; n++) await expect(wrong()).rejects.toThrow()
    await expect(loginToTenant(platform, a.tenantId, 'admin')).rejects.toThrow('登录失败次数过多')
    await expect(loginToTenant(platform, b.tenantId, 'admin')).resolves.toHaveProperty('token')
    await expect(platform.admin()).resolves.toHaveProperty('token')
    await expect(loginToTenant(platform, '000000', 'admin', password)).rejects.toThrow('用户名或密码错误')
  })

  test('a role named administrator cannot be made in a tenant', async () => {
    const named = { roleName: '管理', roleAlias: 'administrator', sort: 1 }
    expect(await b.admin.ask(entities.role.calls.submit, named)).toMatchObject({
      status: 400,
      faults: [{ at: 'roleAlias', msg: '该角色别名为系统保留' }],
    })
  })

  test('people of the platform are not touched by what tenants do', async () => {
    const [officer, nobody] = [await createStaff(platform, 'platform'), await createUserWithoutRights(platform)]
    for (const one of [officer, nobody])
      expect(await b.admin.ask(entities.user.calls.resetPassword, { userIds: one.id })).toMatchObject({ status: 404 })
  })
})
