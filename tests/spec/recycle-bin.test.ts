import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { dept } from '#contract/system/dept.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope, menuIds } from '../support/roles.ts'
import { createCallOf, createRow, removeCallOf, sampleRow } from '../support/sample-rows.ts'
import { createEnterprise, createStaff, openWindow, saveDeclaration } from '../support/scenario.ts'
import { codesOf } from '../support/tenants.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('the recycle bin of a list (docs/decisions/0127)', () => {
  test('shows who removed each row, newest removal first, and has the filters of the list', async () => {
    const helper = await createStaff(platform, 'administrator', null)
    const { realName } = await helper.get(user.calls.info, {})
    const [one, two] = [await createRow(platform, admin, post), await createRow(platform, admin, post)]
    await admin.get(post.calls.remove, { ids: one.id })
    await helper.get(post.calls.remove, { ids: two.id })
    const { records } = await admin.get(post.calls.removed, { postCode_like: '' })
    expect(records.slice(0, 2).map(({ id, isDeleted, ...row }) => [id, isDeleted, Object(row).updateUserName])).toEqual(
      [
        [two.id, 1, realName],
        [one.id, 1, (await admin.get(user.calls.info, {})).realName],
      ],
    )
    const matches = await admin.get(post.calls.removed, { postName_equal: String(one.input.postName) })
    expect(matches.records.map(({ id }) => id)).toEqual([one.id])
  })

  test('is the only list with updateUserName', async () => {
    const { id } = await createRow(platform, admin, post)
    const { records } = await admin.get(post.calls.list, { descs: 'id' })
    expect(records[0]).toMatchObject({ id })
    expect(records[0]).not.toHaveProperty('updateUserName')
  })
})

describe('restoring', () => {
  const trees = (Object.values(entities) as AnyEntity[]).filter(
    (one) => one.fields.parentId?.kind === 'tree' && 'restore' in one.calls,
  )
  const stateOf = ({ name }: AnyEntity, ids: readonly string[]) =>
    run(
      platform.db,
      sql`select to_jsonb(t) - '{update_user,update_time}'::text[] as row
        from ${identifier(name)} t where id = any(${ids}::bigint[]) order by id`,
    )

  test.each(trees.map((entity) => [entity.name, entity] as const))(
    '%s: a node is restored to its place only when its parent exists or is restored with it',
    async (_, entity) => {
      const restore = (ids: string) => admin.ask(entity.calls.restore as Endpoint, { ids })
      const parent = await createRow(platform, admin, entity)
      const { parentId: _root, ...input } = await sampleRow(platform, admin, entity)
      // entries have the code of their dictionary
      const ofParent = 'dictKey' in input ? { code: parent.input.code, dictKey: '1' } : {}
      const child = { ...input, ...ofParent, parentId: parent.id }
      const { id } = (await admin.get(createCallOf(entity), child)) as { id: string }
      const before = await stateOf(entity, [parent.id, id])
      for (const one of [id, parent.id]) await admin.get(removeCallOf(entity), { ids: one })
      const removed = await stateOf(entity, [parent.id, id])
      expect(await restore(id)).toMatchObject({ status: 400, msg: '上级数据已被删除，请先恢复上级' })
      expect(await stateOf(entity, [parent.id, id])).toEqual(removed)
      expect((await restore(`${id},${parent.id}`)).success).toBe(true)
      expect(await stateOf(entity, [parent.id, id])).toEqual(before)
    },
  )

  test('a role is restored with all its permissions, and its users have them again', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
    const one = await createClerk(platform, 'bin.clerk', { codes: ['system', 'post', 'post_add'], scopes: [scope] })
    const [codesBefore, rowsBefore] = [await codesOf(one), await one.get(post.calls.list, {})]
    // accounts with a role that earlier versions have removed still refer to it
    await platform.db.updateTable('role').set({ isDeleted: 1 }).where('id', '=', one.roleId).execute()
    expect([await codesOf(one), (await one.ask(post.calls.list, {})).status]).toEqual([[], 403])
    await admin.get(role.calls.restore, { ids: one.roleId })
    expect([await codesOf(one), await one.get(post.calls.list, {})]).toEqual([codesBefore, rowsBefore])
  })

  test('a menu removed by another user can be restored only by an administrator, and its roles have it again', async () => {
    const codes = ['system', 'menu', 'menu_delete', 'post']
    const [one, another] = [
      await createClerk(platform, 'bin.menu', { codes }),
      await createClerk(platform, 'bin.menus', { codes }),
    ]
    const [ids = ''] = await menuIds(platform, ['post_view'])
    const [button = ''] = await menuIds(platform, ['post_delete'])
    const grant = { roleIds: one.roleId, menuIds: [...(await menuIds(platform, codes)), button].join(',') }
    await admin.get(role.calls.grant, grant)
    await admin.get(menu.calls.remove, { ids: button })
    expect((await one.ask(post.calls.removed, {})).status).toBe(403)
    for (const who of [one, another])
      expect(await who.ask(menu.calls.restore, { ids: button })).toMatchObject({
        status: 403,
        msg: '不能授予超出自身权限的角色或权限',
      })
    expect((await one.ask(post.calls.removed, {})).status).toBe(403)
    await admin.get(menu.calls.restore, { ids: button })
    expect((await one.ask(post.calls.removed, {})).status).toBe(200)
    // users can restore what they removed themselves
    await another.get(menu.calls.remove, { ids })
    await another.get(menu.calls.restore, { ids })
    expect(await menuIds(platform, ['post_view'])).toEqual([ids])
  })

  test('a removed department is in the recycle bin of users of its branch', async () => {
    const top = await createRow(platform, admin, dept)
    const [insideBranch, outsideBranch] = [
      await createRow(platform, admin, dept),
      await createRow(platform, admin, dept),
    ]
    await admin.get(dept.calls.submit, { ...insideBranch.input, id: insideBranch.id, parentId: top.id } as never)
    const one = await createClerk(platform, 'bin.dept', { codes: ['system', 'dept', 'dept_delete'] })
    await admin.get(user.calls.submit, { id: one.id, deptId: top.id } as never)
    await admin.get(dept.calls.remove, { ids: `${insideBranch.id},${outsideBranch.id}` })
    const removedIds = async (who: Caller) =>
      (await who.get(dept.calls.removed, { size: 200 })).records.map(({ id }) => id)
    expect(await removedIds(one)).toEqual([insideBranch.id])
    expect(await removedIds(admin)).toEqual(expect.arrayContaining([insideBranch.id, outsideBranch.id]))
  })

  test('an account can be restored only while its department exists', async () => {
    const department = await createRow(platform, admin, dept)
    const one = await createClerk(platform, 'bin.moved', { codes: ['system', 'post'] })
    await admin.get(user.calls.submit, { id: one.id, deptId: department.id } as never)
    await admin.get(user.calls.remove, { ids: one.id })
    await admin.get(dept.calls.remove, { ids: department.id })
    const rejection = { status: 400, msg: `机构“${department.input.deptName}”已被删除，请先恢复` }
    expect(await admin.ask(user.calls.restore, { ids: one.id })).toMatchObject(rejection)
    expect((await admin.get(user.calls.removed, { size: 200 })).records.map(({ id }) => id)).toContain(one.id)
    await admin.get(dept.calls.restore, { ids: department.id })
    await admin.get(user.calls.restore, { ids: one.id })
    expect(await admin.get(user.calls.detail, { id: one.id })).toMatchObject({ deptId: department.id, isDeleted: 0 })
  })

  test('a declaration is restored with its parts, only by its company and within the limit per company', async () => {
    await openWindow(admin, { maxPerCompany: 1 })
    const [company, other] = [await createEnterprise(platform), await createEnterprise(platform)]
    const ids = await saveDeclaration(company)
    const snapshot = async () => {
      const detail = await company.get(declaration.calls.detail, { id: ids })
      return [
        { ...detail, updateTime: null, rowVersion: null },
        await company.get(contact.calls.detail as never, { pid: ids } as never),
      ]
    }
    const before = await snapshot()
    await company.get(declaration.calls.remove, { ids })
    expect((await company.get(declaration.calls.removed, {})).records.map(({ id }) => id)).toEqual([ids])
    expect((await other.get(declaration.calls.removed, {})).records).toEqual([])
    expect((await other.ask(declaration.calls.restore, { ids })).status).toBe(404)
    expect(await admin.ask(declaration.calls.restore, { ids })).toMatchObject({
      status: 400,
      msg: '只能恢复本单位的申报',
    })
    const next = await company.get(declaration.calls.save, { projectName: '另一个' })
    expect(await company.ask(declaration.calls.restore, { ids })).toMatchObject({
      status: 409,
      msg: '每个单位最多申报 1 个项目，贵单位已达到上限',
    })
    await company.get(declaration.calls.remove, { ids: next.id })
    await company.get(declaration.calls.restore, { ids })
    expect(await snapshot()).toEqual(before)
    expect((await company.ask(declaration.calls.restore, { ids: next.id })).status).toBe(409)
  })
})

describe('the request id in response headers', () => {
  test('is unique and also present in rejections', async () => {
    const responses = [await admin.ask(post.calls.list, {}), await platform.visitor.ask(post.calls.list, {})]
    expect(responses.map(({ status }) => status)).toEqual([200, 401])
    const [first, second] = responses.map(({ headers }) => headers.get('x-request-id'))
    expect(first).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(second).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(first).not.toBe(second)
  })
})
