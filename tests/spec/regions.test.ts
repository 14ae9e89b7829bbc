import { beforeAll, describe, expect, test } from 'vitest'
import { industryList } from '#contract/project/industry.ts'
import { region } from '#contract/system/region.ts'
import { createClerk } from '../support/clerk.ts'
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

const add = (code: string, parentCode: string, name: string) =>
  admin.ask(region.calls.submit, { code, parentCode, name })
const detail = (code: string) => admin.get(region.calls.detail, { code })

describe('regions (GB/T 2260, root 00)', () => {
  test('the tree has provinces, cities and districts, and leaves have no children', async () => {
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
    expect(districts.map(({ id }) => id)).toEqual(districts.map(({ id }) => id).sort())
  })

  test('the cities of a province are found by the name of the province', async () => {
    const byName = await company.get(region.calls.lazyTreeCity, { provinceName: '江苏' })
    expect(byName.map(({ title }) => title)).toContain('苏州市')
    expect(await company.get(region.calls.lazyTreeCity, { provinceName: '没有' })).toEqual([])
    expect(await company.ask(region.calls.lazyTreeCity, {})).toMatchObject({ status: 400, msg: '请输入省份名称' })
  })

  test('the detail has the codes and names of all levels above', async () => {
    expect(await detail('320505')).toMatchObject({
      id: '320505',
      name: '虎丘区',
      parentCode: '320500',
      parentId: '320500',
      parentName: '苏州市',
      ancestors: '00,320000,320500',
      regionLevel: 3,
      regionLevelName: '区县',
      provinceCode: '320000',
      provinceName: '江苏省',
      cityCode: '320500',
      cityName: '苏州市',
      districtCode: '320505',
      districtName: '虎丘区',
      townCode: null,
      villageName: null,
    })
    expect(await detail('320000')).toMatchObject({ parentName: '', ancestors: '00', cityCode: null })
  })

  test('English readers get English names in lists, trees and options', async () => {
    const english = { 'blade-language': 'en' }
    const cities = await company.get(region.calls.select, { code: '320000' }, english)
    expect(cities.find(({ code }) => code === '320500')?.name).toBe('Suzhou')
    const tree = await company.get(region.calls.lazyTreeCity, { provinceName: 'Jiangsu' }, english)
    expect(tree.map(({ title }) => title)).toContain('Suzhou')
    expect(await admin.get(region.calls.detail, { code: '320505' }, english)).toMatchObject({
      name: '虎丘区',
      provinceName: 'Jiangsu',
      cityName: 'Suzhou',
      parentName: 'Suzhou',
      districtName: 'Huqiu District',
    })
    const sections = await company.get(industryList, {}, english)
    expect(sections.find(({ indcode }) => indcode === 'C')?.indname).toBe('Manufacturing')
    const divisions = await company.get(industryList, { indcode: 'C' }, english)
    expect(divisions.filter(({ indname }) => /[一-龥]/.test(indname))).toEqual([])
    const classes = await company.get(industryList, { indcode: '397' }, english)
    expect(classes.find(({ indcode }) => indcode === '3973')?.indname).toBe('Manufacture of Integrated Circuits')
    const districts = await company.get(region.calls.lazyTree, { parentCode: '320500' }, english)
    expect(districts.find(({ id }) => id === '320583')?.title).toBe('Kunshan City')
    const matches = await admin.get(region.calls.list, { nameEn: 'Suzhou' } as never)
    const suzhouCities = matches.records.filter(({ regionLevel }) => regionLevel === 2)
    expect(suzhouCities.map(({ code }) => code)).toEqual(['320500', '341300'])
  })

  test('an English name is stored like the Chinese one', async () => {
    await add('950000', '00', '暂用省')
    const row = { code: '950000', parentCode: '00', name: '暂用省', nameEn: 'Temporary' }
    await admin.get(region.calls.submit, row)
    expect(await detail('950000')).toMatchObject({ name: '暂用省', nameEn: 'Temporary' })
    await admin.get(region.calls.remove, { id: '950000' })
  })

  test('an unknown code answers with an empty object', async () => {
    expect(await detail('999999')).toEqual({})
    await admin.get(region.calls.submit, { code: '960000', parentCode: '00', name: '暂设省' })
    await admin.get(region.calls.remove, { id: '960000' })
    expect(await detail('960000')).toEqual({})
  })

  test('lazy-list returns one level or all matches; list returns a page of all regions in code order', async () => {
    const cities = await admin.get(region.calls.lazyList, { parentCode: '320000' })
    expect(cities).toHaveLength(13)
    expect(cities[0]).toMatchObject({ code: '320100', hasChildren: true, provinceName: '江苏省' })
    expect(await admin.get(region.calls.lazyList, {})).toHaveLength(34)
    const matches = await admin.get(region.calls.lazyList, { name: '虎丘' } as never)
    expect(matches.map(({ code }) => code)).toEqual(['320505'])
    const { total, records } = await admin.get(region.calls.list, { size: 3 })
    expect(total).toBeGreaterThan(3000)
    expect(records.map(({ code }) => code)).toEqual(['110000', '110100', '110101'])
    expect((await admin.get(region.calls.list, { name: '苏州市' } as never)).records).toEqual([
      expect.objectContaining({ code: '320500', parentName: '江苏省' }),
    ])
  })

  test('a choice of cities shows the only city of a municipality under the name of the municipality', async () => {
    const namesBelow = async (code: string, headers: Record<string, string> = {}) =>
      (await company.get(region.calls.select, { code }, headers)).map(({ name }) => name)
    expect(await namesBelow('310000')).toEqual(['上海市'])
    expect(await namesBelow('310000', { 'blade-language': 'en' })).toEqual(['Shanghai'])
    expect(await namesBelow('500000')).toEqual(['市辖区', '县'])
    expect((await namesBelow('320000'))[0]).toBe('南京市')
  })

  test('every user reads the levels; the list and changes need permissions', async () => {
    expect(await company.get(region.calls.select, { code: '320000' })).toHaveLength(13)
    for (const { path } of [region.calls.list, region.calls.lazyList, region.calls.removed])
      expect((await company.raw('GET', path)).status).toBe(403)
    const reader = await createClerk(platform, 'region.reader', 'region', 'region_add')
    const existingCity = { code: '320500', parentCode: '320000', name: '改名市' }
    expect((await reader.ask(region.calls.submit, existingCity)).status).toBe(403)
  })
})

describe('a region is identified by its code', () => {
  test('submitting an existing code changes the region, but not its code, parent or level', async () => {
    await admin.get(region.calls.submit, {
      code: '320500',
      parentCode: '320000',
      name: '苏州市（改）',
      sort: 7,
      regionLevel: 5,
    } as never)
    expect(await detail('320500')).toMatchObject({
      name: '苏州市（改）',
      sort: 7,
      parentCode: '320000',
      regionLevel: 2,
    })
    const response = await add('320500', '330000', '苏州市')
    expect(response).toMatchObject({ status: 400, faults: [{ at: 'parentCode', msg: '上级区划由编号决定，不能修改' }] })
    const cities = await company.get(region.calls.select, { code: '320000' })
    expect(cities.filter(({ code }) => code === '320500')).toHaveLength(1)
  })

  test('a new region gets the level below its parent, down to villages', async () => {
    for (const [code, parentCode, level] of [
      ['990000', '00', 1],
      ['990100', '990000', 2],
      ['990101', '990100', 3],
      ['990101001', '990101', 4],
      ['990101001002', '990101001', 5],
    ] as const) {
      expect(await add(code, parentCode, `第${level}级`)).toMatchObject({ success: true })
      expect(await detail(code)).toMatchObject({ parentCode, regionLevel: level })
    }
    expect(await detail('990101001002')).toMatchObject({ townName: '第4级', villageName: '第5级' })
    const tree = await company.get(region.calls.lazyTree, { parentCode: '990101' })
    expect(tree).toEqual([expect.objectContaining({ id: '990101001', hasChildren: true })])
  })

  test('a province code with the prefix 00 of BladeX clients is accepted', async () => {
    expect((await add('00980000', '00', '某省')).success).toBe(true)
    expect(await detail('980000')).toMatchObject({ parentCode: '00', regionLevel: 1 })
  })

  test.each([
    ['0097', '00', '970000'],
    ['32000098', '320000', '329800'],
    ['320000329700', '320000', '329700'],
  ])('%s below %s is stored as %s', async (code, parentCode, storedCode) => {
    expect((await add(code, parentCode, '某地')).success).toBe(true)
    expect(await detail(storedCode)).toMatchObject({ code: storedCode, parentCode })
  })

  test.each([
    ['003200', '00', '320000', '江苏省'],
    ['320000320100', '320000', '320100', '南京市'],
  ])('%s below %s is the existing region %s (%s)', async (code, parentCode, storedCode, name) => {
    expect((await add(code, parentCode, name)).success).toBe(true)
    expect(await detail(storedCode)).toMatchObject({ code: storedCode, name })
  })

  test.each([
    ['339900', '320000', 'code', '区划编号应为“32”加2位数字，再补“00”'],
    ['32056', '320000', 'code', '区划编号应为“32”加2位数字，再补“00”'],
    ['320599001', '320505', 'code', '区划编号应为“320505”加3位数字'],
    ['971', '00', 'code', '区划编号应为2位数字，再补“0000”'],
    ['999901', '999900', 'parentCode', '上级区划不存在'],
    ['990101001002003', '990101001002', 'code', '区划编号不能超过12个字'],
    ['990101001003', '990101001002', 'parentCode', '村级区划下不能再设下级'],
  ])('%s is rejected as a region below %s', async (code, parentCode, at, msg) => {
    expect(await add(code, parentCode, '不合规')).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('a region with children cannot be removed, and restoring a child requires its parent', async () => {
    const remove = (id: string) => admin.ask(region.calls.remove, { id })
    await add('970000', '00', '待删省')
    await add('970100', '970000', '待删市')
    expect(await remove('970000')).toMatchObject({ status: 400, msg: '请先删除下级区划' })
    for (const code of ['970100', '970000']) expect((await remove(code)).success).toBe(true)
    expect(await detail('970100')).toEqual({})
    const { records } = await admin.get(region.calls.removed, {})
    expect(records.slice(0, 2).map(({ name }) => name)).toEqual(['待删省', '待删市'])
    const response = await admin.ask(region.calls.restore, { ids: '970100' })
    expect(response).toMatchObject({ status: 400, msg: '“待删市”的上级区划已被删除，请先恢复上级' })
    await admin.get(region.calls.restore, { ids: '970100,970000' })
    expect(await detail('970100')).toMatchObject({ provinceName: '待删省' })
  })
})
