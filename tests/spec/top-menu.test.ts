import { beforeAll, describe, expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, createUserWithoutRights, type Enterprise } from '../support/scenario.ts'

/** Top menus (specification 001, sections 3 and 7): the entries of the top bar and the menus of each entry. */
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
const codes = (nodes: MenuNode[]) =>
  flat(nodes)
    .map(({ code }) => code)
    .sort()
const menuIds = async (...menuCodes: string[]) =>
  (await platform.db.selectFrom('menu').select('id').where('code', 'in', menuCodes).execute()).map(({ id }) => id)

/** Creates a top menu with these menus; resolves to its id. */
const createTopMenu = async (code: string, menuCodes: string[], sort = 1) => {
  const row = { code, name: `${code}中`, nameEn: `${code} en`, source: 'project', sort }
  const { id } = await admin.get(topMenu.calls.submit, row)
  await admin.get(topMenu.calls.grant, { topMenuIds: id, menuIds: (await menuIds(...menuCodes)).join(',') })
  return id
}
const entriesFor = async (caller: Caller) => (await caller.get(menu.calls.topMenu, {})).map(({ code }) => code)

describe('the top bar', () => {
  let [work, office] = ['', '']
  beforeAll(async () => {
    office = await createTopMenu('office', ['user', 'post', 'role'], 2)
    work = await createTopMenu('work', ['library', 'post'], 1)
  })

  test('shows an administrator all entries in order, and other users the entries with menus they hold', async () => {
    expect(await entriesFor(admin)).toEqual(['work', 'office'])
    expect(await entriesFor(company)).toEqual(['work'])
    expect(await entriesFor(nobody)).toEqual([])
  })

  test('shows for an entry those of its menus that the user holds, with their parents', async () => {
    const codesOfEntry = async (caller: Caller, topMenuId: string) =>
      codes(await caller.get(menu.calls.routes, { topMenuId }))
    expect(await codesOfEntry(admin, office)).toEqual(['post', 'role', 'system', 'user'])
    expect(await codesOfEntry(company, work)).toEqual(['library', 'project'])
    expect(await codesOfEntry(company, office)).toEqual([])
    expect(await codesOfEntry(admin, '424242')).toEqual([])
  })

  test('shows the menus of the roles if no entry is selected', async () => {
    expect(codes(await company.get(menu.calls.routes, {}))).toEqual([
      'declaration',
      'library',
      'private_network',
      'project',
    ])
  })

  test('does not show an area without menus of the user', async () => {
    const groups = await createTopMenu('groups', ['system', 'user'], 3)
    const officer = await createStaff(platform, 'city')
    expect(await entriesFor(officer)).not.toContain('groups')
    expect(await officer.get(menu.calls.routes, { topMenuId: groups })).toEqual([])
    await admin.get(topMenu.calls.remove, { ids: groups })
    expect(await entriesFor(admin)).toEqual(['work', 'office'])
  })

  test('grants no permissions', async () => {
    expect((await company.ask(topMenu.calls.list, {})).status).toBe(403)
    expect((await company.get(menu.calls.routes, { topMenuId: office })).length).toBe(0)
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    expect(buttons).not.toContain('post_add')
  })

  test('returns its setting as keys, and a new setting replaces the previous one', async () => {
    const keys = async (topMenuIds: string) => (await admin.get(menu.calls.topTreeKeys, { topMenuIds })).menu.sort()
    expect(await keys(work)).toEqual((await menuIds('library', 'post')).sort())
    expect(await keys(`${work},${office}`)).toEqual((await menuIds('library', 'post', 'user', 'role')).sort())
    await admin.get(topMenu.calls.grant, { topMenuIds: work, menuIds: (await menuIds('library')).join(',') })
    expect(await keys(work)).toEqual(await menuIds('library'))
    expect(await keys('424242')).toEqual([])
  })

  test('accepts ids as arrays, as BladeX clients send them', async () => {
    const body = { topMenuIds: [work], menuIds: await menuIds('library', 'company') }
    expect((await admin.raw('POST', topMenu.calls.grant.path, { body })).status).toBe(200)
    const { menu: keys } = await admin.get(menu.calls.topTreeKeys, { topMenuIds: work })
    expect(keys.sort()).toEqual(body.menuIds.sort())
  })

  test('has a tree for its setting with menus and no buttons', async () => {
    const ids = flat<TreeNode>((await admin.get(menu.calls.grantTopTree, {})).menu).map(({ id }) => id)
    const [buttons, menus] = [await menuIds('post_add'), await menuIds('post', 'system')]
    expect(ids).toEqual(expect.arrayContaining(menus))
    expect(ids).not.toContain(buttons[0])
  })

  test('has names in the language of the user', async () => {
    const response = await admin.ask(menu.calls.topMenu, {}, { 'blade-language': 'en' })
    expect(response.data.map(({ name }) => name)).toEqual(['work en', 'office en'])
  })

  test('has the permission codes and paths of the specification', async () => {
    const buttons = codes(await admin.get(menu.calls.buttons, {}))
    for (const ending of ['add', 'edit', 'delete', 'view', 'setting']) expect(buttons).toContain(`topmenu_${ending}`)
    expect(topMenu.calls.list.path).toBe('/api/caict-system/topmenu/list')
    expect(menu.calls.topTreeKeys.path).toBe('/api/caict-system/menu/top-tree-keys')
  })
})

describe('top menus of another tenant', () => {
  test('are invisible, and their setting cannot be changed', async () => {
    const id = await createTopMenu('foreign', ['post'], 9)
    await platform.db.updateTable('topMenu').set({ tenantId: '111111' }).where('id', '=', id).execute()
    expect(await entriesFor(admin)).not.toContain('foreign')
    expect(await admin.get(menu.calls.routes, { topMenuId: id })).toEqual([])
    expect((await admin.get(menu.calls.topTreeKeys, { topMenuIds: id })).menu).toEqual([])
    expect((await admin.ask(topMenu.calls.grant, { topMenuIds: id, menuIds: '' })).status).toBe(404)
    const rows = await platform.db.selectFrom('topMenuSetting').select('menuId').where('topMenuId', '=', id).execute()
    expect(rows).toHaveLength(1)
  })
})
