import { beforeAll, describe, expect, test } from 'vitest'
import { dict } from '#contract/system/dict.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope } from '../support/roles.ts'
import { assignPackage, createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

const codesOf = async (roleId: string) => {
  const rows = await platform.db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('menu.code')
    .where('roleId', '=', roleId)
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}
const scopesOf = async (roleId: string) =>
  (await platform.db.selectFrom('roleScope').select('scopeId').where('roleId', '=', roleId).execute()).map(
    ({ scopeId }) => scopeId,
  )
const auditOf = async (entity: string, rowId: string) =>
  (
    await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('entity', '=', entity)
      .where('rowId', '=', rowId)
      .execute()
  )
    .map(({ verb }) => verb)
    .sort()

describe('a copy of a role', () => {
  test('has its menus and scopes, beside it in the tree, and is in the audit', async () => {
    const scope = await createScope(admin, { resourceCode: 'library', scopeType: 2 })
    const parentId = await createRole(platform, admin, 'copy.parent')
    const codes = ['library', 'library_view', 'post']
    const roleId = await createRole(platform, admin, 'copy.source', { codes, scopes: [scope], parentId })
    const names = { roleName: '副本', roleAlias: 'copy.target' }
    const { id, omitted } = await admin.get(role.calls.copy, { roleId, ...names })
    expect(omitted).toBe(0)
    expect(await codesOf(id)).toEqual(codes)
    expect(await scopesOf(id)).toEqual([scope])
    expect(await admin.get(role.calls.detail, { id })).toMatchObject({ ...names, parentId })
    expect(await auditOf('role', id)).toEqual(['copy', 'grant', 'insert'])
  })

  test('has only grants that the caller holds, and no menu without the scope that limits it', async () => {
    const narrow = await createScope(admin, { resourceCode: 'library', scopeType: 5, scopeValue: 'year_equal=2025' })
    const clerkScope = await createScope(admin, { resourceCode: 'library', scopeType: 2 })
    const roleId = await createRole(platform, admin, 'copy.wide', {
      codes: ['library', 'library_view', 'post', 'param'],
      scopes: [narrow],
    })
    const caller = await createClerk(platform, 'copy.clerk', {
      codes: ['role', 'role_add', 'role_grant', 'role_copy', 'library', 'library_view', 'post'],
      scopes: [clerkScope],
    })
    const copy = await caller.get(role.calls.copy, { roleId, roleName: '窄', roleAlias: 'copy.narrow' })
    expect(await codesOf(copy.id)).toEqual(['post'])
    expect(await scopesOf(copy.id)).toEqual([])
    expect(copy.omitted).toBe(4)
  })

  test('leaves out a menu that would show more rows than the caller sees, and says so', async () => {
    const ownPosts = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
    const roleId = await createRole(platform, admin, 'copy.unbounded', { codes: ['library', 'post', 'post_add'] })
    const caller = await createClerk(platform, 'copy.bounded', {
      codes: ['role', 'role_add', 'role_grant', 'role_copy', 'library', 'post', 'post_add'],
      scopes: [ownPosts],
    })
    const copy = await caller.get(role.calls.copy, { roleId, roleName: '限', roleAlias: 'copy.limited' })
    expect(copy.omitted).toBe(2)
    expect(await codesOf(copy.id)).toEqual(['library'])
  })

  test('needs a free alias, its own permission, and those to add and to grant', async () => {
    const roleId = await createRole(platform, admin, 'copy.again')
    const taken = await admin.ask(role.calls.copy, { roleId, roleName: '副本', roleAlias: 'copy.again' })
    expect(taken).toMatchObject({ status: 400, data: { faults: [{ at: 'roleAlias' }] } })
    expect((await admin.ask(role.calls.copy, { roleId, roleAlias: 'x' })).data).toMatchObject({
      faults: [{ at: 'roleName' }],
    })
    const input = { roleId, roleName: '副本', roleAlias: 'copy.refused' }
    const noCopy = await createClerk(platform, 'copy.none', { codes: ['role', 'role_add', 'role_grant'] })
    const noAdd = await createClerk(platform, 'copy.noadd', { codes: ['role', 'role_copy', 'role_grant'] })
    const noGrant = await createClerk(platform, 'copy.nogrant', { codes: ['role', 'role_copy', 'role_add'] })
    for (const caller of [noCopy, noAdd, noGrant]) expect((await caller.ask(role.calls.copy, input)).status).toBe(403)
    const reserved = { roleName: '副本', roleAlias: 'administrator' }
    const full = await createClerk(platform, 'copy.full', { codes: ['role', 'role_copy', 'role_add', 'role_grant'] })
    expect((await full.ask(role.calls.copy, { roleId, ...reserved })).data).toMatchObject({
      faults: [{ at: 'roleAlias' }],
    })
  })

  test('is not possible for the role of super administrators, or for a role of another tenant', async () => {
    const [root] = await admin.get(role.calls.forest, { roleAlias_equal: 'administrator' })
    const names = { roleName: '副本', roleAlias: 'copy.root' }
    expect((await admin.ask(role.calls.copy, { roleId: root?.id ?? '', ...names })).status).toBe(400)
    const tenant = await createTenant(platform)
    await assignPackage(platform, [tenant])
    const roleId = await createRole(platform, admin, 'copy.platform')
    expect((await tenant.admin.ask(role.calls.copy, { roleId, ...names })).status).toBe(404)
  })
})

describe('a copy of a menu', () => {
  const level = (parentId: string) => admin.get(menu.calls.lazyList, { parentId })
  const createMenu = async (code: string, parentId = '0') => {
    const row = {
      name: `菜单${code}`,
      code,
      path: `/copy/${code}`,
      source: 'setting',
      alias: 'menu',
      category: 1,
      sort: 1,
    } as const
    return (await admin.get(menu.calls.submit, { ...row, parentId })).id
  }
  const createButton = (code: string, parentId: string) =>
    admin.get(menu.calls.submit, { name: '新增', code, alias: 'add', category: 2, action: 1, sort: 1, parentId })

  test.each([
    ['menu', [], []],
    ['buttons', ['c_buttons_add', 'c_buttons_other'], []],
    ['all', ['c_all_add', 'c_all_other', 'c_all_below'], ['c_all_below_add']],
  ] as const)('with the range %s has new codes below it: %j, %j', async (range, codes, deeper) => {
    const source = `src_${range}`
    const menuId = await createMenu(source)
    await createButton(`${source}_add`, menuId)
    await createButton(`${range}_lone`, menuId)
    await createButton(`${source}_below_add`, await createMenu(`${source}_below`, menuId))
    const names = { name: `复制${range}`, nameEn: null, code: `c_${range}`, path: `/copied/${range}` }
    const { id } = await admin.get(menu.calls.copy, { menuId, range, ...names })
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ ...names, parentId: '0', source: 'setting' })
    const below = await level(id)
    const expected = codes.map((code) => (code.endsWith('_other') ? `c_${range}_${range}_lone` : code))
    expect(below.map(({ code }) => code).sort()).toEqual([...expected].sort())
    for (const one of below) expect(await auditOf('menu', one.id)).toEqual(['insert'])
    const child = below.find(({ category }) => category === 1)
    expect(child ? (await level(child.id)).map(({ code }) => code) : []).toEqual(deeper)
    if (child) expect(child).toMatchObject({ name: `菜单${source}_below 副本`, path: `/copy/${source}_below-copy` })
    expect(await auditOf('menu', id)).toEqual(['copy', 'insert'])
  })

  test('needs a free name and code; otherwise nothing is copied', async () => {
    const menuId = await createMenu('taken_menu')
    await createButton('taken_menu_add', menuId)
    const input = { menuId, range: 'buttons', name: '空闲', code: 'taken_menu', path: '/x' } as const
    const count = async () => (await admin.get(menu.calls.lazyList, { name: '空闲' } as never)).length
    expect((await admin.ask(menu.calls.copy, input)).data).toMatchObject({ faults: [{ at: 'code' }] })
    expect((await admin.ask(menu.calls.copy, { ...input, code: 'free', name: '菜单taken_menu' })).data).toMatchObject({
      faults: [{ at: 'name' }],
    })
    // the code of a copied button is taken
    await createButton('free_menu_add', menuId)
    expect((await admin.ask(menu.calls.copy, { ...input, code: 'free_menu' })).data).toMatchObject({
      faults: [{ at: 'code' }],
    })
    expect(await count()).toBe(0)
  })

  test('needs the permissions to copy and to add, and the platform', async () => {
    const menuId = await createMenu('guarded_menu')
    const input = { menuId, range: 'menu', name: '拒绝', code: 'refused', path: '/x' } as const
    const clerk = await createClerk(platform, 'copy.menu', { codes: ['menu', 'menu_copy'] })
    expect((await clerk.ask(menu.calls.copy, input)).status).toBe(403)
    const tenant = await createTenant(platform)
    await assignPackage(platform, [tenant])
    expect((await tenant.admin.ask(menu.calls.copy, input)).status).toBe(403)
  })
})

describe.each([
  ['a platform dictionary', dict],
  ['a business dictionary', dictBiz as unknown as typeof dict],
])('a copy of %s', (_name, of) => {
  const createHead = async (code: string) => {
    const head = await admin.get(of.calls.submit, { code, dictValue: `字典${code}`, sort: 3, isSealed: 0 })
    const add = (dictKey: string, parentId: string) =>
      admin.get(of.calls.submit, { code, parentId, dictKey, dictValue: `项${dictKey}`, sort: 1, isSealed: 0 })
    const entry = await add('1', head.id)
    await add('2', entry.id)
    return { id: head.id, entryId: entry.id }
  }

  test('has its entries, as a tree', async () => {
    const { id: dictId } = await createHead('copied_source')
    const names = { dictValue: '新字典', dictValueEn: 'New', code: 'copied_target' }
    const { id } = await admin.get(of.calls.copy, { dictId, ...names })
    expect(await admin.get(of.calls.detail, { id })).toMatchObject({ ...names, sort: 3, dictKey: '-1', parentId: '0' })
    const entries = await admin.get(of.calls.childList, { parentId: id })
    expect(entries).toMatchObject([
      { code: 'copied_target', dictKey: '1', dictValue: '项1', children: [{ code: 'copied_target', dictKey: '2' }] },
    ])
    expect(await auditOf(of.name, id)).toEqual(['copy', 'insert'])
  })

  test('needs a free code, a whole dictionary, and the permissions to copy and to add', async () => {
    const { id: dictId, entryId } = await createHead('copied_again')
    const input = { dictId, dictValue: '新字典', code: 'copied_again' }
    expect((await admin.ask(of.calls.copy, input)).data).toMatchObject({ faults: [{ at: 'code' }] })
    expect((await admin.ask(of.calls.copy, { ...input, dictId: entryId, code: 'entry_copy' })).status).toBe(400)
    const clerk = await createClerk(platform, `copy.${of.code}`, { codes: [of.code, `${of.code}_copy`] })
    expect((await clerk.ask(of.calls.copy, { ...input, code: 'clerk_copy' })).status).toBe(403)
  })

  test('has at most 500 entries', async () => {
    const { id: dictId } = await createHead('copied_long')
    const rows = Array.from({ length: 501 }, (_, i) => ({
      code: 'copied_long',
      parentId: dictId,
      dictKey: `k${i}`,
      dictValue: `项${i}`,
      sort: 1,
      isSealed: 0,
    }))
    await platform.db
      .insertInto(of.name as 'dict')
      .values(rows)
      .execute()
    const answer = await admin.ask(of.calls.copy, { dictId, dictValue: '长', code: 'copied_long_2' })
    expect(answer).toMatchObject({ status: 400, msg: '一次最多复制 500 条下级数据' })
  })
})
