import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import type { TreeNode } from '#contract/kit/call.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createEnterprise, createStaff, createUserWithoutRights, type Enterprise } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let company: Enterprise
let nobody: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  company = await createEnterprise(platform)
  nobody = await createUserWithoutRights(platform)
})

const flat = <T extends { children?: T[] }>(nodes: readonly T[]): T[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const codes = (nodes: MenuNode[]) => flat(nodes).map(({ code }) => code)
const plain = { alias: 'menu', sort: 1, category: 1, source: 'menu' } as const

describe('menus and buttons by role (specification 000, section 6)', () => {
  test('an administrator has every menu and every button', async () => {
    const [menus, buttons] = [await admin.get(menu.calls.routes, {}), await admin.get(menu.calls.buttons, {})]
    for (const { code, area } of Object.values(entities))
      expect([code, codes(menus).includes(code)]).toEqual([code, area in areas])
    expect(codes(menus)).toContain('permission_lens')
    expect(codes(buttons)).toEqual(
      expect.arrayContaining(['post_add', 'post_delete', 'user_audit_pass', 'library_export_all']),
    )
    expect(flat(menus).every(({ category }) => category === 1)).toBe(true)
  })

  test('an enterprise has its own, hanging together from the area down, and no others', async () => {
    const menus = await company.get(menu.calls.routes, {})
    expect(menus.map(({ code }) => code)).toEqual(['project'])
    expect(codes(menus).sort()).toEqual(['declaration', 'library', 'project'])
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    expect(buttons).toEqual(expect.arrayContaining(['declaration_submit', 'declaration_invite', 'library_view']))
    for (const foreign of ['declaration_city', 'library_export_all', 'user_add', 'library_add'])
      expect(buttons).not.toContain(foreign)
  })

  test('the permissions behind the buttons are those the server asks for', async () => {
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    const listed = await company.ask(entities.library.calls.submit, {})
    expect([buttons.includes('library_add'), listed.status]).toEqual([false, 403])
  })

  test('a role that opens nothing has nothing', async () => {
    expect(await nobody.get(menu.calls.routes, {})).toEqual([])
    expect(await nobody.get(menu.calls.buttons, {})).toEqual([])
  })

  test('names come in the language of the reader', async () => {
    const [own] = await company.get(menu.calls.routes, {}, { 'blade-language': 'en' })
    expect(own).toMatchObject({ label: own?.name, meta: { i18n: own?.code } })
    const answer = await company.ask(menu.calls.routes, {}, { 'blade-language': 'en' })
    expect(answer.data[0]?.name).toBe('Projects')
    expect((await company.get(menu.calls.routes, {}))[0]?.name).toBe('项目管理')
  })

  test('a button is no parent', async () => {
    const [button] = flat(await admin.get(menu.calls.buttons, {})).filter(({ category }) => category === 2)
    const below = { ...plain, name: '下级', code: 'below', parentId: button?.id }
    expect((await admin.ask(menu.calls.submit, below)).msg).toBe('上级必须是菜单')
    const tree = flat(await admin.get(menu.calls.tree, {}))
    expect(tree.map(({ id }) => id)).not.toContain(button?.id)
  })

  test('the tree menus are chosen from names them in the language of the reader', async () => {
    const titles = async (language: string) =>
      flat((await admin.ask(menu.calls.tree, {}, { 'blade-language': language })).data).map(({ title }) => title)
    expect(await titles('zh')).toContain('岗位管理')
    expect(await titles('en')).toContain('Posts')
    expect(await titles('en')).not.toContain('岗位管理')
  })

  test('menus go by their names: no two have the same, buttons do not', async () => {
    const row = { ...plain, name: '岗位管理', code: 'again', path: '/again' }
    const taken = { status: 400, faults: [{ at: 'name', msg: '菜单名称已存在' }] }
    expect(await admin.ask(menu.calls.submit, row)).toMatchObject(taken)
    const { id } = await admin.get(menu.calls.submit, { ...row, name: '另一菜单' })
    expect(await admin.ask(menu.calls.submit, { id, name: '岗位管理' })).toMatchObject(taken)
    expect((await admin.ask(menu.calls.submit, { id, name: '另一菜单', sort: 2 })).success).toBe(true)
    const button = {
      name: '新增',
      code: 'again_add',
      alias: 'add',
      sort: 1,
      category: 2,
      action: 1,
      parentId: id,
    } as const
    expect((await admin.ask(menu.calls.submit, button)).success).toBe(true)
    expect((await admin.ask(menu.calls.remove, { ids: id })).msg).toBe('请先删除下级数据')
  })

  test('a menu leads somewhere, and lies neither below itself nor below what lies below it', async () => {
    const row = { ...plain, name: '上', code: 'upper' }
    expect((await admin.ask(menu.calls.submit, row)).faults).toEqual([{ at: 'path', msg: '请输入路由地址' }])
    const { id } = await admin.get(menu.calls.submit, { ...row, path: '/upper' })
    const { id: lower } = await admin.get(menu.calls.submit, {
      ...row,
      name: '下',
      code: 'lower',
      path: 'https://example.com/board',
      isOpen: 2,
      parentId: id,
    })
    for (const parentId of [id, lower])
      expect((await admin.ask(menu.calls.submit, { id, parentId })).faults).toEqual([
        { at: 'parentId', msg: '上级菜单不能是自身或其下级' },
      ])
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ action: 0, parentName: '顶级' })
    const routes = flat(await admin.get(menu.calls.routes, {}))
    expect(routes.find(({ code }) => code === 'lower')).toMatchObject({ isOpen: 2, path: 'https://example.com/board' })
  })

  test('a button opens in no window and carries its place', async () => {
    const [parentId] = (await platform.db.selectFrom('menu').select('id').where('code', '=', 'post').execute()).map(
      ({ id }) => id,
    )
    const button = {
      name: '打印',
      code: 'post_print',
      alias: 'print',
      sort: 9,
      category: 2,
      action: 3,
      isOpen: 2,
    } as const
    const { id } = await admin.get(menu.calls.submit, { ...button, parentId })
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ isOpen: 1, action: 3, actionName: '工具操作栏' })
    expect(codes(await admin.get(menu.calls.buttons, {}))).toContain('post_print')
  })

  test('a menu has a sign and a way to open, a button a place where it stands; neither keeps what is the other’s', async () => {
    const { source: _, ...signless } = { ...plain, name: '无图标', code: 'signless', path: '/signless' }
    expect((await admin.ask(menu.calls.submit, signless)).faults).toEqual([{ at: 'source', msg: '请选择菜单图标' }])
    const { id } = await admin.get(menu.calls.submit, { ...signless, source: 'post', action: 2, isOpen: 2 })
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ action: 0, isOpen: 2, source: 'post' })
    const button = { name: '签发', code: 'signless_sign', alias: 'sign', sort: 1, category: 2, parentId: id } as const
    expect((await admin.ask(menu.calls.submit, button)).faults).toEqual([{ at: 'action', msg: '请选择按钮功能' }])
    const placed = await admin.get(menu.calls.submit, { ...button, action: 2, source: 'post', isOpen: 2 })
    expect(await admin.get(menu.calls.detail, placed)).toMatchObject({ action: 2, isOpen: 1, source: null })
  })

  test('what is found on any level says where it lies, in the language of the reader', async () => {
    const found = async (language: string) => {
      // the list takes the filters of every list beside its own parameters
      const filters = { code: 'post_add' } as object
      const { data } = await admin.ask(menu.calls.lazyList, filters, { 'blade-language': language })
      return data.map(({ code, place }) => [code, place])
    }
    expect(await found('zh')).toEqual([['post_add', '系统管理 › 岗位管理']])
    expect(await found('en')).toEqual([['post_add', 'System › Posts']])
    const top = await admin.get(menu.calls.lazyList, {})
    expect(top.every(({ place, parentId }) => place === '' && parentId === '0')).toBe(true)
  })

  test('a row is found by its id, with the ids on the way down to it', async () => {
    const idsOf = async (...codes: string[]) =>
      Promise.all(
        codes.map(async (code) => (await admin.get(menu.calls.lazyList, { code_equal: code } as object))[0]?.id),
      )
    const [system, post, button] = await idsOf('system', 'post', 'post_add')
    const [row] = await admin.get(menu.calls.lazyList, { id: button } as object)
    expect(row).toMatchObject({ code: 'post_add', ancestors: `0,${system},${post}` })
    expect(await admin.get(menu.calls.lazyList, { id: system } as object)).toMatchObject([{ ancestors: '0' }])
    // a button is no menu
    expect(await admin.get(menu.calls.lazyMenuList, { id: button } as object)).toEqual([])
  })

  test('who sets scopes reads menus by level, and no more of them', async () => {
    const setter = await createClerk(platform, 'scope.setter', { codes: ['data_scope'] })
    const codesOf = (await setter.get(menu.calls.lazyMenuList, {})).map(({ code }) => code)
    expect(codesOf).toContain('system')
    expect((await setter.ask(menu.calls.lazyList, {})).status).toBe(403)
    expect((await nobody.ask(menu.calls.lazyMenuList, {})).status).toBe(403)
  })

  test('the lists of menus hold no buttons: as a tree, and level by level with whether menus lie below', async () => {
    const tree = flat<MenuNode>(await admin.get(menu.calls.menuList, {}))
    expect(tree.every(({ category }) => category === 1)).toBe(true)
    const level = async (input: object) =>
      (await admin.get(menu.calls.lazyMenuList, input)).map((row) => {
        const { code, hasChildren } = row as typeof row & { hasChildren: boolean }
        return [code, hasChildren]
      })
    expect(await level({})).toContainEqual(['system', true])
    const [{ id }] = (await platform.db.selectFrom('menu').select('id').where('code', '=', 'system').execute()) as [
      { id: string },
    ]
    const below = await level({ parentId: id })
    expect(below).toContainEqual(['post', false])
    expect(below).not.toContainEqual(['project', true])
    expect(await level({ code: 'post' })).toEqual([['post', false]])
    const lazy = await admin.get(menu.calls.lazyList, { parentId: id })
    expect(lazy.find(({ code }) => code === 'post')).toMatchObject({ hasChildren: true })
    expect((await admin.get(menu.calls.forest, { code: 'post_add' })).map(({ code }) => code)).toEqual(['post_add'])
  })

  test('scopes stand below the menus they belong to in the trees to grant from', async () => {
    const trees = await admin.get(menu.calls.grantTree, {})
    const way = (nodes: readonly TreeNode[], title: string): string[] => {
      for (const node of nodes) {
        if (node.title === title) return [title]
        const found = way(node.children ?? [], title)
        if (found.length) return [node.title, ...found]
      }
      return []
    }
    expect(way(trees.dataScope, '本单位申报')).toEqual(['项目管理', '项目申报', '本单位申报'])
    expect(trees.apiScope).toEqual([])
  })

  test('of each menu it is told how many scopes it has, to those who set them', async () => {
    const [{ id: menuId }] = (await platform.db
      .selectFrom('menu')
      .select('id')
      .where('code', '=', 'post')
      .execute()) as [{ id: string }]
    const counted = async (calls: typeof dataScope.calls | typeof apiScope.calls) =>
      (await admin.get(calls.menuCounts, {})).find((one) => one.menuId === menuId)?.count
    expect([await counted(dataScope.calls), await counted(apiScope.calls)]).toEqual([undefined, undefined])
    for (const scopeName of ['甲', '乙'])
      await admin.get(dataScope.calls.submit, { menuId, scopeName, resourceCode: 'post', scopeType: 2 })
    const address = { scopeName: '丙', resourceCode: 'post', scopePath: '/api/caict-system/post/removed' }
    const { id } = await admin.get(apiScope.calls.submit, { ...address, menuId, scopeType: 1 })
    expect([await counted(dataScope.calls), await counted(apiScope.calls)]).toEqual([2, 1])
    await admin.get(apiScope.calls.remove, { ids: id })
    expect(await counted(apiScope.calls)).toBeUndefined()
    expect((await nobody.ask(dataScope.calls.menuCounts, {})).status).toBe(403)
  })

  test('what a role holds comes back as it was granted', async () => {
    const roles = await admin.get(role.calls.select, {})
    const roleIds = roles.find(({ roleAlias }) => roleAlias === 'nobody')?.id ?? ''
    const trees = await admin.get(menu.calls.grantTree, {})
    const chosen = flat<TreeNode>(trees.menu)
      .slice(0, 3)
      .map(({ id }) => id)
    const leaves = flat<TreeNode>(trees.dataScope).filter(({ children }) => !children)
    const scopes = leaves.slice(0, 2).map(({ id }) => id)
    await admin.get(role.calls.grant, { roleIds, menuIds: chosen.join(','), dataScopeIds: scopes.join(',') })
    const keys = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect([keys.menu.sort(), keys.dataScope.sort(), keys.apiScope]).toEqual([chosen.sort(), scopes.sort(), []])
    await admin.get(role.calls.grant, { roleIds, menuIds: '', dataScopeIds: '' })
    expect(await admin.get(menu.calls.roleTreeKeys, { roleIds })).toEqual({ menu: [], dataScope: [], apiScope: [] })
  })

  test('the tree to grant from holds no more than the granter does', async () => {
    const office = await createStaff(platform, 'platform')
    const [his, all] = [await office.get(menu.calls.grantTree, {}), await admin.get(menu.calls.grantTree, {})]
    expect(flat<TreeNode>(his.menu).length).toBeLessThan(flat<TreeNode>(all.menu).length)
  })
})
