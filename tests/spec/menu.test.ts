import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { TreeNode } from '#contract/kit/call.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { bystander, type Enterprise, enterprise, staff } from '../support/story.ts'

const platform = await openPlatform()
let admin: Caller
let company: Enterprise
let nobody: Caller
beforeAll(async () => {
  admin = await platform.admin()
  company = await enterprise(platform)
  nobody = await bystander(platform)
})

const flat = <T extends { children?: T[] }>(nodes: readonly T[]): T[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const codes = (nodes: MenuNode[]) => flat(nodes).map(({ code }) => code)

describe('menus and buttons by role (specification 000, section 6)', () => {
  test('an administrator has every menu and every button', async () => {
    const [menus, buttons] = [await admin.get(menu.calls.routes, {}), await admin.get(menu.calls.buttons, {})]
    for (const { code } of Object.values(entities)) expect(codes(menus)).toContain(code)
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
    const answer = await company.ask(menu.calls.routes, {}, { 'accept-language': 'en' })
    expect(answer.data[0]?.name).toBe('Projects')
    expect((await company.get(menu.calls.routes, {}))[0]?.name).toBe('项目管理')
  })

  test('a button is no parent', async () => {
    const [button] = flat(await admin.get(menu.calls.buttons, {})).filter(({ category }) => category === 2)
    const below = { name: '下级', code: 'below', alias: 'menu', sort: 1, category: 1, parentId: button?.id } as const
    expect((await admin.ask(menu.calls.submit, below)).msg).toBe('上级必须是菜单')
    const tree = flat(await admin.get(menu.calls.tree, {}))
    expect(tree.map(({ id }) => id)).not.toContain(button?.id)
  })

  test('what a role holds comes back as it was granted', async () => {
    const roles = await admin.get(role.calls.select, {})
    const roleIds = roles.find(({ roleAlias }) => roleAlias === 'nobody')?.id ?? ''
    const trees = await admin.get(menu.calls.grantTree, {})
    const chosen = flat<TreeNode>(trees.menu)
      .slice(0, 3)
      .map(({ id }) => id)
    const scopes = trees.dataScope.slice(0, 2).map(({ id }) => id)
    await admin.get(role.calls.grant, { roleIds, menuIds: chosen.join(','), dataScopeIds: scopes.join(',') })
    const keys = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect([keys.menu.sort(), keys.dataScope.sort(), keys.apiScope]).toEqual([chosen.sort(), scopes.sort(), []])
    await admin.get(role.calls.grant, { roleIds, menuIds: '', dataScopeIds: '' })
    expect(await admin.get(menu.calls.roleTreeKeys, { roleIds })).toEqual({ menu: [], dataScope: [], apiScope: [] })
  })

  test('the tree to grant from holds no more than the granter does', async () => {
    const office = await staff(platform, 'platform')
    const [his, all] = [await office.get(menu.calls.grantTree, {}), await admin.get(menu.calls.grantTree, {})]
    expect(flat<TreeNode>(his.menu).length).toBeLessThan(flat<TreeNode>(all.menu).length)
  })
})
