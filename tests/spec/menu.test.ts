import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import type { TreeNode } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
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
    const all = Object.values(entities) as AnyEntity[]
    // rows without a menu may have the permissions of the rows that they belong to
    const withMenu = new Set(
      all.filter(({ area, hasMenu }) => area in areas && hasMenu !== false).map(({ code }) => code),
    )
    for (const { code } of all) expect([code, codes(menus).includes(code)]).toEqual([code, withMenu.has(code)])
    expect(codes(menus)).toContain('permission_lens')
    expect(codes(buttons)).toEqual(
      expect.arrayContaining(['post_add', 'post_delete', 'user_audit_pass', 'library_export_all']),
    )
    expect(flat(menus).every(({ category }) => category === 1)).toBe(true)
  })

  test('give the administrator every code that the console asks for', async () => {
    const trees = [await admin.get(menu.calls.routes, {}), await admin.get(menu.calls.buttons, {})]
    const granted = trees.flatMap(codes)
    const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
    const asked = sources.flatMap((path) =>
      [...readFileSync(`web/${path}`, 'utf8').matchAll(/\bmay\('(\w+)'\)/g)].map(([, code]) => code),
    )
    expect(asked.length).toBeGreaterThan(40)
    expect(asked.filter((code) => !granted.includes(String(code)))).toEqual([])
  })

  test('an enterprise has only its own menus, each below its area, and its own buttons', async () => {
    const menus = await company.get(menu.calls.routes, {})
    expect(menus.map(({ code }) => code)).toEqual(['project'])
    expect(codes(menus).sort()).toEqual(['declaration', 'library', 'private_network', 'project'])
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    expect(buttons).toEqual(expect.arrayContaining(['declaration_submit', 'declaration_invite', 'library_view']))
    for (const otherCode of ['declaration_city', 'library_export_all', 'user_add', 'library_add'])
      expect(buttons).not.toContain(otherCode)
  })

  test('the server requires the permissions behind the buttons', async () => {
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    const response = await company.ask(entities.library.calls.submit, {})
    expect([buttons.includes('library_add'), response.status]).toEqual([false, 403])
  })

  test('a role without permissions has neither menus nor buttons', async () => {
    expect(await nobody.get(menu.calls.routes, {})).toEqual([])
    expect(await nobody.get(menu.calls.buttons, {})).toEqual([])
  })

  test('names are in the language of the user', async () => {
    const [firstMenu] = await company.get(menu.calls.routes, {}, { 'blade-language': 'en' })
    expect(firstMenu).toMatchObject({ label: firstMenu?.name, meta: { i18n: firstMenu?.code } })
    const response = await company.ask(menu.calls.routes, {}, { 'blade-language': 'en' })
    expect(response.data[0]?.name).toBe('Projects')
    expect((await company.get(menu.calls.routes, {}))[0]?.name).toBe('项目管理')
  })

  test('a button cannot be a parent', async () => {
    const [button] = flat(await admin.get(menu.calls.buttons, {})).filter(({ category }) => category === 2)
    const below = { ...plain, name: '下级', code: 'below', parentId: button?.id }
    expect((await admin.ask(menu.calls.submit, below)).msg).toBe('上级必须是菜单')
    const tree = flat(await admin.get(menu.calls.tree, {}))
    expect(tree.map(({ id }) => id)).not.toContain(button?.id)
  })

  test('the tree for choosing a menu has names in the language of the user', async () => {
    const titles = async (language: string) =>
      flat((await admin.ask(menu.calls.tree, {}, { 'blade-language': language })).data).map(({ title }) => title)
    expect(await titles('zh')).toContain('岗位管理')
    expect(await titles('en')).toContain('Positions')
    expect(await titles('en')).not.toContain('岗位管理')
  })

  test('menu names are unique, button names are not', async () => {
    const row = { ...plain, name: '岗位管理', code: 'again', path: '/again' }
    const rejection = { status: 400, faults: [{ at: 'name', msg: '菜单名称已存在' }] }
    for (const name of ['岗位管理', '岗位\u200b管理'])
      expect(await admin.ask(menu.calls.submit, { ...row, name })).toMatchObject(rejection)
    const { id } = await admin.get(menu.calls.submit, { ...row, name: '另一菜单' })
    expect(await admin.ask(menu.calls.submit, { id, name: '岗位管理' })).toMatchObject(rejection)
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

  test('a menu needs a path, and cannot be moved below itself or its descendants', async () => {
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

  test('a button has a position, and keeps the window that a client sends with it', async () => {
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
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ isOpen: 2, action: 3, actionName: '工具操作栏' })
    expect(codes(await admin.get(menu.calls.buttons, {}))).toContain('post_print')
  })

  test('a menu needs an icon, a button needs neither position nor alias; what a client sends besides is kept', async () => {
    const { source: _, ...menuWithoutIcon } = { ...plain, name: '无图标', code: 'signless', path: '/signless' }
    expect((await admin.ask(menu.calls.submit, menuWithoutIcon)).faults).toEqual([
      { at: 'source', msg: '请选择菜单图标' },
    ])
    const { id } = await admin.get(menu.calls.submit, { ...menuWithoutIcon, source: 'post', action: 2, isOpen: 2 })
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ action: 2, isOpen: 2, source: 'post' })
    await admin.get(menu.calls.submit, { id, isOpen: '' as never, sort: 3 })
    expect(await admin.get(menu.calls.detail, { id })).toMatchObject({ action: 2, isOpen: 2 })
    const button = { name: '签发', code: 'signless_sign', sort: 1, category: 2, parentId: id } as const
    const { id: plainButton } = await admin.get(menu.calls.submit, { ...button, code: 'signless_plain' })
    expect(await admin.get(menu.calls.detail, { id: plainButton })).toMatchObject({ action: null, alias: 'menu' })
    const newButton = await admin.get(menu.calls.submit, { ...button, action: 2, source: 'post' })
    expect(await admin.get(menu.calls.detail, newButton)).toMatchObject({ action: 2, isOpen: 1, source: null })
  })

  test('search results on any level show their parent menus in the language of the user', async () => {
    const results = async (language: string) => {
      // the common list filters are not declared for this call
      const filters = { code: 'post_add' } as object
      const { data } = await admin.ask(menu.calls.lazyList, filters, { 'blade-language': language })
      return data.map(({ code, place }) => [code, place])
    }
    expect(await results('zh')).toEqual([['post_add', '系统管理 › 岗位管理']])
    expect(await results('en')).toEqual([['post_add', 'System › Positions']])
    const top = await admin.get(menu.calls.lazyList, {})
    expect(top.every(({ place, parentId }) => place === '' && parentId === '0')).toBe(true)
  })

  test('a row is found by its id, with the ids of its ancestors', async () => {
    const idsOf = async (...codes: string[]) =>
      Promise.all(
        codes.map(async (code) => (await admin.get(menu.calls.lazyList, { code_equal: code } as object))[0]?.id),
      )
    const [system, post, button] = await idsOf('system', 'post', 'post_add')
    const [row] = await admin.get(menu.calls.lazyList, { id: button } as object)
    expect(row).toMatchObject({ code: 'post_add', ancestors: `0,${system},${post}` })
    expect(await admin.get(menu.calls.lazyList, { id: system } as object)).toMatchObject([{ ancestors: '0' }])
    // a button is not a menu
    expect(await admin.get(menu.calls.lazyMenuList, { id: button } as object)).toEqual([])
  })

  test('users who manage scopes read menus by level and nothing else of menus', async () => {
    const scopeManager = await createClerk(platform, 'scope.setter', { codes: ['data_scope'] })
    const codesOf = (await scopeManager.get(menu.calls.lazyMenuList, {})).map(({ code }) => code)
    expect(codesOf).toContain('system')
    expect((await scopeManager.ask(menu.calls.lazyList, {})).status).toBe(403)
    expect((await nobody.ask(menu.calls.lazyMenuList, {})).status).toBe(403)
  })

  test('menu lists contain no buttons, as a tree or by level with the flag hasChildren', async () => {
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

  test('in the trees to grant from, scopes are below their menus', async () => {
    const trees = await admin.get(menu.calls.grantTree, {})
    const pathTo = (nodes: readonly TreeNode[], title: string): string[] => {
      for (const node of nodes) {
        if (node.title === title) return [title]
        const rest = pathTo(node.children ?? [], title)
        if (rest.length) return [node.title, ...rest]
      }
      return []
    }
    expect(pathTo(trees.dataScope, '本单位申报')).toEqual(['项目管理', '项目申报', '本单位申报'])
    expect(trees.apiScope).toEqual([])
  })

  test('users who manage scopes get the number of scopes of each menu, with those below it', async () => {
    const [{ id: menuId, parentId }] = (await platform.db
      .selectFrom('menu')
      .select(['id', 'parentId'])
      .where('code', '=', 'post')
      .execute()) as [{ id: string; parentId: string }]
    const countAbove = async () =>
      (await admin.get(dataScope.calls.menuCounts, {})).find((one) => one.menuId === parentId)?.count ?? 0
    const above = await countAbove()
    const scopeCount = async (calls: typeof dataScope.calls | typeof apiScope.calls) =>
      (await admin.get(calls.menuCounts, {})).find((one) => one.menuId === menuId)?.count
    expect([await scopeCount(dataScope.calls), await scopeCount(apiScope.calls)]).toEqual([undefined, undefined])
    for (const scopeName of ['甲', '乙'])
      await admin.get(dataScope.calls.submit, { menuId, scopeName, resourceCode: 'post', scopeType: 2 })
    const address = { scopeName: '丙', resourceCode: 'post', scopePath: '/api/caict-system/post/removed' }
    const { id } = await admin.get(apiScope.calls.submit, { ...address, menuId, scopeType: 1 })
    expect([await scopeCount(dataScope.calls), await scopeCount(apiScope.calls)]).toEqual([2, 1])
    expect(await countAbove()).toBe(above + 2)
    await admin.get(apiScope.calls.remove, { ids: id })
    expect(await scopeCount(apiScope.calls)).toBeUndefined()
    expect((await nobody.ask(dataScope.calls.menuCounts, {})).status).toBe(403)
  })

  test('a role has exactly the permissions last granted', async () => {
    const roles = await admin.get(role.calls.select, {})
    const roleIds = roles.find(({ roleAlias }) => roleAlias === 'nobody')?.id ?? ''
    const trees = await admin.get(menu.calls.grantTree, {})
    const menuIds = flat<TreeNode>(trees.menu)
      .slice(0, 3)
      .map(({ id }) => id)
    const leaves = flat<TreeNode>(trees.dataScope).filter(({ children }) => !children)
    const scopes = leaves.slice(0, 2).map(({ id }) => id)
    await admin.get(role.calls.grant, { roleIds, menuIds: menuIds.join(','), dataScopeIds: scopes.join(',') })
    const keys = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect([keys.menu.sort(), keys.dataScope.sort(), keys.apiScope]).toEqual([menuIds.sort(), scopes.sort(), []])
    await admin.get(role.calls.grant, { roleIds, menuIds: '', dataScopeIds: '' })
    expect(await admin.get(menu.calls.roleTreeKeys, { roleIds })).toEqual({ menu: [], dataScope: [], apiScope: [] })
  })

  test('the tree to grant from contains only what the granting user holds', async () => {
    const office = await createStaff(platform, 'platform')
    const [officerTree, adminTree] = [
      await office.get(menu.calls.grantTree, {}),
      await admin.get(menu.calls.grantTree, {}),
    ]
    expect(flat<TreeNode>(officerTree.menu).length).toBeLessThan(flat<TreeNode>(adminTree.menu).length)
  })
})
