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

describe('who gives what to whom (security rule 10)', () => {
  const tooMuch = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
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

  test('a role that shows more rows than its giver sees cannot be given; one that shows fewer can', async () => {
    const [own, wide, narrow] = [
      await roleOf('keeper', ['user', 'user_role', 'declaration', 'library'], '本单位申报', '全部项目'),
      await roleOf('sees.all', ['declaration'], '全部申报'),
      await roleOf('sees.less', ['library'], '本地区项目'),
    ]
    const keeper = await createStaff(platform, 'keeper')
    const give = (roleIds: string) => keeper.ask(user.calls.grant, { userIds: keeper.id, roleIds })
    expect(await give(`${own},${wide}`)).toMatchObject(tooMuch)
    expect((await give(`${own},${narrow}`)).success).toBe(true)
  })

  test('nobody widens what he sees by rewriting the scope he has, nor what he may by renaming a menu', async () => {
    const codes = ['data_scope', 'data_scope_edit', 'data_scope_add', 'menu', 'menu_edit', 'library', 'post']
    await roleOf('tinkerer', codes, '本单位项目')
    const tinkerer = await createStaff(platform, 'tinkerer')
    const scope = await scopeOf('本单位项目')
    for (const change of [{ scopeType: 1 as const }, { scopeColumn: 'status' }, { resourceCode: 'declaration' }])
      expect(await tinkerer.ask(dataScope.calls.submit, { id: scope, ...change })).toMatchObject(tooMuch)
    const post = await menusOf('post')
    expect(await tinkerer.ask(menu.calls.submit, { id: post, code: 'user_delete_2' })).toMatchObject(tooMuch)
    expect((await tinkerer.ask(menu.calls.submit, { id: post, name: '岗位', code: 'post' })).success).toBe(true)
    expect((await admin.ask(dataScope.calls.submit, { id: scope, remark: '不变' })).success).toBe(true)
  })

  test('two administrators who remove each other at the same moment do not both succeed', async () => {
    const others = [await createStaff(platform, 'administrator'), await createStaff(platform, 'administrator')] as const
    const self = await userIdOf(admin, 'admin')
    await others[0].get(user.calls.auditRefuse, { userIds: self, reason: '演练' })
    const answers = await Promise.all(
      others.map((one, i) => one.ask(user.calls.auditRefuse, { userIds: others[1 - i]?.id ?? '', reason: '夺权' })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const left = others[answers.findIndex(({ success }) => success)] as Caller
    await left.get(user.calls.enable, { userIds: self })
    admin = await platform.admin()
  })
})
