import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import type { App } from './context.ts'
import { hashToken, newToken, readSession, tokenOf, visitor } from './session.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const unauthorized = expect.objectContaining({ code: 401, text: ['用户令牌过期，请重新登录', expect.any(String)] })
let serial = 0

const roleWith = async (...codes: string[]) => {
  const alias = `role${++serial}`
  const { id } = await db
    .insertInto('role')
    .values({ roleAlias: alias, roleName: alias, sort: 1, parentId: '0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const menus = codes.length ? await db.selectFrom('menu').select('id').where('code', 'in', codes).execute() : []
  if (menus.length)
    await db
      .insertInto('roleMenu')
      .values(menus.map((menu) => ({ roleId: id, menuId: menu.id })))
      .execute()
  return { id, alias }
}
const userWith = async (...roleId: string[]) => {
  const account = `person${++serial}`
  const row = { account, name: account, realName: account, status: 1 as const, roleId, deptId: ['5'], region: '320500' }
  return (await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const openFor = async (userId: string, ends = '1 hour') => {
  const token = newToken()
  await sql`insert into session (user_id, client_id, access_hash, refresh_hash, access_ends, refresh_ends, address, agent)
    values (${userId}, 'saber', ${hashToken(token)}, ${hashToken(newToken())}, now() + ${ends}::interval, now(), 'a', 'b')`.execute(
    db,
  )
  return token
}

describe('a token', () => {
  test('is 256 random bits in characters for a header, and unique', () => {
    const tokens = Array.from({ length: 100 }, newToken)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(tokens).size).toBe(100)
  })

  test('is stored as its SHA-256', () => {
    expect(hashToken('x').equals(createHash('sha256').update('x').digest())).toBe(true)
  })

  const token = 'A'.repeat(43)
  test.each([
    [`bearer ${token}`, token],
    [`Bearer ${token}`, token],
    [`BEARER   ${token} `, token],
    [token, token],
    [`Basic ${token}`, null],
    [`bearer ${token}x`, null],
    [`bearer ${token.slice(1)}`, null],
    [`bearer ${token.slice(1)}'`, null],
    ['bearer ', null],
    ['', null],
    [undefined, null],
    [[token], null],
    [5, null],
  ])('in the header %j is %j', (header, expected) => {
    expect(tokenOf(header)).toBe(expected)
  })
})

describe('the session of a token', () => {
  test('has the current data of the account and the current cache versions', async () => {
    const { id: roleId, alias } = await roleWith('post', 'post_add')
    const id = await userWith(roleId)
    const { actor, cacheVersions } = await readSession(app, await openFor(id))
    expect(actor).toMatchObject({
      id,
      roleIds: [roleId],
      deptIds: ['5'],
      region: '320500',
      tenantId: '000000',
      mustChange: false,
    })
    expect(actor.rights).toMatchObject({ administrator: false, aliases: [alias], codes: new Set(['post', 'post_add']) })
    expect(Object.keys(cacheVersions).sort()).toEqual([
      'dict',
      'industry',
      'library',
      'news',
      'param',
      'private_network',
      'region',
      'rights',
    ])
    await db.updateTable('user').set({ region: '330000', deptId: [] }).where('id', '=', id).execute()
    expect((await readSession(app, await openFor(id))).actor).toMatchObject({ region: '330000', deptIds: [] })
  })

  test('has no rights for an account without roles', async () => {
    const { actor } = await readSession(app, await openFor(await userWith()))
    expect(actor.rights).toEqual(visitor.rights)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['has ended', (id) => db.updateTable('session').set({ endedAt: sql`now()` }).where('userId', '=', id).execute()],
    [
      'is too old',
      (id) => db.updateTable('session').set({ accessEnds: sql`now()` }).where('userId', '=', id).execute(),
    ],
    [
      'belongs to a disabled account',
      (id) => db.updateTable('user').set({ status: -1 }).where('id', '=', id).execute(),
    ],
    ['belongs to a waiting account', (id) => db.updateTable('user').set({ status: 0 }).where('id', '=', id).execute()],
    [
      'belongs to a removed account',
      (id) => db.updateTable('user').set({ isDeleted: 1 }).where('id', '=', id).execute(),
    ],
  ])('is rejected from the next request on if it %s', async (_, change) => {
    const id = await userWith()
    const token = await openFor(id)
    await expect(readSession(app, token)).resolves.toHaveProperty('actor')
    await change(id)
    await expect(readSession(app, token)).rejects.toEqual(unauthorized)
  })

  test('does not exist for an unknown token', async () => {
    await expect(readSession(app, newToken())).rejects.toEqual(unauthorized)
  })
})

describe('rights are compiled once per version, and a change applies at the next request', () => {
  test('for a granted permission, a renamed role and a removed role', async () => {
    const { id: roleId } = await roleWith('post')
    const token = await openFor(await userWith(roleId))
    const rights = async () => (await readSession(app, token)).actor.rights
    const first = await rights()
    expect(await rights()).toBe(first)
    const add = await db.selectFrom('menu').select('id').where('code', '=', 'post_add').executeTakeFirstOrThrow()
    await db.insertInto('roleMenu').values({ roleId, menuId: add.id }).execute()
    expect((await rights()).codes).toEqual(new Set(['post', 'post_add']))
    await db.updateTable('role').set({ roleAlias: 'renamed' }).where('id', '=', roleId).execute()
    expect((await rights()).aliases).toEqual(['renamed'])
    await db.updateTable('role').set({ isDeleted: 1 }).where('id', '=', roleId).execute()
    expect(await rights()).toMatchObject({ aliases: [], codes: new Set(), scopes: new Map() })
  })

  test('data scopes of all roles are grouped by entity', async () => {
    const [one, other] = [await roleWith(), await roleWith()]
    const scopes = await db.selectFrom('dataScope').select(['id', 'scopeName']).execute()
    const give = (roleId: string, name: string, scopeCategory = 1) =>
      db
        .insertInto('roleScope')
        .values({ roleId, scopeId: scopes.find(({ scopeName }) => scopeName === name)?.id as string, scopeCategory })
        .execute()
    await give(one.id, '本单位项目')
    await give(other.id, '本地区项目')
    await give(other.id, '全部申报', 2)
    const { rights } = (await readSession(app, await openFor(await userWith(one.id, other.id)))).actor
    expect([...rights.scopes.keys()]).toEqual(['library'])
    expect(
      rights.scopes
        .get('library')
        ?.map(({ type, column }) => [type, column])
        .sort(),
    ).toEqual([
      [5, 'city'],
      [5, 'organizationCode'],
    ])
  })

  test('the role administrator has all rights', async () => {
    const { id } = await db
      .selectFrom('role')
      .select('id')
      .where('roleAlias', '=', 'administrator')
      .executeTakeFirstOrThrow()
    expect((await readSession(app, await openFor(await userWith(id)))).actor.rights.administrator).toBe(true)
  })
})
