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
import { quoted } from '#server/engine/column-types.ts'
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

describe('the recycle bin of a list (docs/decisions/0019)', () => {
  test('says who removed a row and when, last first, and is searched like the list', async () => {
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
    const found = await admin.get(post.calls.removed, { postName_equal: String(one.input.postName) })
    expect(found.records.map(({ id }) => id)).toEqual([one.id])
  })

  test('a list of what is there does not say who changed it', async () => {
    const { id } = await createRow(platform, admin, post)
    const { records } = await admin.get(post.calls.list, { descs: 'id' })
    expect(records[0]).toMatchObject({ id })
    expect(records[0]).not.toHaveProperty('updateUserName')
  })
})

describe('what comes back', () => {
  const trees = (Object.values(entities) as AnyEntity[]).filter(
    (one) => one.fields.parentId?.kind === 'tree' && 'restore' in one.calls,
  )
  const stateOf = ({ name }: AnyEntity, ids: readonly string[]) =>
    run(platform.db, {
      text: `select to_jsonb(t) - '{update_user,update_time}'::text[] as row from ${quoted(name)} t where id = any(?::bigint[]) order by id`,
      values: [ids],
    })

  test.each(trees.map((entity) => [entity.name, entity] as const))(
    '%s: a node comes back below what is there, or together with it, where it was',
    async (_, entity) => {
      const restore = (ids: string) => admin.ask(entity.calls.restore as Endpoint, { ids })
      const above = await createRow(platform, admin, entity)
      const { parentId: _root, ...sent } = await sampleRow(platform, admin, entity)
      const { id } = (await admin.get(createCallOf(entity), { ...sent, parentId: above.id })) as { id: string }
      const before = await stateOf(entity, [above.id, id])
      for (const one of [id, above.id]) await admin.get(removeCallOf(entity), { ids: one })
      const removed = await stateOf(entity, [above.id, id])
      expect(await restore(id)).toMatchObject({ status: 400, msg: '上级数据已被删除，请先恢复上级' })
      expect(await stateOf(entity, [above.id, id])).toEqual(removed)
      expect((await restore(`${id},${above.id}`)).success).toBe(true)
      expect(await stateOf(entity, [above.id, id])).toEqual(before)
    },
  )

  test('a role with all it held: who kept it in his account has it again', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
    const one = await createClerk(platform, 'bin.clerk', { codes: ['system', 'post', 'post_add'], scopes: [scope] })
    const [held, seen] = [await codesOf(one), await one.get(post.calls.list, {})]
    await admin.get(role.calls.remove, { ids: one.roleId })
    expect([await codesOf(one), (await one.ask(post.calls.list, {})).status]).toEqual([[], 403])
    await admin.get(role.calls.restore, { ids: one.roleId })
    expect([await codesOf(one), await one.get(post.calls.list, {})]).toEqual([held, seen])
  })

  test('a menu another took away by an administrator only: roles that held it hold it again', async () => {
    const held = ['system', 'menu', 'menu_delete', 'post']
    const [one, another] = [
      await createClerk(platform, 'bin.menu', { codes: held }),
      await createClerk(platform, 'bin.menus', { codes: held }),
    ]
    const [ids = ''] = await menuIds(platform, ['post_view'])
    const [button = ''] = await menuIds(platform, ['post_delete'])
    const grant = { roleIds: one.roleId, menuIds: [...(await menuIds(platform, held)), button].join(',') }
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
    // what he took away himself he puts back himself
    await another.get(menu.calls.remove, { ids })
    await another.get(menu.calls.restore, { ids })
    expect(await menuIds(platform, ['post_view'])).toEqual([ids])
  })

  test('a department to the bin of those in whose branch it lay', async () => {
    const top = await createRow(platform, admin, dept)
    const [there, elsewhere] = [await createRow(platform, admin, dept), await createRow(platform, admin, dept)]
    await admin.get(dept.calls.submit, { ...there.input, id: there.id, parentId: top.id } as never)
    const one = await createClerk(platform, 'bin.dept', { codes: ['system', 'dept', 'dept_delete'] })
    await admin.get(user.calls.submit, { id: one.id, deptId: top.id } as never)
    await admin.get(dept.calls.remove, { ids: `${there.id},${elsewhere.id}` })
    const found = async (who: Caller) => (await who.get(dept.calls.removed, { size: 200 })).records.map(({ id }) => id)
    expect(await found(one)).toEqual([there.id])
    expect(await found(admin)).toEqual(expect.arrayContaining([there.id, elsewhere.id]))
  })

  test('an account into its department only while that is there, as no department goes that has accounts', async () => {
    const where = await createRow(platform, admin, dept)
    const one = await createClerk(platform, 'bin.moved', { codes: ['system', 'post'] })
    await admin.get(user.calls.submit, { id: one.id, deptId: where.id } as never)
    await admin.get(user.calls.remove, { ids: one.id })
    await admin.get(dept.calls.remove, { ids: where.id })
    const refused = { status: 400, msg: `机构“${where.input.deptName}”已被删除，请先恢复` }
    expect(await admin.ask(user.calls.restore, { ids: one.id })).toMatchObject(refused)
    expect((await admin.get(user.calls.removed, { size: 200 })).records.map(({ id }) => id)).toContain(one.id)
    await admin.get(dept.calls.restore, { ids: where.id })
    await admin.get(user.calls.restore, { ids: one.id })
    expect(await admin.get(user.calls.detail, { id: one.id })).toMatchObject({ deptId: where.id, isDeleted: 0 })
  })

  test('a declaration with all that was written in it, to its company, and no more than it may have', async () => {
    await openWindow(admin, { maxPerCompany: 1 })
    const [company, other] = [await createEnterprise(platform), await createEnterprise(platform)]
    const ids = await saveDeclaration(company)
    const written = async () => {
      const told = await company.get(declaration.calls.detail, { id: ids })
      return [{ ...told, updateTime: null }, await company.get(contact.calls.detail as never, { pid: ids } as never)]
    }
    const before = await written()
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
    expect(await written()).toEqual(before)
    expect((await company.ask(declaration.calls.restore, { ids: next.id })).status).toBe(409)
  })
})

describe('every answer carries the id of its request, to be quoted', () => {
  test('refusals too, each another one', async () => {
    const answers = [await admin.ask(post.calls.list, {}), await platform.visitor.ask(post.calls.list, {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    const [first, second] = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(first).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(second).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(first).not.toBe(second)
  })
})
