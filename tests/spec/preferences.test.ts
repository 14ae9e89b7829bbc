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

describe('preferences are kept per person on the server (experience.md B.5)', () => {
  test('one is kept under its name, replaced, and dropped; to drop it again does no harm', async () => {
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

  test('each sees and changes the own ones only', async () => {
    await put(person, 'mine', { a: 1 })
    expect(await list(other)).toEqual([])
    await put(other, 'mine', { a: 2 })
    await other.get(preferences.remove, { name: 'mine' })
    expect(await values(person)).toMatchObject({ mine: { a: 1 } })
  })

  test('asks for a session', async () => {
    for (const endpoint of [preferences.list, preferences.put, preferences.remove])
      expect(await platform.visitor.ask(endpoint as never, { name: 'a', value: '{}' } as never)).toMatchObject(
        sessionEndedResponse,
      )
  })

  test.each(['1', '"a"', '[]', 'null', '{', 'true'])(
    '%s is no JSON object and is refused at its field',
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

  test('a document is small and its name is short', async () => {
    const filled = (length: number) => ({ name: 'long', value: JSON.stringify({ a: 'x'.repeat(length - 8) }) })
    expect((await person.ask(preferences.put, filled(maxPreferenceLength))).success).toBe(true)
    expect(await person.ask(preferences.put, filled(maxPreferenceLength + 1))).toMatchObject({
      status: 400,
      faults: [{ at: 'value', msg: '内容不能超过8000个字' }],
    })
    expect(await put(person, 'n'.repeat(65), {})).toMatchObject({ status: 400, faults: [{ at: 'name' }] })
    expect(await put(person, '', {})).toMatchObject({ status: 400, faults: [{ at: 'name' }] })
  })

  test('there is an end to how many one may keep; those that are there can still be changed', async () => {
    const { id: userId } = await person.get(user.calls.info, {})
    const there = (await list(person)).length
    await platform.db
      .insertInto('preference')
      .values(
        Array.from({ length: maxPreferences - there }, (_, i) => ({
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

describe('shared with a role by who manages roles', () => {
  const roleId = async (alias: string) =>
    (await admin.get(role.calls.forest, { roleAlias_equal: alias })).map(({ id }) => id).join()

  test('its holders see it with the name of who shares it, and cannot change it; nobody else sees it', async () => {
    const [expert, outsider] = [await createStaff(platform, 'expert', null), await createUserWithoutRights(platform)]
    const roleIds = await roleId('expert')
    expect((await put(admin, 'view.post.a1', { label: '待办' }, roleIds)).success).toBe(true)
    const { id, realName } = await admin.get(user.calls.info, {})
    const seen = await list(expert)
    expect(seen).toEqual([
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
    expect(await list(outsider)).toEqual([])
    expect((await list(admin)).find(({ name }) => name === 'view.post.a1')).toMatchObject({ owner: null, roleIds })
    await put(expert, 'view.post.a1', { label: '自己的' })
    await expert.get(preferences.remove, { name: 'view.post.a1' })
    expect(await list(expert)).toEqual(seen)
    await put(admin, 'view.post.a1', { label: '待办' })
    expect(await list(expert)).toEqual([])
  })

  test('leaves a line in the audit', async () => {
    const roleIds = await roleId('expert')
    await put(admin, 'view.post.a2', { label: '二' }, roleIds)
    const line = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'preference')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ verb: 'share', createUser: line.rowId, after: { name: 'view.post.a2', roleIds } })
  })

  test('is refused to whoever does not manage roles, and for roles that are not there', async () => {
    const roleIds = await roleId('enterprise')
    expect(await put(other, 'view.post.b', {}, roleIds)).toMatchObject({ status: 403 })
    expect(await values(other)).toEqual({})
    expect(await put(admin, 'view.post.b', {}, '99999')).toMatchObject({
      status: 400,
      faults: [{ at: 'roleIds', msg: '所选角色不存在' }],
    })
    expect((await put(other, 'view.post.b', {}, '')).success).toBe(true)
  })

  test('goes with the account of who shared it', async () => {
    await admin.get(role.calls.submit, { roleName: '班长', roleAlias: 'foreman', sort: 88 })
    const leaver = await createStaff(platform, 'administrator', null)
    const reader = await createStaff(platform, 'foreman', null)
    await put(leaver, 'view.post.c', { label: '三' }, await roleId('foreman'))
    expect(await list(reader)).toHaveLength(1)
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, leaver.account) })
    expect(await list(reader)).toEqual([])
  })
})

describe('whom a shared view reaches', () => {
  const aliasId = async (alias: string, roleName: string) =>
    (await admin.get(role.calls.submit, { roleName, roleAlias: alias, sort: 70 })).id
  const names = async (who: Caller) => (await list(who)).map(({ name }) => name)
  let [first, second] = ['', '']
  let reader: Awaited<ReturnType<typeof createStaff>>
  beforeAll(async () => {
    ;[first, second] = [await aliasId('view.first', '一组'), await aliasId('view.second', '二组')]
    reader = await createStaff(platform, 'view.first')
  })

  test('follows the roles of its reader: given another it is gone, given both it is there once', async () => {
    await put(admin, 'view.role', { n: 1 }, `${first},${second}`)
    await put(admin, 'view.first-only', { n: 2 }, first)
    expect(await names(reader)).toEqual(['view.first-only', 'view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: second })
    expect(await names(reader)).toEqual(['view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: `${first},${second}` })
    expect(await names(reader)).toEqual(['view.first-only', 'view.role'])
    await admin.get(user.calls.grant, { userIds: reader.id, roleIds: first })
  })

  test('ends when it is shared no more, or dropped by its owner; nobody keeps a copy', async () => {
    await put(admin, 'view.ending', { n: 3 }, first)
    expect(await names(reader)).toContain('view.ending')
    await put(admin, 'view.ending', { n: 3 }, '')
    expect(await names(reader)).not.toContain('view.ending')
    await put(admin, 'view.ending', { n: 4 }, first)
    await admin.get(preferences.remove, { name: 'view.ending' })
    expect([await names(reader), await names(admin)].flat()).not.toContain('view.ending')
  })

  test('of two people under one name shows both beside one’s own, each with its owner', async () => {
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

  test('is a role its owner may name: of those whom his data scope shows him, and no other', async () => {
    const bound = await createScope(admin, { resourceCode: 'role', scopeType: 2 })
    const maker = await createClerk(platform, 'view.maker', { codes: ['role', 'role_add'], scopes: [bound] })
    const own = (await maker.get(role.calls.submit, { roleName: '自建', roleAlias: 'view.own', sort: 71 })).id
    expect((await put(maker, 'view.made', { n: 5 }, own)).success).toBe(true)
    const [told, nothing] = [
      await put(maker, 'view.foreign', {}, first),
      await put(maker, 'view.foreign', {}, '424242'),
    ]
    expect([told.status, told.body]).toEqual([400, nothing.body])
    expect(await names(reader)).not.toContain('view.foreign')
  })

  test('does not count what others share with one against what one may keep', async () => {
    const { length } = await list(reader)
    expect(length).toBeGreaterThan(1)
    const own = (await list(reader)).filter(({ owner }) => owner === null).length
    const last = Array.from({ length: maxPreferences - own }, (_, n) => `filled.${n}`)
    for (const name of last) expect((await put(reader, name, { n: 1 })).success).toBe(true)
    expect((await put(reader, 'one.more', { n: 1 })).status).toBe(400)
    for (const name of last) await reader.get(preferences.remove, { name })
  })
})
