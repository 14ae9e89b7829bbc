import { beforeAll, describe, expect, test } from 'vitest'
import { recordSearch } from '#contract/desk/record-search.ts'
import { library } from '#contract/project/library.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { user } from '#contract/system/user.ts'
import type { Caller } from '../support/platform.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  addLibraryRow,
  createEnterprise,
  createStaff,
  creditCode,
  documents,
  openWindow,
  saveDeclaration,
} from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

/** The records that the command palette offers: only those that the caller may list, and at most five of each entity. */
let platform: Platform
let admin: Caller

const find = async (caller: Caller, text: string) =>
  (await caller.get(recordSearch.records, { text })).map(({ entity, title }) => `${entity}: ${title}`)
const count = async (caller: Caller, text: string) => (await find(caller, text)).length

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  for (let n = 1; n <= 7; n++) await addLibraryRow(admin, { projectName: `澄川工厂${n}`, city: '320500' })
  await addLibraryRow(admin, { projectName: '南京澄川工厂', city: '320100' })
  await addLibraryRow(admin, { projectName: '澄川', city: '320500' })
})

describe('the quick search of records', () => {
  test('finds at most five records of an entity: exact ones first, then those that start with the text', async () => {
    const titles = await find(admin, '澄川')
    expect(titles).toHaveLength(5)
    expect(titles[0]).toBe('library: 澄川')
    expect(titles.slice(1).every((title) => title.startsWith('library: 澄川工厂'))).toBe(true)
  })

  test('finds a name in another form of its characters, by its beginning too', async () => {
    await addLibraryRow(admin, { projectName: '５Ｇ　ＡＧＶ调度', city: '320500' })
    expect(await find(admin, '5g agv')).toEqual(['library: ５Ｇ　ＡＧＶ调度'])
    expect(await find(admin, '5G')).toContain('library: ５Ｇ　ＡＧＶ调度')
  })

  test('finds records by a part of a number, in any case, and returns the matching fields', async () => {
    const staff = await createStaff(platform, 'city', '320500')
    const [match, ...others] = await admin.get(recordSearch.records, { text: staff.account.toUpperCase() })
    expect(others).toEqual([])
    expect(match).toEqual({
      entity: 'user',
      id: staff.id,
      title: 'city',
      fields: [
        { name: 'account', value: staff.account },
        { name: 'realName', value: 'city' },
      ],
    })
  })

  test('finds private networks by their name or organisation, for those who see them', async () => {
    const network = {
      ...{ networkName: '琅琊专网', commpanyName: '未登记单位', organizationCode: creditCode(900_301) },
      ...{ operator: 1, networkMode: 3, province: '320000', city: '320500' },
    }
    await admin.get(privateNetwork.calls.submit, network as never)
    expect(await find(admin, '琅琊')).toEqual(['privateNetwork: 琅琊专网'])
    expect(await find(admin, '未登记单')).toEqual(['privateNetwork: 琅琊专网'])
    expect(await find(await createStaff(platform, 'city', '320500'), '琅琊')).toEqual(['privateNetwork: 琅琊专网'])
    expect(await find(await createStaff(platform, 'city', '330100'), '琅琊')).toEqual([])
  })

  test.each(['', ' ', '川', '%%', '__', '没有这样的记录'])('finds nothing for %j', async (text) => {
    const answer = await admin.ask(recordSearch.records, { text })
    expect(answer.success ? answer.data : []).toEqual([])
  })

  test.each(['南京', '京澄', '京澄川', '京 澄'])('finds any part of a text: %j', async (text) => {
    expect(await find(admin, text)).toEqual(text.includes(' ') ? [] : ['library: 南京澄川工厂'])
  })

  test('finds no removed records', async () => {
    const id = await addLibraryRow(admin, { projectName: '即将删除的工厂' })
    expect(await find(admin, '即将删除')).toEqual(['library: 即将删除的工厂'])
    await admin.get(library.calls.remove, { ids: id })
    expect(await find(admin, '即将删除')).toEqual([])
  })

  test('rejects a visitor and a text of more than 64 characters', async () => {
    expect((await platform.visitor.ask(recordSearch.records, { text: '澄川' })).status).toBe(401)
    expect((await admin.ask(recordSearch.records, { text: '川'.repeat(65) })).status).toBe(400)
  })
})

describe('the quick search stays within what the caller may see', () => {
  test('an officer finds only records of the own city', async () => {
    const [suzhou, nanjing] = [
      await createStaff(platform, 'city', '320500'),
      await createStaff(platform, 'city', '320100'),
    ]
    expect(await find(nanjing, '澄川工厂')).toEqual(['library: 南京澄川工厂'])
    expect(await find(suzhou, '南京澄川')).toEqual([])
    expect(await count(suzhou, '澄川')).toBe(5)
    // no permission for accounts
    expect(await find(suzhou, 'admin')).toEqual([])
    expect(await find(admin, 'admin')).toEqual(['user: 管理员'])
  })

  test('an enterprise finds its own declaration and nothing of others', async () => {
    await openWindow(admin)
    const [own, other] = [await createEnterprise(platform), await createEnterprise(platform)]
    const parts = documents(own, 7)
    await saveDeclaration(own, parts)
    const projectName = String(parts.information?.projectName)
    expect(await find(own, projectName)).toEqual([`declaration: ${projectName}`])
    expect(await find(other, projectName)).toEqual([])
    expect(await find(other, own.organizationCode)).toEqual([])
  })

  test('another tenant finds nothing of this one', async () => {
    const tenant = await createTenant(platform)
    expect(await find(tenant.admin, '澄川')).toEqual([])
    expect(await find(tenant.admin, '管理员')).not.toContain('user: 管理员')
  })

  test('fields that a data scope hides are neither searched nor returned', async () => {
    const scopes = [await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'realName' })]
    const clerk = await createClerk(platform, 'clerk', { codes: ['user'], scopes })
    const { id } = await admin.get(user.calls.submit, { account: 'hidden.account', name: '周', realName: '周可见' })
    expect(await find(clerk, 'hidden.acc')).toEqual([])
    expect(await clerk.get(recordSearch.records, { text: '周可见' })).toEqual([
      { entity: 'user', id, title: '周可见', fields: [{ name: 'realName', value: '周可见' }] },
    ])
  })

  test('an API scope on the list of an entity also covers the search', async () => {
    const clerk = await createClerk(platform, 'guarded', { codes: ['user'] })
    expect(await count(clerk, '周可见')).toBe(1)
    await admin.get(apiScope.calls.submit, {
      scopePath: user.calls.page.path,
      scopeName: '用户列表',
      resourceCode: 'user',
      scopeType: 1,
    })
    expect(await count(clerk, '周可见')).toBe(0)
    expect(await count(admin, '周可见')).toBe(1)
  })
})
