import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

let platform: Platform
let admin: Caller
let officer: Caller & { account: string; id: string }

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  officer = await createStaff(platform, 'platform')
})

const scope = (scopePath: string) =>
  admin.get(apiScope.calls.submit, { scopePath, scopeName: scopePath, resourceCode: 'post', scopeType: 1 })
const officerRole = async () =>
  (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'platform')?.id as string
const statusOf = async (caller: typeof admin) => (await caller.ask(post.calls.list, {})).status

describe('API scopes', () => {
  test('an address without a scope is open to users with its permission', async () => {
    expect(await statusOf(officer)).toBe(200)
  })

  test('a scope closes its address at the next request to roles without it, but not to administrators', async () => {
    const { id } = await scope(post.calls.list.path)
    expect(await statusOf(officer)).toBe(403)
    expect((await officer.ask(post.calls.select, {})).status).toBe(200)
    expect(await statusOf(admin)).toBe(200)
    await admin.get(apiScope.calls.remove, { ids: id })
    expect(await statusOf(officer)).toBe(200)
  })

  test('a path ending in /** covers a branch, and granting any scope of an address opens it', async () => {
    const { id } = await scope('/api/caict-system/post/**')
    expect(await statusOf(officer)).toBe(403)
    const roleIds = await officerRole()
    const keys = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    const grant = (apiScopeIds: string) =>
      admin.get(role.calls.grant, {
        roleIds,
        menuIds: keys.menu.join(','),
        dataScopeIds: keys.dataScope.join(','),
        apiScopeIds,
      })
    await grant(id)
    expect(await statusOf(officer)).toBe(200)
    await grant('')
    expect(await statusOf(officer)).toBe(403)
    await admin.get(apiScope.calls.remove, { ids: id })
  })
})

describe('the address of a scope', () => {
  const row = { scopeName: '试', resourceCode: 'post', scopeType: 1 } as const
  const createdIds: string[] = []
  afterAll(() => admin.get(apiScope.calls.remove, { ids: createdIds.join(',') }))

  test.each([
    ['/caict-system/post/detail', '/api/caict-system/post/detail'],
    ['caict-system/post/detail', '/api/caict-system/post/detail'],
    ['/api/caict-system/post/detail', '/api/caict-system/post/detail'],
    [' api/caict-system/post/detail ', '/api/caict-system/post/detail'],
    ['/caict-system/post/**', '/api/caict-system/post/**'],
  ])('%j is stored as %s', async (scopePath, path) => {
    const { id } = await admin.get(apiScope.calls.submit, { ...row, scopePath })
    createdIds.push(id)
    expect((await admin.get(apiScope.calls.detail, { id })).scopePath).toBe(path)
  })

  test.each([
    ['/caict-system/post/nowhere', '接口地址不存在，请从列表中选择'],
    ['/caict-system/nothing/**', '接口地址不存在，请从列表中选择'],
    ['/caict-system/p*st/list', '接口地址只能以 /** 结尾表示一组接口，不能含其他通配符或参数'],
    ['/caict-system/post/list?id=1', '接口地址只能以 /** 结尾表示一组接口，不能含其他通配符或参数'],
    ['/caict-auth/oauth/token', '该接口无需登录即可访问，接口权限对它不起作用'],
    ['/caict-news/index/**', '该接口无需登录即可访问，接口权限对它不起作用'],
  ])('%s is rejected with an explanation', async (scopePath, msg) => {
    const rejection = { status: 400, faults: [{ at: 'scopePath', msg }] }
    expect(await admin.ask(apiScope.calls.submit, { ...row, scopePath })).toMatchObject(rejection)
    expect(await admin.ask(apiScope.calls.effect, { scopePath })).toMatchObject(rejection)
  })

  test.each([
    menu.calls.routes,
    menu.calls.buttons,
    menu.calls.topMenu,
    user.calls.info,
    user.calls.updatePassword,
    auth.userInfo,
    auth.logout,
    auth.unlock,
  ])('a call that every session needs cannot be closed: $path', async ({ path, label }) => {
    const msg = `其中“${label[0]}”（${path}）是每次登录都要使用的接口，不能关闭`
    const branchPath = path.replace(/\/[^/]*$/, '/**')
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: path })).faults).toEqual([
      { at: 'scopePath', msg },
    ])
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: branchPath })).msg).toMatch(/不能关闭$/)
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: '/api/**' })).msg).toMatch(/不能关闭$/)
  })

  test('the form offers every address that can be closed, with its owner', async () => {
    const addresses = await admin.get(apiScope.calls.addresses, {})
    const paths = addresses.map(({ path }) => path)
    expect(addresses).toContainEqual({ path: post.calls.list.path, method: 'GET', label: '列表', owner: 'post' })
    expect(addresses).toContainEqual(expect.objectContaining({ path: topMenu.calls.list.path, owner: 'topmenu' }))
    expect(paths).not.toContain(menu.calls.routes.path)
    expect(paths).not.toContain(auth.token.path)
    for (const scopePath of paths) expect((await admin.ask(apiScope.calls.effect, { scopePath })).success).toBe(true)
  })
})

describe('the preview of saving a scope', () => {
  const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name)

  test('lists the roles that would lose access and their number of users, but no administrators', async () => {
    const effect = await admin.get(apiScope.calls.effect, { scopePath: post.calls.list.path })
    expect(effect.addresses).toEqual([expect.objectContaining({ path: post.calls.list.path })])
    expect(effect.closes).toEqual([{ id: await officerRole(), name: '平台管理员', people: 1 }])
    expect(effect.opens).toEqual([])
    expect(names((await admin.get(apiScope.calls.effect, { scopePath: post.calls.select.path })).closes)).toEqual(
      expect.arrayContaining(['平台管理员', '企业用户', '评审专家']),
    )
    expect((await admin.get(apiScope.calls.effect, { scopePath: '/caict-system/client/list' })).closes).toEqual([])
  })

  test('shows that a new address opens the old one and closes the new one, except for holders of the scope', async () => {
    const { id } = await scope(post.calls.list.path)
    const effect = await admin.get(apiScope.calls.effect, { id, scopePath: user.calls.page.path })
    expect([names(effect.closes), names(effect.opens)]).toEqual([['平台管理员'], ['平台管理员']])
    const roleIds = await officerRole()
    const before = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    const grant = (apiScopeIds: string) =>
      admin.get(role.calls.grant, {
        roleIds,
        menuIds: before.menu.join(','),
        dataScopeIds: before.dataScope.join(','),
        apiScopeIds,
      })
    await grant(id)
    const effectForHolder = await admin.get(apiScope.calls.effect, { id, scopePath: user.calls.page.path })
    expect([effectForHolder.closes, effectForHolder.opens]).toEqual([[], []])
    expect(await statusOf(officer)).toBe(200)
    await grant('')
    await admin.get(apiScope.calls.remove, { ids: id })
  })

  test('matches what happens after saving', async () => {
    const { closes } = await admin.get(apiScope.calls.effect, { scopePath: post.calls.list.path })
    const { id } = await scope(post.calls.list.path)
    expect([names(closes).includes('平台管理员'), await statusOf(officer)]).toEqual([true, 403])
    await admin.get(apiScope.calls.remove, { ids: id })
  })
})

describe('removing or changing an API scope', () => {
  test('is allowed only to users who can already call its address, so nobody can give themselves access', async () => {
    const { id } = await scope('/api/caict-system/param/list')
    const codes = ['api_scope', 'api_scope_edit', 'api_scope_delete', 'param']
    const [clerkWithoutScope, clerkWithScope] = [
      await createClerk(platform, 'api.outside', { codes }),
      await createClerk(platform, 'api.inside', { codes, addresses: [id] }),
    ]
    const rejection = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
    expect(await clerkWithoutScope.ask(apiScope.calls.remove, { ids: id })).toMatchObject(rejection)
    expect(
      await clerkWithoutScope.ask(apiScope.calls.submit, { id, scopePath: '/api/caict-system/dict/list' }),
    ).toMatchObject(rejection)
    expect((await clerkWithScope.ask(apiScope.calls.submit, { id, remark: '保留' })).success).toBe(true)
    expect((await clerkWithScope.ask(apiScope.calls.remove, { ids: id })).success).toBe(true)
  })
})
