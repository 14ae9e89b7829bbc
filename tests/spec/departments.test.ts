import { beforeAll, describe, expect, test } from 'vitest'
import { company } from '#contract/project/company.ts'
import { dept } from '#contract/system/dept.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, register, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let firm: Enterprise
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  firm = await createEnterprise(platform)
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

describe('departments (wire-and-fields.md 2.7)', () => {
  test.each([
    ['deptName', '请输入机构名称'],
    ['fullName', '请输入机构全称'],
    ['deptCategory', '请选择机构类型'],
    ['sort', '请输入排序'],
  ])('%s missing: %s', async (at, msg) => {
    const answer = await admin.ask(dept.calls.submit, { ...row('缺项'), [at]: null })
    expect(answer).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('a saved one answers what the tree of the page is patched with', async () => {
    const answer = await admin.get(dept.calls.submit, row('应答处'))
    expect(answer).toEqual({ id: expect.stringMatching(/^\d+$/), tenantId: '000000', deptCategoryName: '部门' })
    const english = await admin.get(dept.calls.submit, { id: answer.id, sort: 3 }, { 'blade-language': 'en' })
    expect(english).toEqual({ id: answer.id, tenantId: '000000', deptCategoryName: expect.stringMatching(/^[A-Z]/) })
  })

  test('its detail names what lies above, and how many people belong to it and below it', async () => {
    const { deptId } = await firm.get(user.calls.info, {})
    const found = await detail(String(deptId))
    expect(found).toMatchObject({ deptName: firm.unitName, parentName: '申报单位', place: '申报单位', people: 1 })
    const above = await detail(String(found.parentId))
    expect(above).toMatchObject({ parentName: '顶级', place: '' })
    expect(above.people).toBe((await admin.get(user.calls.page, { deptId: above.id, size: 1 })).total)
  })

  test('is not removed while something lies below it or people belong to it', async () => {
    const [top, { deptId }] = [await add('有下级'), await firm.get(user.calls.info, {})]
    const below = await add('下级', top)
    expect(await admin.ask(dept.calls.remove, { ids: top })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
    const held = await admin.ask(dept.calls.remove, { ids: `${below},${deptId}` })
    expect(held).toMatchObject({ status: 400, msg: `机构“${firm.unitName}”中还有1个账号，请先调整其所属机构` })
    await admin.get(dept.calls.remove, { ids: `${top},${below}` })
    expect((await admin.ask(dept.calls.detail, { id: below })).status).toBe(404)
  })
})

describe('a department that moves', () => {
  let [one, other, middle, leaf] = ['', '', '', '']
  beforeAll(async () => {
    ;[one, other] = [await add('甲院'), await add('乙院')]
    middle = await add('中所', one)
    leaf = await add('小组', middle)
  })

  test('takes all below it along, at any depth, removed ones too', async () => {
    const gone = await add('已撤小组', middle)
    await admin.get(dept.calls.remove, { ids: gone })
    await admin.get(dept.calls.submit, { id: middle, parentId: other })
    await admin.get(dept.calls.restore, { ids: gone })
    expect((await detail(middle)).ancestors).toBe(`0,${other}`)
    for (const id of [leaf, gone])
      expect(await detail(id)).toMatchObject({ ancestors: `0,${other},${middle}`, place: '乙院 › 中所' })
    await admin.get(dept.calls.submit, { id: middle, parentId: '0' })
    expect((await detail(leaf)).ancestors).toBe(`0,${middle}`)
    expect((await detail(one)).ancestors).toBe('0')
  })

  test('does not lie below itself, nor below what lies below it', async () => {
    for (const parentId of [middle, leaf]) {
      const answer = await admin.ask(dept.calls.submit, { id: middle, parentId })
      expect(answer).toMatchObject({ status: 400, msg: '上级机构不能是自身或其下级' })
    }
    const lost = await admin.ask(dept.calls.submit, { id: middle, parentId: '424242' })
    expect(lost).toMatchObject({ status: 400, msg: '上级机构不存在' })
  })

  test('two that are moved below each other at the same moment do not both succeed', async () => {
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

  test('a change that says nothing of the parent leaves it where it is', async () => {
    await admin.get(dept.calls.submit, { id: middle, parentId: one })
    await admin.get(dept.calls.submit, { id: middle, sort: 9 })
    expect(await detail(middle)).toMatchObject({ parentId: one, sort: 9 })
  })
})

describe('a branch of thousands', () => {
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

  test('is read page by page, as rows and as nodes', async () => {
    const second = await pageOf(admin, { parentId: branch, size: 100, current: 2 })
    expect(second).toMatchObject({ total: count, current: 2, pages: 3 })
    expect(second.records.map(({ deptName }) => deptName)).toEqual(
      Array.from({ length: 100 }, (_, i) => `单位${String(i + 100).padStart(3, '0')}`),
    )
    const nodes = await admin.get(dept.calls.lazyTree, { parentId: branch, size: 50, current: 6 })
    expect(titles(nodes)).toEqual(Array.from({ length: 10 }, (_, i) => `单位${250 + i}`))
    expect(await admin.get(dept.calls.lazyTree, { parentId: branch })).toHaveLength(count)
  })

  test('without a parent what matches is found on every level, with the way down to it', async () => {
    const { records } = await pageOf(admin, { deptName: '单位007' })
    expect(records).toEqual([expect.objectContaining({ deptName: '单位007', place: '大分支', people: 0 })])
    expect((await pageOf(admin, { fullName: '大分支' })).records).toEqual([
      expect.objectContaining({ deptName: '大分支', place: '', hasChildren: true }),
    ])
  })

  test('lazy-list is one level, or all that matches, and says what has more below', async () => {
    const roots = await admin.get(dept.calls.lazyList, {})
    expect(roots.find(({ id }) => id === branch)).toMatchObject({ hasChildren: true })
    expect(roots.map(({ parentId }) => parentId)).toEqual(roots.map(() => '0'))
    const found = await admin.get(dept.calls.lazyList, { deptName: '单位01' })
    expect(found).toHaveLength(10)
    expect(await admin.get(dept.calls.lazyList, { parentId: branch, deptName: '单位01' })).toHaveLength(10)
    expect(await admin.get(dept.calls.lazyList, { parentId: branch })).toHaveLength(count)
  })
})

describe('who is no administrator sees his own departments and what lies below', () => {
  let [mine, below, leaf, others] = ['', '', '', '']
  let person: Awaited<ReturnType<typeof createClerk>>
  beforeAll(async () => {
    ;[mine, others] = [await add('本部门'), await add('别部门')]
    below = await add('本部门下级', mine)
    leaf = await add('本部门末级', below)
    person = await createClerk(platform, 'dept.reader', 'dept')
  })
  const reread = async (deptId: string) => {
    await admin.get(user.calls.update, { id: person.id, deptId })
    return {
      tree: titles(await person.get(dept.calls.lazyTree, {})),
      list: (await person.get(dept.calls.lazyList, {})).map(({ deptName }) => deptName),
      page: (await pageOf(person, { size: 200 })).records.map(({ deptName }) => deptName),
      levels: await person.get(dept.calls.lazyTree, { parentId: mine }),
      foreign: await person.get(dept.calls.lazyTree, { parentId: others }),
    }
  }

  test('in the lazy tree, the lazy list and the pages', async () => {
    await add('别部门下级', others)
    expect(await reread(mine)).toMatchObject({
      tree: ['本部门'],
      list: ['本部门'],
      page: ['本部门', '本部门下级', '本部门末级'],
      levels: [{ title: '本部门下级', hasChildren: true }],
      foreign: [],
    })
  })

  test('two of his that lie below one another are one branch', async () => {
    expect(await reread(`${mine},${leaf}`)).toMatchObject({ tree: ['本部门'], list: ['本部门'] })
    expect(await reread(leaf)).toMatchObject({ tree: ['本部门末级'], levels: [] })
  })

  test('without a department he sees none', async () => {
    expect(await reread('')).toMatchObject({ tree: [], list: [], page: [], levels: [] })
  })
})

describe('whose departments and roles one reads (security rule 31)', () => {
  test('only his own, whoever he names', async () => {
    const userId = await userIdOf(admin, 'admin')
    const roleId = (await admin.get(role.calls.select, {})).map(({ id }) => id).join(',')
    const ownDept = [firm.unitName]
    const { id: deptId } = (await admin.get(dept.calls.lazyList, {}))[0] ?? { id: '' }
    for (const input of [{}, { userId }, { deptId }])
      expect((await firm.get(dept.calls.select, input)).map(({ fullName }) => fullName)).toEqual(ownDept)
    for (const input of [{}, { userId }, { roleId }])
      expect((await firm.get(role.calls.select, input)).map(({ roleAlias }) => roleAlias)).toEqual(['enterprise'])
  })

  test("who manages users reads another's, or those he names", async () => {
    const userId = await userIdOf(admin, firm.account)
    const [own] = await admin.get(dept.calls.select, { userId })
    expect(own?.fullName).toBe(firm.unitName)
    expect((await admin.get(dept.calls.select, { deptId: own?.id })).map(({ id }) => id)).toEqual([own?.id])
    const [held] = await admin.get(role.calls.select, { userId })
    expect(held?.roleAlias).toBe('enterprise')
    expect((await admin.get(role.calls.select, { roleId: held?.id })).map(({ id }) => id)).toEqual([held?.id])
  })
})

describe('the department of a company', () => {
  test('that was removed with its last account is made anew for the next', async () => {
    const first = await createEnterprise(platform)
    const { deptId } = await first.get(user.calls.info, {})
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, first.account) })
    await admin.get(dept.calls.remove, { ids: String(deptId) })
    const next = await register(platform, { code: first.organizationCode, unitName: first.unitName })
    await admin.get(user.calls.auditPass, { userIds: await userIdOf(admin, next.account) })
    const again = await admin.get(user.calls.detail, { id: await userIdOf(admin, next.account) })
    expect(again.deptId).not.toBe(deptId)
    expect(again).toMatchObject({ deptName: first.unitName })
    const { records } = await admin.get(company.calls.page, { organizationCode: first.organizationCode })
    expect(records).toEqual([expect.objectContaining({ deptId: again.deptId })])
  })
})
