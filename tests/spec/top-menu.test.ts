import { beforeAll, describe, expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, createUserWithoutRights, type Enterprise } from '../support/scenario.ts'

/** Top menus (specification 001, sections 3 and 7): what the top bar offers and what each entry shows. */
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
const menuIds = async (...wanted: string[]) =>
  (await platform.db.selectFrom('menu').select('id').where('code', 'in', wanted).execute()).map(({ id }) => id)

/** A top menu that shows these menus; resolves to its id. */
const made = async (code: string, wanted: string[], sort = 1) => {
  const row = { code, name: `${code}中`, nameEn: `${code} en`, source: 'project', sort }
  const { id } = await admin.get(topMenu.calls.submit, row)
  await admin.get(topMenu.calls.grant, { topMenuIds: id, menuIds: (await menuIds(...wanted)).join(',') })
  return id
}
const offered = async (caller: Caller) => (await caller.get(menu.calls.topMenu, {})).map(({ code }) => code)

describe('what the top bar offers, and what each entry shows', () => {
  let [work, office] = ['', '']
  beforeAll(async () => {
    office = await made('office', ['user', 'post', 'role'], 2)
    work = await made('work', ['library', 'post'], 1)
  })

  test('an administrator sees all of them, in their order; others those that leave them a menu', async () => {
    expect(await offered(admin)).toEqual(['work', 'office'])
    expect(await offered(company)).toEqual(['work'])
    expect(await offered(nobody)).toEqual([])
  })

  test('an entry shows the menus of its setting that the caller holds, with those above them', async () => {
    const under = async (caller: Caller, topMenuId: string) => codes(await caller.get(menu.calls.routes, { topMenuId }))
    expect(await under(admin, office)).toEqual(['post', 'role', 'system', 'user'])
    expect(await under(company, work)).toEqual(['library', 'project'])
    expect(await under(company, office)).toEqual([])
    expect(await under(admin, '424242')).toEqual([])
  })

  test('without one, the menus are those of the roles', async () => {
    expect(codes(await company.get(menu.calls.routes, {}))).toEqual(['declaration', 'library', 'project'])
  })

  test('a group of which the caller holds nothing below is no menu', async () => {
    const groups = await made('groups', ['system', 'user'], 3)
    const officer = await createStaff(platform, 'city')
    expect(await offered(officer)).not.toContain('groups')
    expect(await officer.get(menu.calls.routes, { topMenuId: groups })).toEqual([])
    await admin.get(topMenu.calls.remove, { ids: groups })
    expect(await offered(admin)).toEqual(['work', 'office'])
  })

  test('it opens nothing: what one may do stands in the roles', async () => {
    expect((await company.ask(topMenu.calls.list, {})).status).toBe(403)
    expect((await company.get(menu.calls.routes, { topMenuId: office })).length).toBe(0)
    const buttons = codes(await company.get(menu.calls.buttons, {}))
    expect(buttons).not.toContain('post_add')
  })

  test('what is set comes back as keys, and a new setting replaces the former', async () => {
    const keys = async (topMenuIds: string) => (await admin.get(menu.calls.topTreeKeys, { topMenuIds })).menu.sort()
    expect(await keys(work)).toEqual((await menuIds('library', 'post')).sort())
    expect(await keys(`${work},${office}`)).toEqual((await menuIds('library', 'post', 'user', 'role')).sort())
    await admin.get(topMenu.calls.grant, { topMenuIds: work, menuIds: (await menuIds('library')).join(',') })
    expect(await keys(work)).toEqual(await menuIds('library'))
    expect(await keys('424242')).toEqual([])
  })

  test('ids may come as arrays, as the family of clients sends them', async () => {
    const body = { topMenuIds: [work], menuIds: await menuIds('library', 'company') }
    expect((await admin.raw('POST', topMenu.calls.grant.path, { body })).status).toBe(200)
    const { menu: keys } = await admin.get(menu.calls.topTreeKeys, { topMenuIds: work })
    expect(keys.sort()).toEqual(body.menuIds.sort())
  })

  test('the tree to set from holds menus and no buttons', async () => {
    const ids = flat<TreeNode>((await admin.get(menu.calls.grantTopTree, {})).menu).map(({ id }) => id)
    const [buttons, menus] = [await menuIds('post_add'), await menuIds('post', 'system')]
    expect(ids).toEqual(expect.arrayContaining(menus))
    expect(ids).not.toContain(buttons[0])
  })

  test('names come in the language of the reader', async () => {
    const answer = await admin.ask(menu.calls.topMenu, {}, { 'blade-language': 'en' })
    expect(answer.data.map(({ name }) => name)).toEqual(['work en', 'office en'])
  })

  test('its permissions are spelled as the wire does', async () => {
    const buttons = codes(await admin.get(menu.calls.buttons, {}))
    for (const ending of ['add', 'edit', 'delete', 'view', 'setting']) expect(buttons).toContain(`topmenu_${ending}`)
    expect(topMenu.calls.list.path).toBe('/api/caict-system/topmenu/list')
    expect(menu.calls.topTreeKeys.path).toBe('/api/caict-system/menu/top-tree-keys')
  })
})

describe('whose top menus', () => {
  test('those of another tenant are not there, and their setting cannot be changed', async () => {
    const id = await made('foreign', ['post'], 9)
    await platform.db.updateTable('topMenu').set({ tenantId: '111111' }).where('id', '=', id).execute()
    expect(await offered(admin)).not.toContain('foreign')
    expect(await admin.get(menu.calls.routes, { topMenuId: id })).toEqual([])
    expect((await admin.get(menu.calls.topTreeKeys, { topMenuIds: id })).menu).toEqual([])
    expect((await admin.ask(topMenu.calls.grant, { topMenuIds: id, menuIds: '' })).status).toBe(404)
    const kept = await platform.db.selectFrom('topMenuSetting').select('menuId').where('topMenuId', '=', id).execute()
    expect(kept).toHaveLength(1)
  })
})
