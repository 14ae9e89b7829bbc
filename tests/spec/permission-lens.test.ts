import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { library } from '#contract/project/library.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { type Lens, permissionLens } from '#contract/system/permission-lens.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope, menuIds } from '../support/roles.ts'
import { addLibraryRow, createStaff } from '../support/scenario.ts'

/** The permission lens must agree with the responses the user really gets. */
let platform: Platform
let db: Db
let admin: Caller

type Person = Caller & { id: string; account: string }
const people: Person[] = []
const rows: { entity: 'library' | 'post' | 'user'; id: string }[] = []
const roles: string[] = []
const scopes: string[] = []
const addresses: string[] = []
const codes = [
  'system',
  'project',
  'post',
  'post_add',
  'post_edit',
  'library',
  'library_view',
  'user',
  'user_edit',
  'param',
]
const calls = {
  library: [library.calls.page, library.calls.detail],
  post: [post.calls.list, post.calls.detail],
  user: [user.calls.page, user.calls.detail],
} as const

const department = async (name: string, parentId: string, ancestors: string) =>
  (
    await db
      .insertInto('dept')
      .values({ deptName: name, fullName: name, deptCategory: 2, sort: 1, parentId, ancestors })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

beforeAll(async () => {
  platform = await openPlatform()
  db = platform.db
  admin = await platform.admin()
  const above = await department('上级部', '0', '0')
  const below = await department('下级组', above, `0,${above}`)
  const otherDept = await department('旁边部', '0', '0')
  roles.push(await createRole(platform, admin, 'lens.one'), await createRole(platform, admin, 'lens.two'))
  for (const [deptId, duty] of [
    [above, { region: '320500' }],
    [below, { operator: 1 }],
    [otherDept, { region: '330000' }],
  ] as const) {
    const one = await createStaff(platform, 'lens.one')
    await admin.get(user.calls.update, { id: one.id, deptId, ...duty })
    people.push(one)
    rows.push({ entity: 'user', id: one.id })
  }
  for (const [i, more] of [
    { city: '320500' },
    { city: '330100', operator: 2 },
    { city: '320100', operator: 1 },
  ].entries()) {
    const id = await addLibraryRow(admin, { province: more.city.startsWith('33') ? '330000' : '320000', ...more })
    await db
      .updateTable('library')
      .set({ createUser: people[i]?.id ?? null, createDept: [above, below, otherDept][i] ?? null })
      .where('id', '=', id)
      .execute()
    rows.push({ entity: 'library', id })
    const row = { category: 1, postCode: `L${i}`, postName: `岗${i}`, sort: i }
    const newPost = await admin.get(post.calls.submit, row)
    await db
      .updateTable('post')
      .set({ createUser: people[i]?.id ?? null, createDept: [above, below, otherDept][i] ?? null })
      .where('id', '=', newPost.id)
      .execute()
    rows.push({ entity: 'post', id: newPost.id })
  }
  const columns = { library: ['city', 'operator', 'city,operator'], post: ['createUser'], user: ['deptId'] } as const
  for (const resourceCode of ['library', 'post', 'user'] as const) {
    for (const scopeType of [1, 2, 3, 4] as const) scopes.push(await createScope(admin, { resourceCode, scopeType }))
    for (const scopeColumn of columns[resourceCode])
      scopes.push(await createScope(admin, { resourceCode, scopeType: 5, scopeColumn }))
  }
  scopes.push(await createScope(admin, { resourceCode: 'library', scopeType: 5, scopeValue: 'operator_equal=2' }))
  for (const scopePath of [
    '/caict-system/post/list',
    '/caict-system/post/**',
    '/caict-porject/library/detail',
    '/caict-system/user/page',
  ])
    addresses.push(
      (await admin.get(apiScope.calls.submit, { scopePath, scopeName: scopePath, resourceCode: 'x', scopeType: 1 })).id,
    )
})

interface Situation {
  readonly roleGrants: readonly { readonly codes: string[]; readonly scopes: number[]; readonly addresses: number[] }[]
  readonly roleNumbers: readonly number[][]
  readonly activeAddresses: readonly number[]
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)
const situation: fc.Arbitrary<Situation> = fc.record({
  roleGrants: fc.array(
    fc.record({
      codes: fc.subarray(codes),
      scopes: fc.subarray(upTo(18), { maxLength: 5 }),
      addresses: fc.subarray(upTo(4)),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  roleNumbers: fc.array(fc.subarray([0, 1]), { minLength: 3, maxLength: 3 }),
  activeAddresses: fc.subarray(upTo(4)),
})

/** Writes the permissions directly to the database. */
const arrange = async ({ roleGrants, roleNumbers, activeAddresses }: Situation) => {
  await db.deleteFrom('roleMenu').where('roleId', 'in', roles).execute()
  await db.deleteFrom('roleScope').where('roleId', 'in', roles).execute()
  for (const [i, one] of roleGrants.entries()) {
    const roleId = roles[i] as string
    const menus = await menuIds(platform, one.codes)
    if (menus.length)
      await db
        .insertInto('roleMenu')
        .values(menus.map((menuId) => ({ roleId, menuId })))
        .execute()
    const grantedScopes = [
      ...one.scopes.map((at) => ({ roleId, scopeId: scopes[at] as string, scopeCategory: 1 })),
      ...one.addresses.map((at) => ({ roleId, scopeId: addresses[at] as string, scopeCategory: 2 })),
    ].filter(({ scopeId }) => scopeId)
    if (grantedScopes.length) await db.insertInto('roleScope').values(grantedScopes).execute()
  }
  for (const [i, numbers] of roleNumbers.entries())
    await db
      .updateTable('user')
      .set({ roleId: numbers.map((at) => roles[at] as string) })
      .where('id', '=', people[i]?.id ?? '')
      .execute()
  const liveIds = activeAddresses.map((at) => addresses[at] as string)
  await sql`update api_scope set is_deleted = (not id = any(${liveIds}::bigint[]))::int where id = any(${addresses}::bigint[])`.execute(
    db,
  )
}

const flat = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ code, children }) => [code, ...flat(children ?? [])])
const stops = ({ steps }: Lens) => steps.some(({ passed }) => passed === false)

const checkMenus = async (person: Person, code: string) => {
  const lens = await admin.get(permissionLens.explain, { userId: person.id, code })
  const isButton = code.includes('_')
  const tree = await person.ask(isButton ? menu.calls.buttons : menu.calls.routes, {})
  const isVisible = tree.status === 200 && flat(tree.data).includes(code)
  expect([code, lens.open, !stops(lens)]).toEqual([code, isVisible, isVisible])
  for (const { method, path, status } of lens.addresses.filter((one) => one.method === 'GET')) {
    const actual = (await person.raw(method, path)).status
    expect([path, status === 403]).toEqual([path, actual === 403])
  }
}

const checkRow = async (person: Person, { entity, id }: (typeof rows)[number]) => {
  const lens = await admin.get(permissionLens.explain, { userId: person.id, resource: entity, rowId: id })
  const [list, detail] = calls[entity] as readonly [
    Endpoint<object, { records: { id: string }[] }>,
    Endpoint<object, unknown>,
  ]
  const one = await person.ask(detail, { id })
  expect([entity, lens.open, !stops(lens)]).toEqual([entity, one.status === 200, one.status === 200])
  const all = await person.ask(list, { size: 200 })
  const inList = all.status === 200 && all.data.records.some((row) => row.id === id)
  const rule = (name: string) => lens.steps.find(({ rule: which }) => which === name)?.passed
  const listStatus = lens.addresses.find(({ path }) => path === list.path)?.status
  expect([entity, rule('row') === true && rule('dataScope') === true && listStatus === 200]).toEqual([entity, inList])
}

describe('the permission lens', () => {
  test('predicts the real responses for random roles, menus, API scopes, rows and data scopes of every kind', async () => {
    const pick = fc.record({
      person: fc.nat(2),
      codes: fc.subarray(codes, { minLength: 2, maxLength: 2 }),
      rows: fc.subarray(upTo(9), { minLength: 3, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(situation, pick, async (current, picked) => {
        await arrange(current)
        const person = people[picked.person] as Person
        for (const code of picked.codes) await checkMenus(person, code)
        for (const at of picked.rows) await checkRow(person, rows[at] as (typeof rows)[number])
      }),
      { numRuns: 40 },
    )
  })
})

describe('the predicted effect of a grant', () => {
  const listedBy = async (person: Person) => {
    const idsByList: Record<string, Set<string>> = {}
    for (const [name, [list]] of Object.entries(calls)) {
      const response = await person.ask(list as Endpoint<object, { records: { id: string }[] }>, { size: 200 })
      idsByList[name] = new Set(response.status === 200 ? response.data.records.map(({ id }) => id) : [])
    }
    return idsByList
  }
  const labels: Readonly<Record<string, string>> = { library: '项目库', post: '岗位管理', user: '用户管理' }

  test('equals its real effect on menus and on the rows in lists', async () => {
    await fc.assert(
      fc.asyncProperty(
        situation,
        fc.subarray(codes),
        fc.subarray(upTo(15), { maxLength: 4 }),
        async (current, menus, scopeIndexes) => {
          await arrange({ ...current, roleNumbers: [[0], [0, 1], [1]] })
          const person = people[0] as Person
          const input = {
            roleIds: roles[0] as string,
            menuIds: (await menuIds(platform, menus)).join(','),
            dataScopeIds: scopeIndexes.map((at) => scopes[at]).join(','),
            apiScopeIds: '',
          }
          const [before, buttonsBefore] = [await listedBy(person), flat(await person.get(menu.calls.buttons, {}))]
          const effect = await admin.get(permissionLens.roleGrant, input)
          expect([effect.people, effect.counted]).toEqual([2, 2])
          expect(await listedBy(person)).toEqual(before)
          await admin.get(role.calls.grant, input)
          const after = await listedBy(person)
          for (const [name, idsBefore] of Object.entries(before)) {
            const idsAfter = after[name] as Set<string>
            const gained = [...idsAfter].filter((id) => !idsBefore.has(id)).length
            const lost = [...idsBefore].filter((id) => !idsAfter.has(id)).length
            const predicted = effect.rows
              .find(({ label }) => label === labels[name])
              ?.people.find(({ account }) => account === person.account)
            expect([name, predicted?.gained ?? 0, predicted?.lost ?? 0]).toEqual([name, gained, lost])
          }
          const visibleButtons = flat(await person.get(menu.calls.buttons, {}))
          const button = (code: string) => visibleButtons.includes(code) && !buttonsBefore.includes(code)
          expect(effect.buttons.gained.some(({ title }) => title === '新增')).toBe(
            effect.buttons.gained.length > 0 && button('post_add'),
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  test('is rejected like the grant itself, and writes nothing', async () => {
    const granter = await createClerk(platform, 'lens.granter', { codes: ['role', 'role_grant'] })
    const roleIds = await createRole(platform, admin, 'lens.target')
    const menus = (await menuIds(platform, ['post'])).join(',')
    expect(await granter.ask(permissionLens.roleGrant, { roleIds, menuIds: menus })).toMatchObject({ status: 403 })
    await admin.get(permissionLens.roleGrant, { roleIds, menuIds: menus })
    expect((await admin.get(menu.calls.roleTreeKeys, { roleIds })).menu).toEqual([])
  })

  test('is available for the roles of a user too', async () => {
    await arrange({
      roleGrants: [
        { codes: ['post'], scopes: [], addresses: [] },
        { codes: ['param'], scopes: [], addresses: [] },
      ],
      roleNumbers: [[0], [], []],
      activeAddresses: [],
    })
    const effect = await admin.get(permissionLens.userRoles, {
      userIds: people[0]?.id ?? '',
      roleIds: roles[1] as string,
    })
    expect(effect.screens).toEqual({
      gained: [{ title: '参数管理', people: 1 }],
      lost: [{ title: '岗位管理', people: 1 }],
    })
  })
})

describe('the explanations of the permission lens', () => {
  const rule = (lens: Lens, name: string) => lens.steps.find((one) => one.rule === name)
  const minimal = {
    roleGrants: [
      { codes: ['library'], scopes: [], addresses: [] },
      { codes: [], scopes: [], addresses: [] },
    ],
    roleNumbers: [[0], [], []],
    activeAddresses: [],
  }

  test('name the role, the scope in words and the attributes of the user, each with the page to change it', async () => {
    await arrange({
      ...minimal,
      roleGrants: [
        { codes: ['library'], scopes: [4], addresses: [] },
        { codes: [], scopes: [], addresses: [] },
      ],
    })
    const [person] = people as [Person]
    const otherCityRow = rows.filter(({ entity }) => entity === 'library')[1] as (typeof rows)[number]
    const lens = await admin.get(permissionLens.explain, {
      userId: person.id,
      resource: 'library',
      rowId: otherCityRow.id,
    })
    expect(lens.open).toBe(false)
    expect(rule(lens, 'roles')?.text).toBe('拥有角色：lens.one')
    const scope = rule(lens, 'dataScope')
    expect(scope).toMatchObject({ passed: false, text: '该用户的数据权限均不包含该数据', at: '/system/data-scope' })
    expect(scope?.details[0]?.text).toMatch(/（角色“lens.one”）：城市在本人所辖地区内$/)
    expect(scope?.details[1]?.text).toBe('该数据的城市：杭州市；本人所辖地区：苏州市')
    expect(lens.result).toBe('lens.one不能看到“苏州澄川5G工厂”，原因如下：')
  })

  test('cover an account that cannot log in and a removed row', async () => {
    await arrange(minimal)
    const [person] = people as [Person]
    await admin.get(user.calls.disable, { userIds: person.id, reason: '演练' })
    const disabledUser = await admin.get(permissionLens.explain, { userId: person.id, code: 'library' })
    expect([disabledUser.open, rule(disabledUser, 'account')?.passed]).toEqual([false, false])
    expect([...new Set(disabledUser.addresses.map(({ status }) => status))]).toEqual([401])
    await admin.get(user.calls.enable, { userIds: person.id })
    const newPost = await admin.get(post.calls.submit, { category: 1, postCode: 'LX', postName: '临时岗', sort: 9 })
    await admin.get(post.calls.remove, { ids: newPost.id })
    const removedPost = await admin.get(permissionLens.explain, {
      userId: person.id,
      resource: 'post',
      rowId: newPost.id,
    })
    expect([removedPost.open, rule(removedPost, 'row')?.passed]).toEqual([false, false])
  })

  test('reject users and rows the caller cannot see', async () => {
    const scopeId = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
    const caller = await createClerk(platform, 'lens.asker', { codes: ['permission_lens', 'user'], scopes: [scopeId] })
    const [person] = people as [Person]
    expect((await caller.ask(permissionLens.explain, { userId: person.id, code: 'library' })).status).toBe(404)
    expect((await caller.ask(permissionLens.explain, { userId: caller.id, code: 'library' })).status).toBe(200)
    const row = rows.find(({ entity }) => entity === 'library') as (typeof rows)[number]
    const input = { userId: caller.id, resource: 'library', rowId: row.id }
    expect((await caller.ask(permissionLens.explain, input)).status).toBe(403)
    const [, other] = people as [Person, Person]
    expect((await other.ask(permissionLens.explain, { userId: other.id, code: 'library' })).status).toBe(403)
  })
})
