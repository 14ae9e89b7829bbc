import { beforeAll, describe, expect, test } from 'vitest'
import { company } from '#contract/project/company.ts'
import { dept } from '#contract/system/dept.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { approve } from '../support/approve.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, type Enterprise, register, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let enterprise: Enterprise
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  enterprise = await createEnterprise(platform)
})

const row = (deptName: string, parentId?: string) => ({
  deptName,
  fullName: `${deptName}全称`,
  deptCategory: 2,
  sort: 1,
  ...(parentId ? { parentId } : {}),
})
const add = async (deptName: string, parentId?: string) =>
  (await admin.get(dept.calls.submit, row(deptName, parentId))).id
const detail = (id: string) => admin.get(dept.calls.detail, { id })
const pageOf = (caller: Caller, input: object) => caller.get(dept.calls.page, input as never)
const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title)

describe('departments', () => {
  test.each([
    ['deptName', '请输入机构名称'],
    ['fullName', '请输入机构全称'],
    ['deptCategory', '请选择机构类型'],
    ['sort', '请输入排序'],
  ])('a missing %s is rejected: %s', async (at, msg) => {
    const answer = await admin.ask(dept.calls.submit, { ...row('缺项'), [at]: null })
    expect(answer).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('saving returns the values that the tree on the page needs', async () => {
    const answer = await admin.get(dept.calls.submit, row('应答处'))
    expect(answer).toEqual({ id: expect.stringMatching(/^\d+$/), tenantId: '000000', deptCategoryName: '部门' })
    const english = await admin.get(dept.calls.submit, { id: answer.id, sort: 3 }, { 'blade-language': 'en' })
    expect(english).toEqual({ id: answer.id, tenantId: '000000', deptCategoryName: expect.stringMatching(/^[A-Z]/) })
  })

  test('only staff of the own tenant head a department, and who no longer can log in may stay', async () => {
    const { id: head } = await createStaff(platform, 'city')
    const id = await add('有负责人处')
    const other = {
      account: 'other',
      name: '别家',
      realName: '别家',
      status: 1 as const,
      userType: 1,
      tenantId: '100001',
    }
    const foreign = await platform.db
      .insertInto('user')
      .values({ ...other, roleId: [], deptId: [] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ask = (person: string) => admin.ask(dept.calls.submit, { id, head: person })
    expect((await ask(await userIdOf(admin, enterprise.account))).faults).toEqual([
      { at: 'head', msg: '只能选择可登录的平台工作人员，不能选择企业或运营商账号' },
    ])
    expect((await ask(foreign.id)).faults).toEqual([{ at: 'head', msg: expect.stringContaining('不存在') }])
    expect((await ask(head)).success).toBe(true)
    await platform.db.updateTable('user').set({ status: -1 }).where('id', '=', head).execute()
    expect((await admin.ask(dept.calls.submit, { id, head, sort: 4 })).success).toBe(true)
  })

  test('the detail has the ancestors and the number of users, including descendants', async () => {
    const { deptId } = await enterprise.get(user.calls.info, {})
    const actual = await detail(String(deptId))
    expect(actual).toMatchObject({
      deptName: enterprise.unitName,
      parentName: '申报单位',
      place: '申报单位',
      people: 1,
    })
    const parent = await detail(String(actual.parentId))
    expect(parent).toMatchObject({ parentName: '顶级', place: '' })
    expect(parent.people).toBe((await admin.get(user.calls.page, { deptId: parent.id, size: 1 })).total)
  })

  test('a department with children or users cannot be removed', async () => {
    const [parentId, { deptId }] = [await add('有下级'), await enterprise.get(user.calls.info, {})]
    const childId = await add('下级', parentId)
    expect(await admin.ask(dept.calls.remove, { ids: parentId })).toMatchObject({
      status: 400,
      msg: '请先删除下级数据',
    })
    const answer = await admin.ask(dept.calls.remove, { ids: `${childId},${deptId}` })
    expect(answer).toMatchObject({ status: 400, msg: `机构“${enterprise.unitName}”中还有1个账号，请先调整其所属机构` })
    await admin.get(dept.calls.remove, { ids: `${parentId},${childId}` })
    expect((await admin.ask(dept.calls.detail, { id: childId })).status).toBe(404)
  })
})

describe('moving a department', () => {
  let [one, other, middle, leaf] = ['', '', '', '']
  beforeAll(async () => {
    ;[one, other] = [await add('甲院'), await add('乙院')]
    middle = await add('中所', one)
    leaf = await add('小组', middle)
  })

  test('moves all its descendants at any depth, including removed ones', async () => {
    const removedId = await add('已撤小组', middle)
    await admin.get(dept.calls.remove, { ids: removedId })
    await admin.get(dept.calls.submit, { id: middle, parentId: other })
    await admin.get(dept.calls.restore, { ids: removedId })
    expect((await detail(middle)).ancestors).toBe(`0,${other}`)
    for (const id of [leaf, removedId])
      expect(await detail(id)).toMatchObject({ ancestors: `0,${other},${middle}`, place: '乙院 › 中所' })
    await admin.get(dept.calls.submit, { id: middle, parentId: '0' })
    expect((await detail(leaf)).ancestors).toBe(`0,${middle}`)
    expect((await detail(one)).ancestors).toBe('0')
  })

  test('is rejected below itself, its descendants or an unknown department', async () => {
    for (const parentId of [middle, leaf]) {
      const answer = await admin.ask(dept.calls.submit, { id: middle, parentId })
      expect(answer).toMatchObject({ status: 400, msg: '上级机构不能是自身或其下级' })
    }
    const unknownParent = await admin.ask(dept.calls.submit, { id: middle, parentId: '424242' })
    expect(unknownParent).toMatchObject({ status: 400, msg: '上级机构不存在' })
  })

  test('cannot succeed for two departments that are moved below each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await add('对调一'), await add('对调二')]
      const answers = await Promise.all([
        admin.ask(dept.calls.submit, { id: a, parentId: b }),
        admin.ask(dept.calls.submit, { id: b, parentId: a }),
      ])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      const roots = (await Promise.all([detail(a), detail(b)])).filter(({ ancestors }) => ancestors === '0')
      expect(roots).toHaveLength(1)
    }
  })

  test('does not happen when a change omits the parent', async () => {
    await admin.get(dept.calls.submit, { id: middle, parentId: one })
    await admin.get(dept.calls.submit, { id: middle, sort: 9 })
    expect(await detail(middle)).toMatchObject({ parentId: one, sort: 9 })
  })
})

describe('a large branch', () => {
  let branch = ''
  const count = 260
  beforeAll(async () => {
    branch = await add('大分支')
    await platform.db
      .insertInto('dept')
      .values(
        Array.from({ length: count }, (_, i) => ({
          deptName: `单位${String(i).padStart(3, '0')}`,
          fullName: `第${i}单位`,
          deptCategory: 1,
          sort: i,
          parentId: branch,
          ancestors: `0,${branch}`,
        })),
      )
      .execute()
  })

  test('can be read page by page, as rows and as nodes', async () => {
    const secondPage = await pageOf(admin, { parentId: branch, size: 100, current: 2 })
    expect(secondPage).toMatchObject({ total: count, current: 2, pages: 3 })
    expect(secondPage.records.map(({ deptName }) => deptName)).toEqual(
      Array.from({ length: 100 }, (_, i) => `单位${String(i + 100).padStart(3, '0')}`),
    )
    const nodes = await admin.get(dept.calls.lazyTree, { parentId: branch, size: 50, current: 6 })
    expect(titles(nodes)).toEqual(Array.from({ length: 10 }, (_, i) => `单位${250 + i}`))
    expect(await admin.get(dept.calls.lazyTree, { parentId: branch })).toHaveLength(count)
  })

  test('is searched on all levels when no parent is given, and matches include their path', async () => {
    const { records } = await pageOf(admin, { deptName: '单位007' })
    expect(records).toEqual([expect.objectContaining({ deptName: '单位007', place: '大分支', people: 0 })])
    expect((await pageOf(admin, { fullName: '大分支' })).records).toEqual([
      expect.objectContaining({ deptName: '大分支', place: '', hasChildren: true }),
    ])
  })

  test('is read by lazy-list as one level or as all matches, and rows show whether they have children', async () => {
    const roots = await admin.get(dept.calls.lazyList, {})
    expect(roots.find(({ id }) => id === branch)).toMatchObject({ hasChildren: true })
    expect(roots.map(({ parentId }) => parentId)).toEqual(roots.map(() => '0'))
    const matches = await admin.get(dept.calls.lazyList, { deptName: '单位01' })
    expect(matches).toHaveLength(10)
    expect(await admin.get(dept.calls.lazyList, { parentId: branch, deptName: '单位01' })).toHaveLength(10)
    expect(await admin.get(dept.calls.lazyList, { parentId: branch })).toHaveLength(count)
  })
})

describe('a user who is no administrator sees only their departments and the descendants', () => {
  let [ownId, childId, leaf, otherId] = ['', '', '', '']
  let person: Awaited<ReturnType<typeof createClerk>>
  beforeAll(async () => {
    ;[ownId, otherId] = [await add('本部门'), await add('别部门')]
    childId = await add('本部门下级', ownId)
    leaf = await add('本部门末级', childId)
    person = await createClerk(platform, 'dept.reader', 'dept')
  })
  const visibleTo = async (deptId: string) => {
    await admin.get(user.calls.update, { id: person.id, deptId })
    return {
      tree: titles(await person.get(dept.calls.lazyTree, {})),
      list: (await person.get(dept.calls.lazyList, {})).map(({ deptName }) => deptName),
      page: (await pageOf(person, { size: 200 })).records.map(({ deptName }) => deptName),
      levels: await person.get(dept.calls.lazyTree, { parentId: ownId }),
      foreign: await person.get(dept.calls.lazyTree, { parentId: otherId }),
    }
  }

  test('in the lazy tree, the lazy list and the pages', async () => {
    await add('别部门下级', otherId)
    expect(await visibleTo(ownId)).toMatchObject({
      tree: ['本部门'],
      list: ['本部门'],
      page: ['本部门', '本部门下级', '本部门末级'],
      levels: [{ title: '本部门下级', hasChildren: true }],
      foreign: [],
    })
  })

  test('as one branch if one of their departments is below the other', async () => {
    expect(await visibleTo(`${ownId},${leaf}`)).toMatchObject({ tree: ['本部门'], list: ['本部门'] })
    expect(await visibleTo(leaf)).toMatchObject({ tree: ['本部门末级'], levels: [] })
  })

  test('and none at all without a department', async () => {
    expect(await visibleTo('')).toMatchObject({ tree: [], list: [], page: [], levels: [] })
  })
})

describe('departments and roles of other users', () => {
  test('a user gets only their own, even when the request names another user', async () => {
    const userId = await userIdOf(admin, 'admin')
    const roleId = (await admin.get(role.calls.select, {})).map(({ id }) => id).join(',')
    const ownDept = [enterprise.unitName]
    const { id: deptId } = (await admin.get(dept.calls.lazyList, {}))[0] ?? { id: '' }
    for (const input of [{}, { userId }, { deptId }])
      expect((await enterprise.get(dept.calls.select, input)).map(({ fullName }) => fullName)).toEqual(ownDept)
    for (const input of [{}, { userId }, { roleId }])
      expect((await enterprise.get(role.calls.select, input)).map(({ roleAlias }) => roleAlias)).toEqual(['enterprise'])
  })

  test('a user manager gets those of any user, or those named in the request', async () => {
    const userId = await userIdOf(admin, enterprise.account)
    const [enterpriseDept] = await admin.get(dept.calls.select, { userId })
    expect(enterpriseDept?.fullName).toBe(enterprise.unitName)
    expect((await admin.get(dept.calls.select, { deptId: enterpriseDept?.id })).map(({ id }) => id)).toEqual([
      enterpriseDept?.id,
    ])
    const [enterpriseRole] = await admin.get(role.calls.select, { userId })
    expect(enterpriseRole?.roleAlias).toBe('enterprise')
    expect((await admin.get(role.calls.select, { roleId: enterpriseRole?.id })).map(({ id }) => id)).toEqual([
      enterpriseRole?.id,
    ])
  })
})

describe('the department of a company', () => {
  test('is created again for the next account if it was removed with the last one', async () => {
    const first = await createEnterprise(platform)
    const { deptId } = await first.get(user.calls.info, {})
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, first.account) })
    await admin.get(dept.calls.remove, { ids: String(deptId) })
    const newAccount = await register(platform, { code: first.organizationCode, unitName: first.unitName })
    await approve(admin, await userIdOf(admin, newAccount.account))
    const accountDetail = await admin.get(user.calls.detail, { id: await userIdOf(admin, newAccount.account) })
    expect(accountDetail.deptId).not.toBe(deptId)
    expect(accountDetail).toMatchObject({ deptName: first.unitName })
    const { records } = await admin.get(company.calls.page, { organizationCode: first.organizationCode })
    expect(records).toEqual([expect.objectContaining({ deptId: accountDetail.deptId })])
  })
})
