import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { audit } from '#contract/log/audit.ts'
import { preferences } from '#contract/preferences.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { seal } from '#server/log/chain.ts'
import { countUnsealed, sealAll } from '../support/audit-seals.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createEnterprise, createUserWithoutRights, password, userIdOf } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const { calls } = audit

type AuditEntry = RowOf<typeof audit> & { entityName: string; verbName: string }
const entries = async (filters: object = {}) =>
  (await admin.get(calls.list, { size: 200, ...filters })).records as unknown as AuditEntry[]

let serial = 0
const newPost = () => {
  serial++
  return { category: 1, postCode: `audit-${serial}`, postName: `审计岗位${serial}`, sort: serial }
}
const createPost = async (as = admin) => (await as.get(post.calls.submit, newPost())).id

describe('the audit of row changes (docs/decisions/0021)', () => {
  test('each entry has the user, address, row and outcome, in both languages', async () => {
    const input = newPost()
    const { id } = await admin.get(post.calls.submit, input)
    await admin.get(post.calls.submit, { id, postName: '改名' })
    await admin.get(post.calls.remove, { ids: id })
    const records = await entries({ entity: 'post', rowId: id })
    expect(records.map(({ verbName, rowTitle }) => [verbName, rowTitle])).toEqual([
      ['删除', '改名'],
      ['修改', '改名'],
      ['新增', input.postName],
    ])
    expect(records[0]).toMatchObject({
      createBy: 'admin',
      realName: '管理员',
      remoteIp: '127.0.0.1',
      entityName: '岗位管理',
      outcome: 1,
      outcomeName: '成功',
      rowId: id,
    })
    expect(records[0]).not.toHaveProperty('before.post_name')
    const english = await admin.get(calls.list, { rowId: id }, { 'blade-language': 'en-GB' })
    expect(english.records[0]).toMatchObject({ entityName: 'Positions', verbName: 'Deleted', outcomeName: 'Succeeded' })
  })

  test('the detail shows only the changed fields, with the display text of each value', async () => {
    const { id } = await admin.get(post.calls.submit, { ...newPost(), category: 1 })
    await admin.get(post.calls.submit, { id, category: 2, remark: '轮岗' })
    const [update, insert] = await entries({ rowId: id })
    expect((await admin.get(calls.detail, { id: update?.id ?? '' })).changes).toEqual([
      { name: 'category', label: '岗位类型', before: '高层', after: '中层' },
      { name: 'remark', label: '岗位描述', before: null, after: '轮岗' },
    ])
    const insertChanges = (await admin.get(calls.detail, { id: insert?.id ?? '' })).changes
    expect(insertChanges.map(({ name }) => name)).toEqual(['category', 'postCode', 'postName', 'sort'])
    expect(insertChanges.every(({ before }) => before === null)).toBe(true)
  })

  test('the detail shows references by name and phone numbers masked', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    const [entry] = await entries({ entity: 'user', rowId: id, verb: 'auditPass' })
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    expect(changes).toContainEqual({ name: 'roleId', label: '所属角色', before: null, after: '企业用户' })
    const [insert] = await entries({ entity: 'user', rowId: id, verb: 'insert' })
    const insertChanges = (await admin.get(calls.detail, { id: insert?.id ?? '' })).changes
    expect(insertChanges.find(({ name }) => name === 'phone')?.after).toBe('199****1234')
    expect(JSON.stringify(insertChanges)).not.toContain('19900001234')
  })

  test('entries can be filtered by account, entity, row, action and time', async () => {
    const id = await createPost()
    const countOf = async (filters: object) => (await entries({ rowId: id, ...filters })).length
    expect(await countOf({ createBy: 'adm', entity: 'post', verb: 'insert', outcome: 1 })).toBe(1)
    for (const filters of [
      { createBy: 'nobody' },
      { entity: 'role' },
      { verb: 'update' },
      { outcome: 0 },
      { createTime_datele: '2020-01-01 00:00:00' },
    ])
      expect([filters, await countOf(filters)]).toEqual([filters, 0])
  })

  test('the audit is closed to users without its permission', async () => {
    const userWithoutRights = await createUserWithoutRights(platform)
    for (const call of [calls.list, calls.detail, calls.verify])
      expect((await userWithoutRights.ask(call as typeof calls.verify, {})).status).toBe(403)
  })
})

describe('the audit of other events', () => {
  test('records logins and logouts', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    await person.get(auth.logoutPost, {})
    const records = await entries({ entity: 'user', rowId: id })
    expect(records.slice(0, 2).map(({ verbName, createBy }) => [verbName, createBy])).toEqual([
      ['退出登录', person.account],
      ['登录', person.account],
    ])
  })

  const failLogin = (account: string) => platform.login(account, 'Wrong-pass-93847').catch(() => {})

  test('records failed logins in the same way for existing and unknown accounts', async () => {
    const person = await createEnterprise(platform)
    await failLogin(person.account)
    await failLogin('nobody.at.all')
    const withoutVariableFields = (entry: AuditEntry | undefined) => ({
      ...entry,
      id: '',
      createTime: '',
      updateTime: '',
      rowVersion: '',
      createBy: '',
      requestId: '',
    })
    const [[existing], [unknown]] = [
      await entries({ createBy: person.account, outcome: 0 }),
      await entries({ createBy: 'nobody.at.all' }),
    ]
    expect(existing).toMatchObject({ verb: 'login', outcome: 0, rowId: '0', createUser: null, realName: null })
    expect(withoutVariableFields(existing)).toEqual(withoutVariableFields(unknown))
  })

  test('records the lock after five failed logins once, and its release', async () => {
    const person = await createEnterprise(platform)
    for (let n = 0; n < 7; n++) await failLogin(person.account)
    expect(await entries({ createBy: person.account, verb: 'lockout' })).toHaveLength(1)
    expect(await entries({ createBy: person.account, verb: 'login', outcome: 0 })).toHaveLength(5)
    const id = await userIdOf(admin, person.account)
    await admin.get(user.calls.unlock, { userIds: id })
    const [entry, ...others] = await entries({ rowId: id, verb: 'unlock' })
    expect([entry?.rowTitle, others]).toEqual([expect.any(String), []])
  })

  test('records a change of password without the old or the new password', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    const [oldPassword, newPassword] = [password, 'Nw-kqzvm-482Tx'].map(platform.encrypt)
    await person.get(user.calls.updatePassword, { oldPassword, newPassword, newPassword1: newPassword })
    const [entry] = await entries({ rowId: id, verb: 'updatePassword' })
    expect((await admin.get(calls.detail, { id: entry?.id ?? '' })).changes).toEqual([])
  })

  test('records a grant to a role with the added and removed menus', async () => {
    const { id } = await admin.get(role.calls.submit, { roleName: '审计员', roleAlias: 'auditing', sort: 1 })
    const menu = await platform.db.selectFrom('menu').select('id').where('code', '=', 'post').executeTakeFirstOrThrow()
    await admin.get(role.calls.grant, { roleIds: id, menuIds: menu.id })
    const [entry] = await entries({ entity: 'role', rowId: id, verb: 'grant' })
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    expect(changes).toContainEqual(
      expect.objectContaining({ name: 'menus', list: { added: ['岗位管理'], removed: [] } }),
    )
    expect(entry?.rowTitle).toBe('审计员')
  })

  test('the detail of a grant lists menus by name, with the buttons of a page after its name', async () => {
    const { id } = await admin.get(role.calls.submit, { roleName: '审计组', roleAlias: 'audit-group', sort: 1 })
    const menus = await platform.db
      .selectFrom('menu')
      .select(['id', 'code'])
      .where('code', 'in', ['post', 'post_add', 'post_edit', 'notice'])
      .execute()
    const idsOf = (...codes: string[]) =>
      menus
        .filter(({ code }) => codes.includes(code))
        .map(({ id }) => id)
        .join(',')
    await admin.get(role.calls.grant, { roleIds: id, menuIds: idsOf('notice') })
    await admin.get(role.calls.grant, { roleIds: id, menuIds: idsOf('post', 'post_add', 'post_edit') })
    const [entry] = await entries({ entity: 'role', rowId: id, verb: 'grant' })
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    expect(changes.find(({ name }) => name === 'menus')?.list).toEqual({
      added: [expect.stringMatching(/^岗位管理 · .*新增.*编辑/)],
      removed: ['通知公告'],
    })
  })

  test('names the file of an export and describes its filters and columns in words', async () => {
    await createPost()
    const exportPosts = exportCallsOf(post).direct
    const query = 'columns=postName,category&category=1&createTime_datege=2026-01-01 00:00:00'
    await admin.raw('GET', `${exportPosts.path}?${query}`)
    const [entry] = await entries({ entity: 'post', verb: 'export' })
    expect(entry?.rowTitle).toMatch(/^岗位管理-\d{8}-\d{4}\.xlsx$/)
    expect(entry?.remoteIp).toBe('127.0.0.1')
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    expect(changes.map(({ label, after }) => [label, after])).toEqual([
      ['文件格式', 'xlsx'],
      ['导出列', '岗位名称、岗位类型'],
      ['列表条件', '岗位类型：高层；创建时间：≥ 2026-01-01 00:00:00'],
      ['导出行数', expect.stringMatching(/^\d+$/)],
      ['是否截断', '否'],
    ])
  })

  test('describes an export whose parameters the list ignored', async () => {
    const { path } = exportCallsOf(user).direct
    const reader = await createClerk(platform, 'audit.exports', {
      codes: ['user', 'user_export'],
      scopes: [await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account' })],
    })
    const query = 'columns=account,constructor&createUser=%20&deptId=nobody&constructor=1'
    expect((await reader.raw('GET', `${path}?${query}`)).status).toBe(200)
    const [entry] = await entries({ entity: 'user', verb: 'export' })
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    const described = ['columns', 'query'].map((field) => changes.find(({ name }) => name === field)?.after)
    expect(described).toEqual(['登录账号、constructor', '所属机构：nobody'])
  })

  test('names a shared view and the roles it is shared with', async () => {
    const { id } = await admin.get(role.calls.submit, { roleName: '看板', roleAlias: 'viewers', sort: 1 })
    const value = JSON.stringify({ label: '苏州账号', search: '' })
    await admin.get(preferences.put, { name: 'view.user.a1', value, roleIds: id })
    const [entry] = await entries({ verb: 'share' })
    expect(entry).toMatchObject({ entityName: '个人设置', verbName: '共享视图', rowTitle: '苏州账号' })
    const { changes } = await admin.get(calls.detail, { id: entry?.id ?? '' })
    expect(changes).toEqual([{ name: 'roleIds', label: '共享给角色', before: null, after: '看板' }])
  })

  test('names the row that a user without permission tried to change, in both languages of the reader', async () => {
    const id = await createPost()
    const userWithoutRights = await createUserWithoutRights(platform)
    await userWithoutRights.ask(post.calls.remove, { ids: id }, { 'blade-language': 'en' })
    const [entry, insert] = await entries({ rowId: id })
    expect(entry).toMatchObject({ verb: 'remove', outcome: 0, rowTitle: insert?.rowTitle })
    const detailIn = (headers: Record<string, string>) =>
      admin.get(calls.detail, { id: entry?.id ?? '' }, headers).then(({ changes }) => changes[0]?.after)
    expect(await detailIn({})).toBe('您没有执行此操作的权限')
    expect(await detailIn({ 'blade-language': 'en' })).toBe("You don't have permission to do this")
  })

  test('records a refused attempt with its reason, but not an invalid form', async () => {
    const platformTenant = await platform.db
      .selectFrom('tenant')
      .select('id')
      .where('tenantId', '=', '000000')
      .executeTakeFirstOrThrow()
    await admin.ask(tenant.calls.remove, { ids: platformTenant.id })
    const [entry] = await entries({ entity: 'tenant', rowId: platformTenant.id })
    expect(entry).toMatchObject({ verbName: '删除', outcomeName: '失败', rowTitle: '管理组', remoteIp: '127.0.0.1' })
    expect((await admin.get(calls.detail, { id: entry?.id ?? '' })).changes).toEqual([
      { name: 'refusal', label: '未成功的原因', before: null, after: '平台租户不能删除' },
    ])
    const userWithoutRights = await createUserWithoutRights(platform)
    await userWithoutRights.ask(post.calls.remove, { ids: '77' })
    expect((await entries({ entity: 'post', createBy: userWithoutRights.account }))[0]).toMatchObject({
      outcomeName: '失败',
      createBy: userWithoutRights.account,
    })
    const before = (await entries({ entity: 'post' })).length
    await admin.ask(post.calls.submit, { postName: '' })
    expect(await entries({ entity: 'post' })).toHaveLength(before)
  })
})

describe('the audit tables', () => {
  test.each([
    'update audit set verb = verb',
    'delete from audit',
    'truncate audit',
    'update audit_seal set no = no',
    'delete from audit_seal',
    'truncate audit_seal',
  ])('reject changes and removals: %s', async (statement) => {
    await createPost()
    await expect(sql.raw(statement).execute(platform.db)).rejects.toThrow('are never changed or removed')
  })
})

/** A separate platform with at least ten sealed entries, whose audit a test may tamper with. */
const openSealedPlatform = async () => {
  const target = await openPlatform()
  const targetAdmin = await target.admin()
  for (let n = 0; n < 10; n++) await createPost(targetAdmin)
  await sealAll(target.db)
  return { at: target, verify: () => targetAdmin.get(calls.verify, {}) }
}

/** Changes the audit as the owner of the database could, without the triggers that forbid it. */
const tamper = async ({ db }: Platform, ...statements: string[]) => {
  for (const table of ['audit', 'audit_seal']) await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['audit', 'audit_seal']) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
}
const lastSeal = ({ db }: Platform) =>
  db.selectFrom('auditSeal').select(['no', 'auditId']).orderBy('no', 'desc').executeTakeFirstOrThrow()
const auditIdAt = async ({ db }: Platform, no: number) =>
  (await db.selectFrom('auditSeal').select('auditId').where('no', '=', String(no)).executeTakeFirstOrThrow()).auditId

describe('the chain', () => {
  test('is intact over all entries, and verifying it reports their number and first time', async () => {
    const { at, verify } = await openSealedPlatform()
    const report = await verify()
    expect(report).toMatchObject({ intact: true, waiting: 0, broken: null })
    const { rows } = await sql<{
      n: number
      first: string
    }>`select count(*)::int as n, min(create_time) as first from audit`.execute(at.db)
    expect([report.entries, report.from]).toEqual([rows[0]?.n, rows[0]?.first])
    expect(
      (await at.db.selectFrom('logUsual').select('logData').where('logId', '=', 'audit.verified').execute()).length,
    ).toBe(1)
  })

  test('is extended by the server itself', async () => {
    const at = await openPlatform({ JOB_PLANNER: 'on' })
    await createPost(await at.admin())
    await until(async () => (await countUnsealed(at.db)) === 0)
  })

  test('grows with new entries', async () => {
    const { at, verify } = await openSealedPlatform()
    const before = (await verify()).entries
    await createPost(await at.admin())
    await sealAll(at.db)
    expect((await verify()).entries).toBeGreaterThan(before)
  })

  test('has an entry whose transaction ended after those of later ones', async () => {
    const { at, verify } = await openSealedPlatform()
    const before = (await verify()).entries
    const lateId = await at.db.transaction().execute(async (inside) => {
      const { rows } = await sql<{ id: string }>`insert into audit (request_id, entity, row_id, verb)
        values ('late', 'post', 1, 'update') returning id::text`.execute(inside)
      await createPost(await at.admin())
      await seal(at.db)
      expect((await lastSeal(at)).auditId > (rows[0]?.id ?? '')).toBe(true)
      return rows[0]?.id
    })
    await sealAll(at.db)
    expect(await lastSeal(at)).toMatchObject({ auditId: lateId })
    expect(await verify()).toMatchObject({ intact: true, waiting: 0, entries: before + 3 })
  })

  test('reports a changed entry', async () => {
    const { at, verify } = await openSealedPlatform()
    const id = await auditIdAt(at, 5)
    await tamper(at, `update audit set after = '{"post_name":"x"}' where id = ${id}`)
    expect(await verify()).toMatchObject({ intact: false, entries: 4, broken: { why: 'changed', no: 5, id } })
  })

  test.each([
    "create_time = create_time - interval '1 second'",
    "create_by = 'other'",
    'row_id = 1',
    "verb = 'x'",
    'outcome = 0',
    "remote_ip = '::1'",
  ])('covers every column, such as %s', async (set) => {
    const { at, verify } = await openSealedPlatform()
    await tamper(at, `update audit set ${set} where id = ${await auditIdAt(at, 3)}`)
    expect((await verify()).broken).toMatchObject({ why: 'changed', no: 3 })
  })

  test('reports a removed entry, with or without its seal', async () => {
    const { at, verify } = await openSealedPlatform()
    const id = await auditIdAt(at, 4)
    await tamper(at, `delete from audit where id = ${id}`)
    expect((await verify()).broken).toMatchObject({ why: 'missing', no: 4 })
    await tamper(at, `delete from audit_seal where no = 4`)
    expect((await verify()).broken).toMatchObject({ why: 'number', no: 4 })
  })

  test('reports an entry that was inserted among old ones', async () => {
    const { at, verify } = await openSealedPlatform()
    await sql`insert into audit (request_id, entity, row_id, verb, create_by)
      select 'x', 'post', n, 'update', 'somebody' from generate_series(1, 10200) n`.execute(at.db)
    const unusedId = await sql<{ id: string }>`select nextval('row_id')::text as id`.execute(at.db)
    await sql`insert into audit (request_id, entity, row_id, verb, create_by)
      select 'x', 'post', n, 'update', 'somebody' from generate_series(1, 10200) n`.execute(at.db)
    await sealAll(at.db)
    expect((await verify()).intact).toBe(true)
    const id = unusedId.rows[0]?.id
    await sql
      .raw(`insert into audit (id, request_id, entity, row_id, verb) values (${id}, 'x', 'post', 1, 'remove')`)
      .execute(at.db)
    await seal(at.db)
    expect((await verify()).broken).toMatchObject({ why: 'inserted', id })
  })

  test('detects removed last entries by the hash of the last verification', async () => {
    const { at, verify } = await openSealedPlatform()
    const { entries } = await verify()
    await tamper(
      at,
      `delete from audit where id in (select audit_id from audit_seal where no > ${entries - 2})`,
      `delete from audit_seal where no > ${entries - 2}`,
    )
    expect((await verify()).broken).toMatchObject({ why: 'missing', no: entries - 1 })
  })

  test('detects a rebuilt chain by the hash of the last verification', async () => {
    const { at, verify } = await openSealedPlatform()
    await verify()
    await tamper(at, `update audit set verb = 'x' where id = ${await auditIdAt(at, 2)}`, 'delete from audit_seal')
    await sealAll(at.db)
    expect((await verify()).broken).toMatchObject({ why: 'anchor' })
  })
})
