import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { dict } from '#contract/system/dict.ts'
import { param } from '#contract/system/param.ts'
import { region } from '#contract/system/region.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { type Enterprise, enterprise, idOf } from '../support/story.ts'

const platform = await openPlatform()
let admin: Caller
let company: Enterprise
beforeAll(async () => {
  admin = await platform.admin()
  company = await enterprise(platform)
})

describe('dictionaries (specification 001, section 3)', () => {
  let head: string
  const entry = (dictKey: string, dictValue: string, more: object = {}) =>
    admin.get(dict.calls.submit, {
      code: '任意',
      parentId: head,
      dictKey,
      dictValue,
      sort: Number(dictKey),
      isSealed: 0,
      ...more,
    })

  beforeAll(async () => {
    head = (await admin.get(dict.calls.submit, { code: 'colour', dictValue: '颜色', sort: 1, isSealed: 0 })).id
    await entry('1', '红', { dictValueEn: 'Red' })
    await entry('2', '蓝')
  })

  test('a head stands in the table of heads, its entries below it with its code', async () => {
    const { records } = await admin.get(dict.calls.parentList, { code: 'colour' } as never)
    expect(records).toEqual([expect.objectContaining({ id: head, dictKey: '-1', parentId: '0', dictValue: '颜色' })])
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(children.map(({ code, dictKey, dictValue }) => [code, dictKey, dictValue])).toEqual([
      ['colour', '1', '红'],
      ['colour', '2', '蓝'],
    ])
  })

  test('an entry needs a key, and its key is its own', async () => {
    const without = await admin.ask(dict.calls.submit, {
      code: 'x',
      parentId: head,
      dictValue: '绿',
      sort: 3,
      isSealed: 0,
    })
    expect(without).toMatchObject({ status: 400, msg: '请输入字典键值', faults: [{ at: 'dictKey' }] })
    await expect(entry('1', '又红')).rejects.toThrow('字典键值已存在')
    const lost = await admin.ask(dict.calls.submit, {
      code: 'x',
      parentId: '424242',
      dictKey: '9',
      dictValue: '绿',
      sort: 3,
      isSealed: 0,
    })
    expect(lost.msg).toBe('上级字典不存在')
  })

  test('entries may stand below entries, as a tree', async () => {
    const [red] = await admin.get(dict.calls.childList, { parentId: head })
    await admin.get(dict.calls.submit, {
      code: 'x',
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

  test('any session reads the options, in its language', async () => {
    const zh = await company.get(dict.calls.dictionary, { code: 'colour' })
    expect(zh.map(({ dictValue }) => dictValue)).toEqual(expect.arrayContaining(['红', '蓝']))
    const en = await company.ask(dict.calls.dictionary, { code: 'colour' }, { 'accept-language': 'en' })
    expect(en.data.map(({ dictValue }) => dictValue)).toEqual(expect.arrayContaining(['Red', '蓝']))
    expect((await company.ask(dict.calls.parentList, {})).status).toBe(403)
  })

  test('a sealed entry is no longer offered, and its name is not lost', async () => {
    const { id } = await entry('7', '褐')
    await admin.get(dict.calls.submit, { id, dictKey: '7', isSealed: 1 })
    const offered = await company.get(dict.calls.dictionary, { code: 'colour' })
    expect(offered.map(({ dictValue }) => dictValue)).not.toContain('褐')
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(children.find(({ dictKey }) => dictKey === '7')).toMatchObject({ isSealed: 1, dictValue: '褐' })
  })

  test('a new code of the head goes down to its entries', async () => {
    await admin.get(dict.calls.submit, { id: head, code: 'hue' })
    const children = await admin.get(dict.calls.childList, { parentId: head })
    expect(new Set(children.map(({ code }) => code))).toEqual(new Set(['hue']))
    expect(await company.get(dict.calls.dictionary, { code: 'colour' })).toEqual([])
    await admin.get(dict.calls.submit, { id: head, code: 'colour' })
  })

  test('a head with entries is not removed', async () => {
    expect(await admin.ask(dict.calls.remove, { ids: head })).toMatchObject({ status: 400, msg: '请先删除下级数据' })
  })

  test('a changed name shows at the next request', async () => {
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

describe('regions (GB/T 2260, root 00)', () => {
  test('the root has the provinces, each level the next, and leaves say so', async () => {
    const provinces = await company.get(region.calls.lazyTree, {})
    expect(provinces).toHaveLength(34)
    expect(provinces.find(({ id }) => id === '320000')).toEqual({
      id: '320000',
      key: '320000',
      value: '320000',
      parentId: '00',
      title: '江苏省',
      hasChildren: true,
    })
    const cities = await company.get(region.calls.lazyTree, { parentCode: '320000' })
    expect(cities).toHaveLength(13)
    const districts = await company.get(region.calls.lazyTree, { parentCode: '320500' })
    expect(districts.length).toBeGreaterThan(5)
    expect(districts.every(({ hasChildren }) => !hasChildren)).toBe(true)
  })

  test('cities of a province by its name', async () => {
    const byName = await company.get(region.calls.lazyTreeCity, { provinceName: '江苏' })
    expect(byName.map(({ title }) => title)).toContain('苏州市')
    expect(await company.get(region.calls.lazyTreeCity, { provinceName: '没有' })).toEqual([])
    expect(await company.ask(region.calls.lazyTreeCity, {})).toMatchObject({ status: 400, msg: '请输入省份名称' })
  })

  test('a division is known by its code, and is not added twice', async () => {
    expect(await admin.get(region.calls.detail, { code: '320500' })).toMatchObject({
      name: '苏州市',
      parentCode: '320000',
      regionLevel: 2,
      parentCodeName: '江苏省',
    })
    await admin.get(region.calls.submit, { code: '320500', parentCode: '320000', name: '苏州市（改）', regionLevel: 2 })
    expect((await admin.get(region.calls.detail, { code: '320500' })).name).toBe('苏州市（改）')
    expect(
      (await company.get(region.calls.select, { code: '320000' })).filter(({ code }) => code === '320500'),
    ).toHaveLength(1)
  })

  test('with divisions below it is not removed, nor hung below nothing', async () => {
    expect((await admin.ask(region.calls.remove, { id: '320500' })).msg).toBe('请先删除下级区划')
    const orphan = { code: '999901', parentCode: '999900', name: '孤儿区', regionLevel: 3 }
    expect((await admin.ask(region.calls.submit, orphan)).status).toBe(404)
    expect((await admin.ask(region.calls.submit, { ...orphan, code: '12' })).msg).toBe('区划编号应为6至12位数字')
  })
})

describe('departments', () => {
  test('hang together, know their ancestors, and never lie below themselves', async () => {
    const add = async (deptName: string, parentId?: string) =>
      (
        await admin.get(dept.calls.submit, {
          deptName,
          fullName: deptName,
          deptCategory: 1,
          sort: 1,
          ...(parentId ? { parentId } : {}),
        })
      ).id
    const top = await add('总部')
    const middle = await add('分部', top)
    const bottom = await add('小组', middle)
    expect(await admin.get(dept.calls.detail, { id: bottom })).toMatchObject({
      parentId: middle,
      ancestors: `0,${top},${middle}`,
    })
    for (const parentId of [top, middle, bottom]) {
      const answer = await admin.ask(dept.calls.submit, { id: top, parentId })
      expect(answer.msg).toBe('上级机构不能是自身或其下级')
    }
    const level = await admin.get(dept.calls.lazyTree, { parentId: top })
    expect(level).toEqual([expect.objectContaining({ id: middle, title: '分部', hasChildren: true })])
    expect((await admin.ask(dept.calls.remove, { ids: top })).msg).toBe('请先删除下级数据')
    await admin.get(dept.calls.remove, { ids: [top, middle, bottom].join(',') })
  })

  test('a user list can be asked by department, with those below', async () => {
    const person = await admin.get(user.calls.detail, { id: await idOf(admin, company.account) })
    const own = await admin.get(user.calls.page, { deptId: person.deptId, size: 200 })
    expect(own.records.map(({ account }) => account)).toEqual([company.account])
    const { parentId } = await admin.get(dept.calls.detail, { id: person.deptId })
    const above = await admin.get(user.calls.page, { deptId: parentId, size: 200 })
    expect(above.records.map(({ account }) => account)).toContain(company.account)
  })

  test('one reads only his own departments and roles, whoever he names (security rule 31)', async () => {
    const userId = await idOf(admin, 'admin')
    const [depts, roles] = [
      await company.get(dept.calls.select, { userId }),
      await company.get(role.calls.select, { userId }),
    ]
    expect(depts.map(({ fullName }) => fullName)).toEqual([company.unitName])
    expect(roles.map(({ roleAlias }) => roleAlias)).toEqual(['enterprise'])
  })
})

describe('system parameters (specification 001, section 5)', () => {
  test.each([
    ['paramName', '请输入参数名称'],
    ['paramKey', '请输入参数键名'],
    ['paramValue', '请输入参数键值'],
  ])('%s missing: %s', async (field, msg) => {
    const row = { paramName: '名', paramKey: 'k.x', paramValue: 'v', [field]: '' }
    expect(await admin.ask(param.calls.submit, row)).toMatchObject({ status: 400, faults: [{ at: field, msg }] })
  })
})
