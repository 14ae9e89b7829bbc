import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { dict } from '#contract/system/dict.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let company: Enterprise
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  company = await createEnterprise(platform)
})

describe('dictionaries (specification 001, section 3)', () => {
  let head: string
  const entry = (dictKey: string, dictValue: string, overrides: object = {}) =>
    admin.get(dict.calls.submit, {
      code: 'colour',
      parentId: head,
      dictKey,
      dictValue,
      sort: Number(dictKey),
      isSealed: 0,
      ...overrides,
    })

  beforeAll(async () => {
    head = (await admin.get(dict.calls.submit, { code: 'colour', dictValue: '颜色', sort: 1, isSealed: 0 })).id
    await entry('1', '红', { dictValueEn: 'Red' })
    await entry('2', '蓝')
  })

  test('the list of heads has a new head, whose entries have its code', async () => {
    const { records } = await admin.get(dict.calls.parentList, { code: 'colour' } as never)
    expect(records).toEqual([expect.objectContaining({ id: head, dictKey: '-1', parentId: '0', dictValue: '颜色' })])
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(children.map(({ code, dictKey, dictValue }) => [code, dictKey, dictValue])).toEqual([
      ['colour', '1', '红'],
      ['colour', '2', '蓝'],
    ])
  })

  test('an entry needs a unique key and an existing parent', async () => {
    const answerWithoutKey = await admin.ask(dict.calls.submit, {
      code: 'colour',
      parentId: head,
      dictValue: '绿',
      sort: 3,
      isSealed: 0,
    })
    expect(answerWithoutKey).toMatchObject({ status: 400, msg: '请输入字典键值', faults: [{ at: 'dictKey' }] })
    await expect(entry('1', '又红')).rejects.toThrow('字典键值已存在')
    const answerForUnknownParent = await admin.ask(dict.calls.submit, {
      code: 'colour',
      parentId: '424242',
      dictKey: '9',
      dictValue: '绿',
      sort: 3,
      isSealed: 0,
    })
    expect(answerForUnknownParent.msg).toBe('上级字典不存在')
  })

  test('what follows from the place of a row is stored or refused, never replaced', async () => {
    const rejection = (at: string, msg: string) => ({ status: 400, msg, faults: [{ at }] })
    const [red] = await admin.get(dict.calls.childList, { parentId: head })
    const submit = (input: object) => admin.ask(dict.calls.submit, input as never)
    const newHead = { code: 'shape', dictValue: '形状', sort: 1, isSealed: 0 }
    expect(await submit({ ...newHead, dictKey: 1 })).toMatchObject(rejection('dictKey', '字典本身的键值为 -1'))
    expect(await submit({ id: head, dictKey: '2' })).toMatchObject(rejection('dictKey', '字典本身的键值为 -1'))
    expect(await submit({ id: head, dictKey: -1, parentId: '' })).toMatchObject({ status: 200 })
    expect(await submit({ id: red?.id, code: 'shape' })).toMatchObject(
      rejection('code', '字典项的编号应与所属字典一致'),
    )
    expect(await submit({ id: red?.id, parentId: '0' })).toMatchObject(rejection('parentId', '上级字典不能修改'))
    expect(await submit({ ...red, remark: '' })).toMatchObject({ status: 200 })
  })

  test('entries can have child entries', async () => {
    const [red] = await admin.get(dict.calls.childList, { parentId: head })
    await admin.get(dict.calls.submit, {
      code: 'colour',
      parentId: red?.id,
      dictKey: '11',
      dictValue: '深红',
      sort: 1,
      isSealed: 0,
    })
    const children = (await admin.get(dict.calls.childList, { parentId: head })) as {
      dictValue: string
      children?: { dictValue: string }[]
    }[]
    expect(children[0]?.children?.map(({ dictValue }) => dictValue)).toEqual(['深红'])
  })

  test('any user can read the options, in the language of the request', async () => {
    const zh = await company.get(dict.calls.dictionary, { code: 'colour' })
    expect(zh.map(({ dictValue }) => dictValue)).toEqual(expect.arrayContaining(['红', '蓝']))
    const en = await company.ask(dict.calls.dictionary, { code: 'colour' }, { 'blade-language': 'en' })
    expect(en.data.map(({ dictValue }) => dictValue)).toEqual(expect.arrayContaining(['Red', '蓝']))
    const heads = await company.get(dict.calls.select, {}, { 'blade-language': 'en' })
    expect(heads).toContainEqual({ code: 'sex', dictValue: 'sex: Sex' })
    expect((await company.ask(dict.calls.parentList, {})).status).toBe(403)
  })

  test('one call reads several dictionaries; an unknown one has no entries', async () => {
    const headers = { 'blade-language': 'en' }
    const both = await company.get(
      dict.calls.dictionaryList,
      { codes: 'colour,sex,no_such_code_however_long' },
      headers,
    )
    const colours = await company.get(dict.calls.dictionary, { code: 'colour' }, headers)
    const sexes = await company.get(dict.calls.dictionary, { code: 'sex' }, headers)
    expect(both.filter(({ code }) => code === 'colour')).toEqual(colours)
    expect(both.filter(({ code }) => code === 'sex')).toEqual(sexes)
    expect(both).toHaveLength(colours.length + sexes.length)
    expect(sexes.length).toBeGreaterThan(1)
    expect((await company.ask(dict.calls.dictionaryList, { codes: '' })).faults).toMatchObject([{ at: 'codes' }])
  })

  test('a sealed entry is no longer offered as an option, but keeps its name', async () => {
    const { id } = await entry('7', '褐')
    await admin.get(dict.calls.submit, { id, dictKey: '7', isSealed: 1 })
    const options = await company.get(dict.calls.dictionary, { code: 'colour' })
    expect(options.map(({ dictValue }) => dictValue)).not.toContain('褐')
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(children.find(({ dictKey }) => dictKey === '7')).toMatchObject({ isSealed: 1, dictValue: '褐' })
  })

  test('a new code of a head applies to its entries', async () => {
    await admin.get(dict.calls.submit, { id: head, code: 'hue' })
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(new Set(children.map(({ code }) => code))).toEqual(new Set(['hue']))
    expect(await company.get(dict.calls.dictionary, { code: 'colour' })).toEqual([])
    await admin.get(dict.calls.submit, { id: head, code: 'colour' })
  })

  test('a head with entries cannot be removed', async () => {
    expect(await admin.ask(dict.calls.remove, { ids: head })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
  })

  test('a changed name appears in the next request', async () => {
    const [city] = await admin.get(dict.calls.childList, { parentId: await headOf('org_category') })
    await admin.get(dict.calls.submit, { id: city?.id, dictKey: city?.dictKey, dictValue: '改名机构' })
    const { records } = await admin.get(dict.calls.parentList, { code: 'org_category' } as never)
    expect(records).toHaveLength(1)
    const list = (await admin.get(dept.calls.forest, {})) as { deptCategory: number; deptCategoryName?: string }[]
    expect(list.find(({ deptCategory }) => String(deptCategory) === city?.dictKey)?.deptCategoryName).toBe('改名机构')
  })

  const headOf = async (code: string) =>
    (await admin.get(dict.calls.parentList, { code_equal: code } as never)).records[0]?.id ?? ''
})
