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

/** One rule for both: the platform's dictionaries and those of a tenant (wire-and-fields.md 2.3). */
describe.each([
  ['dict', dict],
  ['dictBiz', dictBiz as unknown as typeof dict],
] as const)('%s', (_name, of) => {
  const common = { code: 'grade', sort: 1, isSealed: 0 } as const
  const add = async (more: object) => (await admin.get(of.calls.submit, { ...common, dictValue: '级', ...more })).id
  const childrenOf = async (parentId: string, more: object = {}) =>
    (await admin.get(of.calls.childList, { parentId, ...more })) as unknown as Row[]
  let head: string
  let first: string

  beforeAll(async () => {
    head = await add({ dictValue: '等级', dictKey: '7' })
    first = await add({ parentId: head, dictKey: '1', dictValue: '一级', code: 'anything' })
    await add({ parentId: first, dictKey: '11', dictValue: '一级甲', dictValueEn: 'First A' })
    await add({ parentId: head, dictKey: '2', dictValue: '二级', sort: 2 })
  })

  test('a head has the key -1, an entry the code of its head, however deep it lies', async () => {
    expect(await admin.get(of.calls.detail, { id: head })).toMatchObject({ dictKey: '-1', parentId: '0' })
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
  ])('%o is refused: code, name, order and seal are required (specification 001, section 5)', async (more, at, msg) => {
    const answer = await admin.ask(of.calls.submit, { ...common, code: 'other', dictValue: '他', ...more })
    expect(answer).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('an entry needs a key that its dictionary does not have yet, a head a code that no head has', async () => {
    const entry = { ...common, parentId: head, dictValue: '三级' }
    const missing = { status: 400, faults: [{ at: 'dictKey', msg: '请输入字典键值' }] }
    expect(await admin.ask(of.calls.submit, entry)).toMatchObject(missing)
    const taken = { status: 400, faults: [{ at: 'dictKey', msg: '字典键值已存在' }] }
    expect(await admin.ask(of.calls.submit, { ...entry, dictKey: '11' })).toMatchObject(taken)
    const head2 = { status: 400, faults: [{ at: 'code', msg: '字典编号已存在' }] }
    expect(await admin.ask(of.calls.submit, { ...common, dictValue: '又' })).toMatchObject(head2)
    const lost = await admin.ask(of.calls.submit, { ...entry, parentId: '424242', dictKey: '3' })
    expect(lost.msg).toBe('上级字典不存在')
  })

  test('an unknown row is not changed into a new one', async () => {
    const answer = await admin.ask(of.calls.submit, { ...common, id: '424242', code: 'ghost', dictValue: '无' })
    expect(answer.status).toBe(404)
    expect(await admin.get(of.calls.parentList, { code_equal: 'ghost' } as never)).toMatchObject({ total: 0 })
  })

  test('heads are a page in their order, and found by code and name', async () => {
    const heads = (filters: object) => admin.get(of.calls.parentList, filters as never)
    expect((await heads({ code: 'rad', dictValue: '等' })).records.map(({ id }) => id)).toEqual([head])
    expect((await heads({ dictValue: '一级' })).total).toBe(0)
  })

  test('no head, no entries; a filter finds them at every depth', async () => {
    expect(await admin.get(of.calls.childList, {})).toEqual([])
    expect(await admin.get(of.calls.childList, { parentId: '424242' })).toEqual([])
    expect((await childrenOf(head, { dictValue: '甲' })).map(({ dictKey }) => dictKey)).toEqual(['11'])
  })

  test('the tree is of one dictionary, or of all', async () => {
    const titles = (nodes: readonly TreeNode[]): string[] =>
      nodes.flatMap(({ title, children }) => [title, ...titles(children ?? [])])
    const one = await admin.get(of.calls.tree, { code: 'grade' })
    expect(titles(one)).toEqual(['等级', '一级', '一级甲', '二级'])
    expect(one[0]).toMatchObject({ id: head, key: head, value: head, parentId: '0' })
    expect(titles(await admin.get(of.calls.tree, {}))).toEqual(expect.arrayContaining(['等级']))
  })

  test('a sealed entry is offered to nobody, and shown to those who keep the dictionary', async () => {
    const reader = await createUserWithoutRights(platform)
    const offered = async (headers = {}) =>
      (await reader.get(of.calls.dictionary, { code: 'grade' }, headers)).map(({ dictValue }) => dictValue)
    expect(await offered()).toEqual(['一级', '一级甲', '二级'])
    expect(await offered({ 'blade-language': 'en' })).toEqual(['一级', 'First A', '二级'])
    await admin.get(of.calls.submit, { id: first, isSealed: 1 })
    expect(await offered()).toEqual(['一级甲', '二级'])
    expect((await childrenOf(head))[0]).toMatchObject({ dictValue: '一级', isSealed: 1, dictKey: '1' })
    await admin.get(of.calls.submit, { id: first, isSealed: 0 })
    expect((await reader.ask(of.calls.parentList, {})).status).toBe(403)
  })

  test('a head’s new code goes down to all its entries, each with its line in the audit', async () => {
    await admin.get(of.calls.submit, { id: head, code: 'rank' })
    const [one] = await childrenOf(head)
    expect([one?.code, one?.children?.[0]?.code]).toEqual(['rank', 'rank'])
    const lines = await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', String(one?.children?.[0]?.id))
      .orderBy('id')
      .execute()
    expect(lines.map(({ verb }) => verb)).toEqual(['insert', 'update'])
    await admin.get(of.calls.submit, { id: head, code: 'grade' })
  })

  test('what has entries below is not removed before them', async () => {
    for (const ids of [head, first])
      expect(await admin.ask(of.calls.remove, { ids })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
    const [one, two] = await childrenOf(head)
    const below = [head, one?.id, one?.children?.[0]?.id, two?.id]
    expect((await admin.ask(of.calls.remove, { ids: below.join(',') })).success).toBe(true)
  })
})

describe('business dictionaries belong to a tenant', () => {
  let other: Caller
  beforeAll(async () => {
    other = (await createTenant(platform)).admin
  })
  const head = { code: 'own', dictValue: '自有', sort: 1, isSealed: 0 } as const

  test('two tenants have the same code, each its own', async () => {
    const [ours, theirs] = [await admin.get(dictBiz.calls.submit, head), await other.get(dictBiz.calls.submit, head)]
    expect(ours.id).not.toBe(theirs.id)
    const entry = { ...head, dictKey: '1', dictValue: '甲' }
    const lost = await other.ask(dictBiz.calls.submit, { ...entry, parentId: ours.id })
    expect(lost.msg).toBe('上级字典不存在')
    await other.get(dictBiz.calls.submit, { ...entry, parentId: theirs.id })
    expect(await admin.get(dictBiz.calls.dictionary, { code: 'own' })).toEqual([])
    expect(await admin.get(dictBiz.calls.childList, { parentId: theirs.id })).toEqual([])
  })

  test('those of the platform are read by every tenant and written by 000000 alone', async () => {
    expect((await other.get(dict.calls.dictionary, { code: 'sex' })).length).toBeGreaterThan(1)
    expect((await other.ask(dict.calls.submit, head)).status).toBe(403)
  })
})
