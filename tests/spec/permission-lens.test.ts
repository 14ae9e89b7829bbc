import fc from 'fast-check'
import { sql } from 'kysely'
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
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope, menuIds } from '../support/roles.ts'
import { addLibraryRow, createStaff } from '../support/scenario.ts'

/** The permission lens: what it says of a person is what his own requests are answered. */
let platform: Platform
let db: Db
let admin: Caller

type Somebody = Caller & { id: string; account: string }
const people: Somebody[] = []
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
  const beside = await department('旁边部', '0', '0')
  roles.push(await createRole(platform, admin, 'lens.one'), await createRole(platform, admin, 'lens.two'))
  for (const [deptId, duty] of [
    [above, { region: '320500' }],
    [below, { operator: 1 }],
    [beside, { region: '330000' }],
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
      .set({ createUser: people[i]?.id ?? null, createDept: [above, below, beside][i] ?? null })
      .where('id', '=', id)
      .execute()
    rows.push({ entity: 'library', id })
    const row = { category: 1, postCode: `L${i}`, postName: `岗${i}`, sort: i }
    const made = await admin.get(post.calls.submit, row)
    await db
      .updateTable('post')
      .set({ createUser: people[i]?.id ?? null, createDept: [above, below, beside][i] ?? null })
      .where('id', '=', made.id)
      .execute()
    rows.push({ entity: 'post', id: made.id })
  }
  const own = { library: ['city', 'operator', 'city,operator'], post: ['createUser'], user: ['deptId'] } as const
  for (const resourceCode of ['library', 'post', 'user'] as const) {
    for (const scopeType of [1, 2, 3, 4] as const) scopes.push(await createScope(admin, { resourceCode, scopeType }))
    for (const scopeColumn of own[resourceCode])
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
  readonly held: readonly { readonly codes: string[]; readonly scopes: number[]; readonly addresses: number[] }[]
  readonly has: readonly number[][]
  readonly live: readonly number[]
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)
const situation: fc.Arbitrary<Situation> = fc.record({
  held: fc.array(
    fc.record({
      codes: fc.subarray(codes),
      scopes: fc.subarray(upTo(18), { maxLength: 5 }),
      addresses: fc.subarray(upTo(4)),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  has: fc.array(fc.subarray([0, 1]), { minLength: 3, maxLength: 3 }),
  live: fc.subarray(upTo(4)),
})

/** Makes it so, below the screens that would make it. */
const arrange = async ({ held, has, live }: Situation) => {
  await db.deleteFrom('roleMenu').where('roleId', 'in', roles).execute()
  await db.deleteFrom('roleScope').where('roleId', 'in', roles).execute()
  for (const [i, one] of held.entries()) {
    const roleId = roles[i] as string
    const menus = await menuIds(platform, one.codes)
    if (menus.length)
      await db
        .insertInto('roleMenu')
        .values(menus.map((menuId) => ({ roleId, menuId })))
        .execute()
    const given = [
      ...one.scopes.map((at) => ({ roleId, scopeId: scopes[at] as string, scopeCategory: 1 })),
      ...one.addresses.map((at) => ({ roleId, scopeId: addresses[at] as string, scopeCategory: 2 })),
    ].filter(({ scopeId }) => scopeId)
    if (given.length) await db.insertInto('roleScope').values(given).execute()
  }
  for (const [i, own] of has.entries())
    await db
      .updateTable('user')
      .set({ roleId: own.map((at) => roles[at] as string) })
      .where('id', '=', people[i]?.id ?? '')
      .execute()
  const liveIds = live.map((at) => addresses[at] as string)
  await sql`update api_scope set is_deleted = (not id = any(${liveIds}::bigint[]))::int where id = any(${addresses}::bigint[])`.execute(
    db,
  )
}

const flat = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ code, children }) => [code, ...flat(children ?? [])])
const stops = ({ steps }: Lens) => steps.some(({ passed }) => passed === false)

const checkMenus = async (person: Somebody, code: string) => {
  const lens = await admin.get(permissionLens.explain, { userId: person.id, code })
  const isButton = code.includes('_')
  const tree = await person.ask(isButton ? menu.calls.buttons : menu.calls.routes, {})
  const shown = tree.status === 200 && flat(tree.data).includes(code)
  expect([code, lens.open, !stops(lens)]).toEqual([code, shown, shown])
  for (const { method, path, status } of lens.addresses.filter((one) => one.method === 'GET')) {
    const real = (await person.raw(method, path)).status
    expect([path, status === 403]).toEqual([path, real === 403])
  }
}

const checkRow = async (person: Somebody, { entity, id }: (typeof rows)[number]) => {
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

describe('what it says is what happens', () => {
  test('for whatever roles, menus, data scopes of every kind, API scopes and rows', async () => {
    const pick = fc.record({
      person: fc.nat(2),
      codes: fc.subarray(codes, { minLength: 2, maxLength: 2 }),
      rows: fc.subarray(upTo(9), { minLength: 3, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(situation, pick, async (now, picked) => {
        await arrange(now)
        const person = people[picked.person] as Somebody
        for (const code of picked.codes) await checkMenus(person, code)
        for (const at of picked.rows) await checkRow(person, rows[at] as (typeof rows)[number])
      }),
      { numRuns: 40 },
    )
  })
})

describe('what a grant would change', () => {
  const listedBy = async (person: Somebody) => {
    const found: Record<string, Set<string>> = {}
    for (const [name, [list]] of Object.entries(calls)) {
      const answer = await person.ask(list as Endpoint<object, { records: { id: string }[] }>, { size: 200 })
      found[name] = new Set(answer.status === 200 ? answer.data.records.map(({ id }) => id) : [])
    }
    return found
  }
  const labels: Readonly<Record<string, string>> = { library: '项目库', post: '岗位管理', user: '用户管理' }

  test('is what it changes: menus, and rows gained and lost as the lists then show them', async () => {
    await fc.assert(
      fc.asyncProperty(
        situation,
        fc.subarray(codes),
        fc.subarray(upTo(15), { maxLength: 4 }),
        async (now, menus, own) => {
          await arrange({ ...now, has: [[0], [0, 1], [1]] })
          const person = people[0] as Somebody
          const input = {
            roleIds: roles[0] as string,
            menuIds: (await menuIds(platform, menus)).join(','),
            dataScopeIds: own.map((at) => scopes[at]).join(','),
            apiScopeIds: '',
          }
          const [before, shownBefore] = [await listedBy(person), flat(await person.get(menu.calls.buttons, {}))]
          const effect = await admin.get(permissionLens.roleGrant, input)
          expect([effect.people, effect.counted]).toEqual([2, 2])
          expect(await listedBy(person)).toEqual(before)
          await admin.get(role.calls.grant, input)
          const after = await listedBy(person)
          for (const [name, had] of Object.entries(before)) {
            const has = after[name] as Set<string>
            const gained = [...has].filter((id) => !had.has(id)).length
            const lost = [...had].filter((id) => !has.has(id)).length
            const told = effect.rows
              .find(({ label }) => label === labels[name])
              ?.people.find(({ account }) => account === person.account)
            expect([name, told?.gained ?? 0, told?.lost ?? 0]).toEqual([name, gained, lost])
          }
          const shown = flat(await person.get(menu.calls.buttons, {}))
          const button = (code: string) => shown.includes(code) && !shownBefore.includes(code)
          expect(effect.buttons.gained.some(({ title }) => title === '新增')).toBe(
            effect.buttons.gained.length > 0 && button('post_add'),
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  test('it is refused as the grant itself would be, and writes nothing', async () => {
    const granter = await createClerk(platform, 'lens.granter', { codes: ['role', 'role_grant'] })
    const roleIds = await createRole(platform, admin, 'lens.target')
    const menus = (await menuIds(platform, ['post'])).join(',')
    expect(await granter.ask(permissionLens.roleGrant, { roleIds, menuIds: menus })).toMatchObject({ status: 403 })
    await admin.get(permissionLens.roleGrant, { roleIds, menuIds: menus })
    expect((await admin.get(menu.calls.roleTreeKeys, { roleIds })).menu).toEqual([])
  })

  test('other roles for somebody are told the same way', async () => {
    await arrange({
      held: [
        { codes: ['post'], scopes: [], addresses: [] },
        { codes: ['param'], scopes: [], addresses: [] },
      ],
      has: [[0], [], []],
      live: [],
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

describe('whom and what it tells of', () => {
  const rule = (lens: Lens, name: string) => lens.steps.find((one) => one.rule === name)
  const bare = {
    held: [
      { codes: ['library'], scopes: [], addresses: [] },
      { codes: [], scopes: [], addresses: [] },
    ],
    has: [[0], [], []],
    live: [],
  }

  test('a role by its name, a scope in words, with what the person stands for, each with where it is changed', async () => {
    await arrange({
      ...bare,
      held: [
        { codes: ['library'], scopes: [4], addresses: [] },
        { codes: [], scopes: [], addresses: [] },
      ],
    })
    const [person] = people as [Somebody]
    const foreign = rows.filter(({ entity }) => entity === 'library')[1] as (typeof rows)[number]
    const lens = await admin.get(permissionLens.explain, { userId: person.id, resource: 'library', rowId: foreign.id })
    expect(lens.open).toBe(false)
    expect(rule(lens, 'roles')?.text).toBe('拥有角色：lens.one')
    const scope = rule(lens, 'dataScope')
    expect(scope).toMatchObject({ passed: false, text: '该用户的数据权限均不包含该数据', at: '/system/data-scope' })
    expect(scope?.details[0]?.text).toMatch(/（角色“lens.one”）：城市在本人所辖地区内$/)
    expect(scope?.details[1]?.text).toBe('该数据的城市：杭州市；本人所辖地区：苏州市')
    expect(lens.result).toBe('因此，lens.one看不到“苏州澄川5G工厂”。')
  })

  test('an account that cannot log in, and a row that was removed', async () => {
    await arrange(bare)
    const [person] = people as [Somebody]
    await admin.get(user.calls.disable, { userIds: person.id, reason: '演练' })
    const closed = await admin.get(permissionLens.explain, { userId: person.id, code: 'library' })
    expect([closed.open, rule(closed, 'account')?.passed]).toEqual([false, false])
    expect(closed.addresses.every(({ status }) => status === 401)).toBe(true)
    await admin.get(user.calls.enable, { userIds: person.id })
    const made = await admin.get(post.calls.submit, { category: 1, postCode: 'LX', postName: '临时岗', sort: 9 })
    await admin.get(post.calls.remove, { ids: made.id })
    const gone = await admin.get(permissionLens.explain, { userId: person.id, resource: 'post', rowId: made.id })
    expect([gone.open, rule(gone, 'row')?.passed]).toEqual([false, false])
  })

  test('nobody and nothing that the asker does not reach himself', async () => {
    const bound = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
    const asker = await createClerk(platform, 'lens.asker', { codes: ['permission_lens', 'user'], scopes: [bound] })
    const [person] = people as [Somebody]
    expect((await asker.ask(permissionLens.explain, { userId: person.id, code: 'library' })).status).toBe(404)
    expect((await asker.ask(permissionLens.explain, { userId: asker.id, code: 'library' })).status).toBe(200)
    const row = rows.find(({ entity }) => entity === 'library') as (typeof rows)[number]
    const asked = { userId: asker.id, resource: 'library', rowId: row.id }
    expect((await asker.ask(permissionLens.explain, asked)).status).toBe(403)
    const [, other] = people as [Somebody, Somebody]
    expect((await other.ask(permissionLens.explain, { userId: other.id, code: 'library' })).status).toBe(403)
  })
})
