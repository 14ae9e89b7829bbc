import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { audit } from '#contract/log/audit.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { seal } from '#server/log/chain.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createUserWithoutRights, password, userIdOf } from '../support/scenario.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const { calls } = audit

type Line = RowOf<typeof audit> & { entityName: string; verbName: string }
const lines = async (filters: object = {}) =>
  (await admin.get(calls.list, { size: 200, ...filters })).records as unknown as Line[]

let serial = 0
const newPost = () => {
  serial++
  return { category: 1, postCode: `audit-${serial}`, postName: `审计岗位${serial}`, sort: serial }
}
const makePost = async (as = admin) => (await as.get(post.calls.submit, newPost())).id

/** Seals everything that waits; of the server's own clock and this one, each line is sealed by one. */
const sealAll = async ({ db }: Platform) => {
  const waiting = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from audit a
        where not exists (select from audit_seal s where s.audit_id = a.id)`.execute(db)
    ).rows[0]?.n
  while (await waiting()) await seal(db)
}

describe('who did what to which row (security rule 27)', () => {
  test('each change says who, from where, which row and what came of it, in words of both languages', async () => {
    const sent = newPost()
    const { id } = await admin.get(post.calls.submit, sent)
    await admin.get(post.calls.submit, { id, postName: '改名' })
    await admin.get(post.calls.remove, { ids: id })
    const found = await lines({ entity: 'post', rowId: id })
    expect(found.map(({ verbName, rowTitle }) => [verbName, rowTitle])).toEqual([
      ['删除', '改名'],
      ['修改', '改名'],
      ['新增', sent.postName],
    ])
    expect(found[0]).toMatchObject({
      createBy: 'admin',
      realName: '管理员',
      remoteIp: '127.0.0.1',
      entityName: '岗位管理',
      outcome: 1,
      outcomeName: '成功',
      rowId: id,
    })
    expect(found[0]).not.toHaveProperty('before.post_name')
    const english = await admin.get(calls.list, { rowId: id }, { 'blade-language': 'en-GB' })
    expect(english.records[0]).toMatchObject({ entityName: 'Posts', verbName: 'Removed', outcomeName: 'Done' })
  })

  test('the detail shows what changed and nothing else, each value in words', async () => {
    const { id } = await admin.get(post.calls.submit, { ...newPost(), category: 1 })
    await admin.get(post.calls.submit, { id, category: 2, remark: '轮岗' })
    const [changed, made] = await lines({ rowId: id })
    expect((await admin.get(calls.detail, { id: changed?.id ?? '' })).changes).toEqual([
      { name: 'category', label: '岗位类型', before: '高层', after: '中层' },
      { name: 'remark', label: '岗位描述', before: null, after: '轮岗' },
    ])
    const whole = (await admin.get(calls.detail, { id: made?.id ?? '' })).changes
    expect(whole.map(({ name }) => name)).toEqual(['category', 'postCode', 'postName', 'sort'])
    expect(whole.every(({ before }) => before === null)).toBe(true)
  })

  test('references are told by name, ids as the digits they are, phones masked', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    const [line] = await lines({ entity: 'user', rowId: id, verb: 'auditPass' })
    const { changes } = await admin.get(calls.detail, { id: line?.id ?? '' })
    expect(changes).toContainEqual({ name: 'roleId', label: '所属角色', before: null, after: '企业用户' })
    const [made] = await lines({ entity: 'user', rowId: id, verb: 'insert' })
    const first = (await admin.get(calls.detail, { id: made?.id ?? '' })).changes
    expect(first.find(({ name }) => name === 'phone')?.after).toBe('199****1234')
    expect(JSON.stringify(first)).not.toContain('19900001234')
  })

  test('lines are found by account, object, row, action and time', async () => {
    const id = await makePost()
    const only = async (filters: object) => (await lines({ rowId: id, ...filters })).length
    expect(await only({ createBy: 'adm', entity: 'post', verb: 'insert', outcome: 1 })).toBe(1)
    for (const filters of [
      { createBy: 'nobody' },
      { entity: 'role' },
      { verb: 'update' },
      { outcome: 0 },
      { createTime_datele: '2020-01-01 00:00:00' },
    ])
      expect([filters, await only(filters)]).toEqual([filters, 0])
  })

  test('is read by who holds the permission, and by nobody else', async () => {
    const somebody = await createUserWithoutRights(platform)
    for (const call of [calls.list, calls.detail, calls.verify])
      expect((await somebody.ask(call as typeof calls.verify, {})).status).toBe(403)
  })
})

describe('what is no change of a row', () => {
  test('logins and logouts, with the way', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    await person.get(auth.logoutPost, {})
    const found = await lines({ entity: 'user', rowId: id })
    expect(found.slice(0, 2).map(({ verbName, createBy }) => [verbName, createBy])).toEqual([
      ['退出登录', person.account],
      ['登录', person.account],
    ])
  })

  const fail = (account: string) => platform.login(account, 'Wrong-pass-93847').catch(() => {})

  test('a login that failed, which looks the same whether or not somebody has the account', async () => {
    const person = await createEnterprise(platform)
    await fail(person.account)
    await fail('nobody.at.all')
    const seen = (line: Line | undefined) => ({
      ...line,
      id: '',
      createTime: '',
      updateTime: '',
      createBy: '',
      requestId: '',
    })
    const [[known], [unknown]] = [
      await lines({ createBy: person.account, outcome: 0 }),
      await lines({ createBy: 'nobody.at.all' }),
    ]
    expect(known).toMatchObject({ verb: 'login', outcome: 0, rowId: '0', createUser: null, realName: null })
    expect(seen(known)).toEqual(seen(unknown))
  })

  test('the lock that follows five failures, once, and the release', async () => {
    const person = await createEnterprise(platform)
    for (let n = 0; n < 7; n++) await fail(person.account)
    expect(await lines({ createBy: person.account, verb: 'lockout' })).toHaveLength(1)
    expect(await lines({ createBy: person.account, verb: 'login', outcome: 0 })).toHaveLength(5)
    const id = await userIdOf(admin, person.account)
    await admin.get(user.calls.unlock, { userIds: id })
    const [line, ...others] = await lines({ rowId: id, verb: 'unlock' })
    expect([line?.rowTitle, others]).toEqual([expect.any(String), []])
  })

  test('a change of the password, without either password', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    const [oldPassword, newPassword] = [password, 'Nw-kqzvm-482Tx'].map(platform.encrypt)
    await person.get(user.calls.updatePassword, { oldPassword, newPassword, newPassword1: newPassword })
    const [line] = await lines({ rowId: id, verb: 'updatePassword' })
    expect((await admin.get(calls.detail, { id: line?.id ?? '' })).changes).toEqual([])
  })

  test('a grant to a role, with what it held before and what it holds now', async () => {
    const { id } = await admin.get(role.calls.submit, { roleName: '审计员', roleAlias: 'auditing', sort: 1 })
    const menu = await platform.db.selectFrom('menu').select('id').where('code', '=', 'post').executeTakeFirstOrThrow()
    await admin.get(role.calls.grant, { roleIds: id, menuIds: menu.id })
    const [line] = await lines({ entity: 'role', rowId: id, verb: 'grant' })
    const { changes } = await admin.get(calls.detail, { id: line?.id ?? '' })
    expect(changes).toContainEqual(
      expect.objectContaining({ name: 'menus', list: { added: ['岗位管理'], removed: [] } }),
    )
    expect(line?.rowTitle).toBe('审计员')
  })

  test('what a grant gave and took stands in words, the buttons of a page behind its name', async () => {
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
    const [line] = await lines({ entity: 'role', rowId: id, verb: 'grant' })
    const { changes } = await admin.get(calls.detail, { id: line?.id ?? '' })
    expect(changes.find(({ name }) => name === 'menus')?.list).toEqual({
      added: [expect.stringMatching(/^岗位管理 · .*新增.*编辑/)],
      removed: ['通知公告'],
    })
  })

  test('an attempt that was refused, with what was said of it; a form with faults is none', async () => {
    const own = await platform.db
      .selectFrom('tenant')
      .select('id')
      .where('tenantId', '=', '000000')
      .executeTakeFirstOrThrow()
    await admin.ask(tenant.calls.remove, { ids: own.id })
    const [line] = await lines({ entity: 'tenant', rowId: own.id })
    expect(line).toMatchObject({ verbName: '删除', outcomeName: '失败', rowTitle: '管理组', remoteIp: '127.0.0.1' })
    expect((await admin.get(calls.detail, { id: line?.id ?? '' })).changes).toEqual([
      { name: 'refusal', label: '未成功的原因', before: null, after: '平台租户不能删除' },
    ])
    const stranger = await createUserWithoutRights(platform)
    await stranger.ask(post.calls.remove, { ids: '77' })
    expect((await lines({ entity: 'post', createBy: stranger.account }))[0]).toMatchObject({
      outcomeName: '失败',
      createBy: stranger.account,
    })
    const before = (await lines({ entity: 'post' })).length
    await admin.ask(post.calls.submit, { postName: '' })
    expect(await lines({ entity: 'post' })).toHaveLength(before)
  })
})

describe('a line of the audit', () => {
  test.each([
    'update audit set verb = verb',
    'delete from audit',
    'truncate audit',
    'update audit_seal set no = no',
    'delete from audit_seal',
    'truncate audit_seal',
  ])('is never changed or removed: %s', async (statement) => {
    await makePost()
    await expect(sql.raw(statement).execute(platform.db)).rejects.toThrow('are never changed or removed')
  })
})

/** A platform whose audit somebody may lay hands on, with ten lines or more under a whole chain. */
const prepared = async () => {
  const at = await openPlatform()
  const as = await at.admin()
  for (let n = 0; n < 10; n++) await makePost(as)
  await sealAll(at)
  return { at, verify: () => as.get(calls.verify, {}) }
}

/** As somebody does who owns the database. */
const behindTheBack = async ({ db }: Platform, ...statements: string[]) => {
  for (const table of ['audit', 'audit_seal']) await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['audit', 'audit_seal']) await sql.raw(`alter table ${table} enable trigger user`).execute(db)
}
const idAt = async ({ db }: Platform, no: number) =>
  (await db.selectFrom('auditSeal').select('auditId').where('no', '=', String(no)).executeTakeFirstOrThrow()).auditId

describe('the chain', () => {
  test('is whole over everything that was written, and says how many lines from when to when', async () => {
    const { at, verify } = await prepared()
    const told = await verify()
    expect(told).toMatchObject({ intact: true, waiting: 0, broken: null })
    const { rows } = await sql<{
      n: number
      first: string
    }>`select count(*)::int as n, min(create_time) as first from audit`.execute(at.db)
    expect([told.entries, told.from]).toEqual([rows[0]?.n, rows[0]?.first])
    expect(
      (await at.db.selectFrom('logUsual').select('logData').where('logId', '=', 'audit.verified').execute()).length,
    ).toBe(1)
  })

  test('goes on by itself, second by second', async () => {
    const { at, verify } = await prepared()
    const before = (await verify()).entries
    await makePost(await at.admin())
    await sealAll(at)
    expect((await verify()).entries).toBeGreaterThan(before)
  })

  test('names a line that was changed', async () => {
    const { at, verify } = await prepared()
    const id = await idAt(at, 5)
    await behindTheBack(at, `update audit set after = '{"post_name":"x"}' where id = ${id}`)
    expect(await verify()).toMatchObject({ intact: false, entries: 4, broken: { why: 'changed', no: 5, id } })
  })

  test.each([
    "create_time = create_time - interval '1 second'",
    "create_by = 'other'",
    'row_id = 1',
    "verb = 'x'",
    'outcome = 0',
    "remote_ip = '::1'",
  ])('covers every column: %s', async (set) => {
    const { at, verify } = await prepared()
    await behindTheBack(at, `update audit set ${set} where id = ${await idAt(at, 3)}`)
    expect((await verify()).broken).toMatchObject({ why: 'changed', no: 3 })
  })

  test('names a line that was taken away, with its link or without', async () => {
    const { at, verify } = await prepared()
    const id = await idAt(at, 4)
    await behindTheBack(at, `delete from audit where id = ${id}`)
    expect((await verify()).broken).toMatchObject({ why: 'missing', no: 4 })
    await behindTheBack(at, `delete from audit_seal where no = 4`)
    expect((await verify()).broken).toMatchObject({ why: 'number', no: 4 })
  })

  test('names a line that was slipped in among old ones', async () => {
    const { at, verify } = await prepared()
    await sql`insert into audit (request_id, entity, row_id, verb, create_by)
      select 'x', 'post', n, 'update', 'somebody' from generate_series(1, 10200) n`.execute(at.db)
    const free = await sql<{ id: string }>`select nextval('row_id')::text as id`.execute(at.db)
    await sql`insert into audit (request_id, entity, row_id, verb, create_by)
      select 'x', 'post', n, 'update', 'somebody' from generate_series(1, 10200) n`.execute(at.db)
    await sealAll(at)
    expect((await verify()).intact).toBe(true)
    const id = free.rows[0]?.id
    await sql
      .raw(`insert into audit (id, request_id, entity, row_id, verb) values (${id}, 'x', 'post', 1, 'remove')`)
      .execute(at.db)
    await seal(at.db)
    expect((await verify()).broken).toMatchObject({ why: 'inserted', id })
  })

  test('finds by the hash that was kept that the last lines are gone', async () => {
    const { at, verify } = await prepared()
    const { entries } = await verify()
    await behindTheBack(
      at,
      `delete from audit where id in (select audit_id from audit_seal where no > ${entries - 2})`,
      `delete from audit_seal where no > ${entries - 2}`,
    )
    expect((await verify()).broken).toMatchObject({ why: 'missing', no: entries - 1 })
  })

  test('finds by the hash that was kept that the whole chain was made anew', async () => {
    const { at, verify } = await prepared()
    await verify()
    await behindTheBack(at, `update audit set verb = 'x' where id = ${await idAt(at, 2)}`, 'delete from audit_seal')
    await sealAll(at)
    expect((await verify()).broken).toMatchObject({ why: 'anchor' })
  })
})
