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
  test('an address no scope names is open as its permission says', async () => {
    expect(await statusOf(officer)).toBe(200)
  })

  test('named by one, it closes at the next request to all whose roles hold none, but to administrators', async () => {
    const { id } = await scope(post.calls.list.path)
    expect(await statusOf(officer)).toBe(403)
    expect((await officer.ask(post.calls.select, {})).status).toBe(200)
    expect(await statusOf(admin)).toBe(200)
    await admin.get(apiScope.calls.remove, { ids: id })
    expect(await statusOf(officer)).toBe(200)
  })

  test('a whole branch is named with /** and opened by granting any scope that covers the address', async () => {
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
  const kept: string[] = []
  afterAll(() => admin.get(apiScope.calls.remove, { ids: kept.join(',') }))

  test.each([
    ['/caict-system/post/detail', '/api/caict-system/post/detail'],
    ['caict-system/post/detail', '/api/caict-system/post/detail'],
    ['/api/caict-system/post/detail', '/api/caict-system/post/detail'],
    [' api/caict-system/post/detail ', '/api/caict-system/post/detail'],
    ['/caict-system/post/**', '/api/caict-system/post/**'],
  ])('%j is kept as %s', async (scopePath, path) => {
    const { id } = await admin.get(apiScope.calls.submit, { ...row, scopePath })
    kept.push(id)
    expect((await admin.get(apiScope.calls.detail, { id })).scopePath).toBe(path)
  })

  test.each([
    ['/caict-system/post/nowhere', '没有这样的接口地址，请从列表中选择'],
    ['/caict-system/nothing/**', '没有这样的接口地址，请从列表中选择'],
    ['/caict-system/p*st/list', '接口地址只能以 /** 结尾表示一组接口，不能含其他通配符或参数'],
    ['/caict-system/post/list?id=1', '接口地址只能以 /** 结尾表示一组接口，不能含其他通配符或参数'],
    ['/caict-auth/oauth/token', '该接口无需登录即可访问，接口权限对它不起作用'],
    ['/caict-news/index/**', '该接口无需登录即可访问，接口权限对它不起作用'],
  ])('%s is refused in words', async (scopePath, msg) => {
    const refused = { status: 400, faults: [{ at: 'scopePath', msg }] }
    expect(await admin.ask(apiScope.calls.submit, { ...row, scopePath })).toMatchObject(refused)
    expect(await admin.ask(apiScope.calls.effect, { scopePath })).toMatchObject(refused)
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
  ])('what no session can do without is not closed: $path', async ({ path, label }) => {
    const msg = `其中“${label[0]}”（${path}）是每次登录都要使用的接口，不能关闭`
    const whole = path.replace(/\/[^/]*$/, '/**')
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: path })).faults).toEqual([
      { at: 'scopePath', msg },
    ])
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: whole })).msg).toMatch(/不能关闭$/)
    expect((await admin.ask(apiScope.calls.submit, { ...row, scopePath: '/api/**' })).msg).toMatch(/不能关闭$/)
  })

  test('the form offers every address that can be closed, and whose it is', async () => {
    const offered = await admin.get(apiScope.calls.addresses, {})
    const paths = offered.map(({ path }) => path)
    expect(offered).toContainEqual({ path: post.calls.list.path, method: 'GET', label: '列表', owner: 'post' })
    expect(offered).toContainEqual(expect.objectContaining({ path: topMenu.calls.list.path, owner: 'topmenu' }))
    expect(paths).not.toContain(menu.calls.routes.path)
    expect(paths).not.toContain(auth.token.path)
    for (const scopePath of paths) expect((await admin.ask(apiScope.calls.effect, { scopePath })).success).toBe(true)
  })
})

describe('what saving would change', () => {
  const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name)

  test('names the roles it closes out, with their people, and no administrators', async () => {
    const effect = await admin.get(apiScope.calls.effect, { scopePath: post.calls.list.path })
    expect(effect.addresses).toEqual([expect.objectContaining({ path: post.calls.list.path })])
    expect(effect.closes).toEqual([{ id: await officerRole(), name: '平台管理员', people: 1 }])
    expect(effect.opens).toEqual([])
    expect(names((await admin.get(apiScope.calls.effect, { scopePath: post.calls.select.path })).closes)).toEqual(
      expect.arrayContaining(['平台管理员', '企业用户', '评审专家']),
    )
    expect((await admin.get(apiScope.calls.effect, { scopePath: '/caict-system/client/list' })).closes).toEqual([])
  })

  test('another address for a scope opens the one and closes the other; who holds it loses nothing of the new one', async () => {
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
    const held = await admin.get(apiScope.calls.effect, { id, scopePath: user.calls.page.path })
    expect([held.closes, held.opens]).toEqual([[], []])
    expect(await statusOf(officer)).toBe(200)
    await grant('')
    await admin.get(apiScope.calls.remove, { ids: id })
  })

  test('what it says is what happens', async () => {
    const { closes } = await admin.get(apiScope.calls.effect, { scopePath: post.calls.list.path })
    const { id } = await scope(post.calls.list.path)
    expect([names(closes).includes('平台管理员'), await statusOf(officer)]).toEqual([true, 403])
    await admin.get(apiScope.calls.remove, { ids: id })
  })
})

describe('who may take a scope away', () => {
  test('only those to whom its address is open: nobody opens it to himself', async () => {
    const { id } = await scope('/api/caict-system/param/list')
    const codes = ['api_scope', 'api_scope_edit', 'api_scope_delete', 'param']
    const [outside, inside] = [
      await createClerk(platform, 'api.outside', { codes }),
      await createClerk(platform, 'api.inside', { codes, addresses: [id] }),
    ]
    const tooMuch = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
    expect(await outside.ask(apiScope.calls.remove, { ids: id })).toMatchObject(tooMuch)
    expect(await outside.ask(apiScope.calls.submit, { id, scopePath: '/api/caict-system/dict/list' })).toMatchObject(
      tooMuch,
    )
    expect((await inside.ask(apiScope.calls.submit, { id, remark: '保留' })).success).toBe(true)
    expect((await inside.ask(apiScope.calls.remove, { ids: id })).success).toBe(true)
  })
})
