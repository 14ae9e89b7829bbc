import { beforeAll, describe, expect, test } from 'vitest'
import { dataScope } from '#contract/system/data-scope.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('limits of granting (docs/decisions/0128)', () => {
  const rejection = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
  const menusOf = async (...codes: string[]) =>
    (await platform.db.selectFrom('menu').select('id').where('code', 'in', codes).execute()).map(({ id }) => id).join()
  const scopeOf = async (scopeName: string) =>
    (
      await platform.db
        .selectFrom('dataScope')
        .select('id')
        .where('scopeName', '=', scopeName)
        .executeTakeFirstOrThrow()
    ).id
  const roleOf = async (alias: string, codes: string[], ...scopes: string[]) => {
    const { id } = await admin.get(role.calls.submit, { roleName: alias, roleAlias: alias, sort: 70 })
    const dataScopeIds = (await Promise.all(scopes.map(scopeOf))).join()
    await admin.get(role.calls.grant, { roleIds: id, menuIds: await menusOf(...codes), dataScopeIds })
    return id
  }

  test('users can grant roles that show fewer rows than they see themselves, but not more', async () => {
    const [ownRole, widerRole, narrowerRole] = [
      await roleOf('keeper', ['user', 'user_role', 'declaration', 'library'], '本单位申报', '全部项目'),
      await roleOf('sees.all', ['declaration'], '全部申报'),
      await roleOf('sees.less', ['library'], '本地区项目'),
    ]
    const manager = await createStaff(platform, 'keeper')
    const grant = (roleIds: string) => manager.ask(user.calls.grant, { userIds: manager.id, roleIds })
    expect(await grant(`${ownRole},${widerRole}`)).toMatchObject(rejection)
    expect((await grant(`${ownRole},${narrowerRole}`)).success).toBe(true)
  })

  test('users cannot extend their rights by changing their own scope or the code of a menu', async () => {
    const codes = ['data_scope', 'data_scope_edit', 'data_scope_add', 'menu', 'menu_edit', 'library', 'post']
    await roleOf('tinkerer', codes, '本单位项目')
    const clerk = await createStaff(platform, 'tinkerer')
    const scope = await scopeOf('本单位项目')
    for (const change of [{ scopeType: 1 as const }, { scopeColumn: 'status' }, { resourceCode: 'declaration' }])
      expect(await clerk.ask(dataScope.calls.submit, { id: scope, ...change })).toMatchObject(rejection)
    const post = await menusOf('post')
    expect(await clerk.ask(menu.calls.submit, { id: post, code: 'user_delete_2' })).toMatchObject(rejection)
    expect((await clerk.ask(menu.calls.submit, { id: post, name: '岗位', code: 'post' })).success).toBe(true)
    expect((await admin.ask(dataScope.calls.submit, { id: scope, remark: '不变' })).success).toBe(true)
  })

  test('two administrators cannot disable each other at the same time', async () => {
    const others = [await createStaff(platform, 'administrator'), await createStaff(platform, 'administrator')] as const
    const adminId = await userIdOf(admin, 'admin')
    await others[0].get(user.calls.auditRefuse, { userIds: adminId, reason: '演练' })
    const answers = await Promise.all(
      others.map((one, i) => one.ask(user.calls.auditRefuse, { userIds: others[1 - i]?.id ?? '', reason: '夺权' })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const remainingAdmin = others[answers.findIndex(({ success }) => success)] as Caller
    await remainingAdmin.get(user.calls.enable, { userIds: adminId })
    admin = await platform.admin()
  })
})
