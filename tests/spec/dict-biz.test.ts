import { beforeAll, describe, expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import { dict } from '#contract/system/dict.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createUserWithoutRights } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

interface Row {
  id: string
  code: string
  dictKey: string | null
  dictValue: string
  parentName?: string
  children?: Row[]
}

/** The same rules apply to platform dictionaries and tenant dictionaries. */
describe.each([
  ['dict', dict],
  ['dictBiz', dictBiz as unknown as typeof dict],
] as const)('%s', (_name, entity) => {
  const common = { code: 'grade', sort: 1, isSealed: 0 } as const
  const add = async (overrides: object) =>
    (await admin.get(entity.calls.submit, { ...common, dictValue: '级', ...overrides })).id
  const childrenOf = async (parentId: string, overrides: object = {}) =>
    (await admin.get(entity.calls.childList, { parentId, ...overrides })) as unknown as Row[]
  let head: string
  let first: string

  beforeAll(async () => {
    head = await add({ dictValue: '等级' })
    first = await add({ parentId: head, dictKey: '1', dictValue: '一级' })
    await add({ parentId: first, dictKey: '11', dictValue: '一级甲', dictValueEn: 'First A' })
    await add({ parentId: head, dictKey: '2', dictValue: '二级', sort: 2 })
  })

  test('a head has the key -1, and entries at any depth have the code of their head', async () => {
    expect(await admin.get(entity.calls.detail, { id: head })).toMatchObject({ dictKey: '-1', parentId: '0' })
    const rows = await childrenOf(head)
    expect(rows.map(({ code, dictKey }) => [code, dictKey])).toEqual([
      ['grade', '1'],
      ['grade', '2'],
    ])
    expect(rows[0]?.children).toMatchObject([{ code: 'grade', dictKey: '11', parentName: '一级' }])
  })

  test.each([
    [{ code: '' }, 'code', '请输入字典编号'],
    [{ dictValue: '' }, 'dictValue', '请输入字典名称'],
    [{ sort: null }, 'sort', '请输入字典排序'],
    [{ isSealed: null }, 'isSealed', '请选择封存'],
  ])(
    '%o is rejected: code, name, order and seal are required (specification 001, section 5)',
    async (overrides, at, msg) => {
      const answer = await admin.ask(entity.calls.submit, { ...common, code: 'other', dictValue: '他', ...overrides })
      expect(answer).toMatchObject({ status: 400, faults: [{ at, msg }] })
    },
  )

  test('an entry needs a key that is unique in its dictionary, and a head needs a unique code', async () => {
    const entry = { ...common, parentId: head, dictValue: '三级' }
    const missing = { status: 400, faults: [{ at: 'dictKey', msg: '请输入字典键值' }] }
    expect(await admin.ask(entity.calls.submit, entry)).toMatchObject(missing)
    const duplicateKey = { status: 400, faults: [{ at: 'dictKey', msg: '字典键值已存在' }] }
    expect(await admin.ask(entity.calls.submit, { ...entry, dictKey: '11' })).toMatchObject(duplicateKey)
    const duplicateCode = { status: 400, faults: [{ at: 'code', msg: '字典编号已存在' }] }
    expect(await admin.ask(entity.calls.submit, { ...common, dictValue: '又' })).toMatchObject(duplicateCode)
    const unknownParent = await admin.ask(entity.calls.submit, { ...entry, parentId: '424242', dictKey: '3' })
    expect(unknownParent.msg).toBe('上级字典不存在')
  })

  test('a change of an unknown row does not create a row', async () => {
    const answer = await admin.ask(entity.calls.submit, { ...common, id: '424242', code: 'ghost', dictValue: '无' })
    expect(answer.status).toBe(404)
    expect(await admin.get(entity.calls.parentList, { code_equal: 'ghost' } as never)).toMatchObject({ total: 0 })
  })

  test('heads can be filtered by code and name', async () => {
    const heads = (filters: object) => admin.get(entity.calls.parentList, filters as never)
    expect((await heads({ code: 'rad', dictValue: '等' })).records.map(({ id }) => id)).toEqual([head])
    expect((await heads({ dictValue: '一级' })).total).toBe(0)
  })

  test('entries need a head, and a filter finds them at every depth', async () => {
    expect(await admin.get(entity.calls.childList, {})).toEqual([])
    expect(await admin.get(entity.calls.childList, { parentId: '424242' })).toEqual([])
    expect((await childrenOf(head, { dictValue: '甲' })).map(({ dictKey }) => dictKey)).toEqual(['11'])
  })

  test('the tree contains one dictionary or all', async () => {
    const titles = (nodes: readonly TreeNode[]): string[] =>
      nodes.flatMap(({ title, children }) => [title, ...titles(children ?? [])])
    const one = await admin.get(entity.calls.tree, { code: 'grade' })
    expect(titles(one)).toEqual(['等级', '一级', '一级甲', '二级'])
    expect(one[0]).toMatchObject({ id: head, key: head, value: head, parentId: '0' })
    expect(titles(await admin.get(entity.calls.tree, {}))).toEqual(expect.arrayContaining(['等级']))
  })

  test('a sealed entry is not offered as an option, but managers of the dictionary see it', async () => {
    const reader = await createUserWithoutRights(platform)
    const options = async (headers = {}) =>
      (await reader.get(entity.calls.dictionary, { code: 'grade' }, headers)).map(({ dictValue }) => dictValue)
    expect(await options()).toEqual(['一级', '一级甲', '二级'])
    expect(await options({ 'blade-language': 'en' })).toEqual(['一级', 'First A', '二级'])
    await admin.get(entity.calls.submit, { id: first, isSealed: 1 })
    expect(await options()).toEqual(['一级甲', '二级'])
    expect((await childrenOf(head))[0]).toMatchObject({ dictValue: '一级', isSealed: 1, dictKey: '1' })
    await admin.get(entity.calls.submit, { id: first, isSealed: 0 })
    expect((await reader.ask(entity.calls.parentList, {})).status).toBe(403)
  })

  test('a new code of a head applies to all its entries, with an audit entry for each', async () => {
    await admin.get(entity.calls.submit, { id: head, code: 'rank' })
    const [childEntry] = await childrenOf(head)
    expect([childEntry?.code, childEntry?.children?.[0]?.code]).toEqual(['rank', 'rank'])
    const auditEntries = await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', String(childEntry?.children?.[0]?.id))
      .orderBy('id')
      .execute()
    expect(auditEntries.map(({ verb }) => verb)).toEqual(['insert', 'update'])
    await admin.get(entity.calls.submit, { id: head, code: 'grade' })
  })

  test('a row with entries below can be removed only together with them', async () => {
    for (const ids of [head, first])
      expect(await admin.ask(entity.calls.remove, { ids })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
    const [one, two] = await childrenOf(head)
    const idsToRemove = [head, one?.id, one?.children?.[0]?.id, two?.id]
    expect((await admin.ask(entity.calls.remove, { ids: idsToRemove.join(',') })).success).toBe(true)
  })
})

describe('business dictionaries belong to a tenant', () => {
  let other: Caller
  beforeAll(async () => {
    other = (await createTenant(platform)).admin
  })
  const head = { code: 'own', dictValue: '自有', sort: 1, isSealed: 0 } as const

  test('two tenants can use the same code independently', async () => {
    const [platformHead, tenantHead] = [
      await admin.get(dictBiz.calls.submit, head),
      await other.get(dictBiz.calls.submit, head),
    ]
    expect(platformHead.id).not.toBe(tenantHead.id)
    const entry = { ...head, dictKey: '1', dictValue: '甲' }
    const answer = await other.ask(dictBiz.calls.submit, { ...entry, parentId: platformHead.id })
    expect(answer.msg).toBe('上级字典不存在')
    await other.get(dictBiz.calls.submit, { ...entry, parentId: tenantHead.id })
    expect(await admin.get(dictBiz.calls.dictionary, { code: 'own' })).toEqual([])
    expect(await admin.get(dictBiz.calls.childList, { parentId: tenantHead.id })).toEqual([])
  })

  test('every tenant can read platform dictionaries, but only tenant 000000 can change them', async () => {
    expect((await other.get(dict.calls.dictionary, { code: 'sex' })).length).toBeGreaterThan(1)
    expect((await other.ask(dict.calls.submit, head)).status).toBe(403)
  })
})
