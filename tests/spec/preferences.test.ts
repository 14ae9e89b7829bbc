import { beforeAll, describe, expect, test } from 'vitest'
import { maxPreferenceLength, maxPreferences, preferences } from '#contract/preferences.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  createEnterprise,
  createStaff,
  createUserWithoutRights,
  sessionEndedResponse,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let person: Caller
let other: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  person = await createEnterprise(platform)
  other = await createEnterprise(platform)
})

const put = (who: Caller, name: string, value: unknown, roleIds?: string) =>
  who.ask(preferences.put, { name, value: JSON.stringify(value), ...(roleIds === undefined ? {} : { roleIds }) })
const list = async (who: Caller) =>
  (await who.get(preferences.list, {})).map(({ name, value, ...row }) => ({ ...row, name, value: JSON.parse(value) }))
const values = async (who: Caller) => Object.fromEntries((await list(who)).map(({ name, value }) => [name, value]))

describe('preferences are stored on the server for each user (docs/decisions/0130)', () => {
  test('a preference is stored under its name, replaced and removed; removing it twice does no harm', async () => {
    expect(await put(person, 'table.post', { density: 'small' })).toMatchObject({ success: true, data: null })
    await put(person, 'appearance', { theme: 'dark', nested: [1, { a: null }] })
    await put(person, 'table.post', { density: 'large' })
    expect(await values(person)).toEqual({
      'table.post': { density: 'large' },
      appearance: { theme: 'dark', nested: [1, { a: null }] },
    })
    for (let n = 0; n < 2; n++)
      expect((await person.ask(preferences.remove, { name: 'appearance' })).success).toBe(true)
    expect(await values(person)).toEqual({ 'table.post': { density: 'large' } })
  })

  test('users see and change only their own preferences', async () => {
    await put(person, 'mine', { a: 1 })
    expect(await list(other)).toEqual([])
    await put(other, 'mine', { a: 2 })
    await other.get(preferences.remove, { name: 'mine' })
    expect(await values(person)).toMatchObject({ mine: { a: 1 } })
  })

  test('every call requires a session', async () => {
    for (const endpoint of [preferences.list, preferences.put, preferences.remove])
      expect(await platform.visitor.ask(endpoint as never, { name: 'a', value: '{}' } as never)).toMatchObject(
        sessionEndedResponse,
      )
  })

  test.each(['1', '"a"', '[]', 'null', '{', 'true'])(
    '%s is not a JSON object and is rejected at its field',
    async (value) => {
      const msg = '内容应为 JSON 对象'
      expect(await person.ask(preferences.put, { name: 'wrong', value })).toMatchObject({
        status: 400,
        msg,
        faults: [{ at: 'value', msg }],
      })
      expect(await values(person)).not.toHaveProperty('wrong')
    },
  )

  test('the length of value and name is limited', async () => {
    const preferenceOf = (length: number) => ({ name: 'long', value: JSON.stringify({ a: 'x'.repeat(length - 8) }) })
    expect((await person.ask(preferences.put, preferenceOf(maxPreferenceLength))).success).toBe(true)
    expect(await person.ask(preferences.put, preferenceOf(maxPreferenceLength + 1))).toMatchObject({
      status: 400,
      faults: [{ at: 'value', msg: '内容不能超过8000个字' }],
    })
    expect(await put(person, 'n'.repeat(65), {})).toMatchObject({ status: 400, faults: [{ at: 'name' }] })
    expect(await put(person, '', {})).toMatchObject({ status: 400, faults: [{ at: 'name' }] })
  })

  test('the number of preferences is limited; existing ones can still be changed', async () => {
    const { id: userId } = await person.get(user.calls.info, {})
    const count = (await list(person)).length
    await platform.db
      .insertInto('preference')
      .values(
        Array.from({ length: maxPreferences - count }, (_, i) => ({
          userId,
          name: `filler.${i}`,
          value: '{}',
          roleIds: [],
        })),
      )
      .execute()
    expect(await put(person, 'one.more', {})).toMatchObject({
      status: 400,
      msg: '个人设置已达上限，请先删除不用的视图',
    })
    expect((await put(person, 'filler.0', { changed: 1 })).success).toBe(true)
    await person.get(preferences.remove, { name: 'filler.1' })
    expect((await put(person, 'one.more', {})).success).toBe(true)
  })
})

describe('a view shared with a role', () => {
  const roleId = async (alias: string) =>
    (await admin.get(role.calls.forest, { roleAlias_equal: alias })).map(({ id }) => id).join()

  test('is visible to the users of the role with the name of its owner, and only the owner can change it', async () => {
    const [expert, otherUser] = [await createStaff(platform, 'expert', null), await createUserWithoutRights(platform)]
    const roleIds = await roleId('expert')
    expect((await put(admin, 'view.post.a1', { label: '待办' }, roleIds)).success).toBe(true)
    const { id, realName } = await admin.get(user.calls.info, {})
    const views = await list(expert)
    expect(views).toEqual([
      {
        name: 'view.post.a1',
        value: { label: '待办' },
        userId: id,
        owner: realName,
        roleIds,
        roleIdsName: '评审专家',
        updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      },
    ])
    expect(await list(otherUser)).toEqual([])
    expect((await list(admin)).find(({ name }) => name === 'view.post.a1')).toMatchObject({ owner: null, roleIds })
    await put(expert, 'view.post.a1', { label: '自己的' })
    await expert.get(preferences.remove, { name: 'view.post.a1' })
    expect(await list(expert)).toEqual(views)
    await put(admin, 'view.post.a1', { label: '待办' })
    expect(await list(expert)).toEqual([])
  })

  test('is recorded in the audit log', async () => {
    const roleIds = await roleId('expert')
    await put(admin, 'view.post.a2', { label: '二' }, roleIds)
    const entry = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'preference')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ verb: 'share', createUser: entry.rowId, rowTitle: '二', after: { roleIds } })
  })

  test('is rejected without the permission to manage roles and for unknown roles', async () => {
    const roleIds = await roleId('enterprise')
    expect(await put(other, 'view.post.b', {}, roleIds)).toMatchObject({ status: 403 })
    expect(await values(other)).toEqual({})
    expect(await put(admin, 'view.post.b', {}, '99999')).toMatchObject({
      status: 400,
      faults: [{ at: 'roleIds', msg: '所选角色不存在' }],
    })
    expect((await put(other, 'view.post.b', {}, '')).success).toBe(true)
  })

  test('disappears with the account of its owner', async () => {
    await admin.get(role.calls.submit, { roleName: '班长', roleAlias: 'foreman', sort: 88 })
    const leaver = await createStaff(platform, 'administrator', null)
    const reader = await createStaff(platform, 'foreman', null)
    await put(leaver, 'view.post.c', { label: '三' }, await roleId('foreman'))
    expect(await list(reader)).toHaveLength(1)
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, leaver.account) })
    expect(await list(reader)).toEqual([])
  })
})

describe('the readers of a shared view', () => {
  const aliasId = async (alias: string, roleName: string) =>
    (await admin.get(role.calls.submit, { roleName, roleAlias: alias, sort: 70 })).id
  const names = async (who: Caller) => (await list(who)).map(({ name }) => name)
  let [first, second] = ['', '']
  let reader: Awaited<ReturnType<typeof createStaff>>
  beforeAll(async () => {
    ;[first, second] = [await aliasId('view.first', '一组'), await aliasId('view.second', '二组')]
    reader = await createStaff(platform, 'view.first')
  })

  test('change with their roles, and a reader with two of its roles sees it once', async () => {
    await put(admin, 'view.role', { n: 1 }, `${first},${second}`)
    await put(admin, 'view.first-only', { n: 2 }, first)
    expect(await names(reader)).toEqual(['view.first-only', 'view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: second })
    expect(await names(reader)).toEqual(['view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: `${first},${second}` })
    expect(await names(reader)).toEqual(['view.first-only', 'view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: first })
  })

  test('lose it when the owner stops sharing it or removes it', async () => {
    await put(admin, 'view.ending', { n: 3 }, first)
    expect(await names(reader)).toContain('view.ending')
    await put(admin, 'view.ending', { n: 3 }, '')
    expect(await names(reader)).not.toContain('view.ending')
    await put(admin, 'view.ending', { n: 4 }, first)
    await admin.get(preferences.remove, { name: 'view.ending' })
    expect([await names(reader), await names(admin)].flat()).not.toContain('view.ending')
  })

  test('see views of the same name from two owners beside their own, each with its owner', async () => {
    const head = await createStaff(platform, 'administrator')
    await put(admin, 'view.same', { by: 'admin' }, first)
    await put(head, 'view.same', { by: 'head' }, first)
    await put(reader, 'view.same', { by: 'reader' })
    const same = (await list(reader)).filter(({ name }) => name === 'view.same')
    expect(same[0]).toMatchObject({ owner: null, value: { by: 'reader' } })
    expect(
      same
        .slice(1)
        .map(({ value }) => value.by)
        .sort(),
    ).toEqual(['admin', 'head'])
    expect(same.slice(1).every(({ owner }) => typeof owner === 'string' && owner.length > 0)).toBe(true)
  })

  test('can only be roles inside the data scope of its owner', async () => {
    const scopeId = await createScope(admin, { resourceCode: 'role', scopeType: 2 })
    const owner = await createClerk(platform, 'view.maker', { codes: ['role', 'role_add'], scopes: [scopeId] })
    const ownRoleId = (await owner.get(role.calls.submit, { roleName: '自建', roleAlias: 'view.own', sort: 71 })).id
    expect((await put(owner, 'view.made', { n: 5 }, ownRoleId)).success).toBe(true)
    const [response, unknownRoleResponse] = [
      await put(owner, 'view.foreign', {}, first),
      await put(owner, 'view.foreign', {}, '424242'),
    ]
    expect([response.status, response.body]).toEqual([400, unknownRoleResponse.body])
    expect(await names(reader)).not.toContain('view.foreign')
  })

  test('do not lose their own quota to views others share with them', async () => {
    const { length } = await list(reader)
    expect(length).toBeGreaterThan(1)
    const ownCount = (await list(reader)).filter(({ owner }) => owner === null).length
    const names = Array.from({ length: maxPreferences - ownCount }, (_, n) => `filled.${n}`)
    for (const name of names) expect((await put(reader, name, { n: 1 })).success).toBe(true)
    expect((await put(reader, 'one.more', { n: 1 })).status).toBe(400)
    for (const name of names) await reader.get(preferences.remove, { name })
  })
})
