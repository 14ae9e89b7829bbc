import { beforeAll, describe, expect, test } from 'vitest'
import * as kit from '#contract/kit/field.ts'
import type { Lang } from '#contract/kit/text.ts'
import type { Db } from '#server/base/database/db.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { App } from './context.ts'
import { addDisplayNames, dictName, regionName } from './labels.ts'

let app: App
let db: Db

const fields = {
  sex: kit.dict('性别', 'Sex', { of: 'sex' }),
  operators: kit.dicts('运营商', 'Operators', { of: 'project_facilities_operator' }),
  kind: kit.choice('类别', 'Kind', {
    choices: [
      [1, ['一类', 'First']],
      ['b', ['乙类', 'Second']],
    ],
  }),
  city: kit.code('城市', 'City', { of: 'region' }),
  regions: kit.codes('地区', 'Regions', { of: 'region' }),
  trade: kit.code('行业', 'Trade', { of: 'industry' }),
  roleId: kit.refs('角色', 'Roles', { of: 'role' }),
  menuId: kit.ref('菜单', 'Menu', { of: 'menu' }),
  deptId: kit.tree('机构', 'Department', { of: 'dept' }),
  bare: kit.ref('裸', 'Bare'),
  amount: kit.int('数', 'Amount'),
}
const displayNames = async (row: Record<string, unknown>, lang: Lang = 'zh') => {
  const [result] = await addDisplayNames(await contextFor(app, undefined, lang), fields, [{ ...row }])
  return Object.fromEntries(Object.entries(result ?? {}).filter(([name]) => !(name in row)))
}
let menu = { id: '', name: '', nameEn: '' as string | null }
let dept = { id: '', deptName: '' }
let roles: { id: string; roleName: string }[] = []

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  menu = await db
    .selectFrom('menu')
    .select(['id', 'name', 'nameEn'])
    .where('code', '=', 'post')
    .executeTakeFirstOrThrow()
  dept = await db.selectFrom('dept').select(['id', 'deptName']).orderBy('id').executeTakeFirstOrThrow()
  roles = await db.selectFrom('role').select(['id', 'roleName']).orderBy('id').limit(2).execute()
})

describe('names next to codes', () => {
  test.each<[Record<string, unknown>, Lang, string, string | null]>([
    [{ sex: 1 }, 'zh', 'sexName', '男'],
    [{ sex: 1 }, 'en', 'sexName', 'Male'],
    [{ operators: '1,3' }, 'zh', 'operatorsName', '中国移动，中国联通'],
    [{ operators: '1,3' }, 'en', 'operatorsName', 'China Mobile, China Unicom'],
    [{ kind: 1 }, 'zh', 'kindName', '一类'],
    [{ kind: 'b' }, 'en', 'kindName', 'Second'],
    [{ city: '320500' }, 'zh', 'cityName', '苏州市'],
    // a placeholder region has the name of its province
    [{ city: '310100' }, 'zh', 'cityName', '上海市'],
    [{ city: '310100' }, 'en', 'cityName', 'Shanghai'],
    [{ city: '500200' }, 'zh', 'cityName', '重庆市'],
    [{ city: '429000' }, 'zh', 'cityName', '湖北省'],
    [{ regions: '320000,330000' }, 'zh', 'regionsName', '江苏省，浙江省'],
    [{ trade: 'C' }, 'zh', 'tradeName', '制造业'],
    [{ sex: 99 }, 'zh', 'sexName', '99'],
    [{ kind: 7 }, 'zh', 'kindName', '7'],
    [{ city: '999999' }, 'zh', 'cityName', '999999'],
    [{ menuId: '424242' }, 'zh', 'menuName', '424242'],
    [{ sex: null }, 'zh', 'sexName', null],
    [{ operators: '' }, 'zh', 'operatorsName', null],
    [{ operators: null }, 'zh', 'operatorsName', null],
    [{}, 'zh', 'cityName', null],
  ])('%j in %s: %s is %j', async (row, lang, key, word) => {
    expect((await displayNames(row, lang))[key]).toBe(word)
  })

  test('are those of referenced rows, in the language of the reader if there is one', async () => {
    const references = { menuId: menu.id, deptId: dept.id, roleId: roles.map(({ id }) => id).join(',') }
    expect(await displayNames(references)).toMatchObject({
      menuName: menu.name,
      deptName: dept.deptName,
      roleName: roles.map(({ roleName }) => roleName).join('，'),
    })
    expect((await displayNames(references, 'en')).menuName).toBe(menu.nameEn)
  })

  test('are also those of removed rows and sealed dictionary entries', async () => {
    const { id } = await db
      .insertInto('dept')
      .values({ deptName: '已撤部门', fullName: 'x', deptCategory: 1, sort: 1, parentId: '0', isDeleted: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await displayNames({ deptId: id })).deptName).toBe('已撤部门')
    await db.updateTable('dict').set({ isSealed: 1 }).where('code', '=', 'sex').where('dictKey', '=', '2').execute()
    expect((await displayNames({ sex: 2 })).sexName).toBe('女')
  })

  test('exist only for fields that have names', async () => {
    expect(Object.keys(await displayNames({ amount: 3, bare: '5' })).sort()).toEqual(
      [
        'cityName',
        'deptName',
        'kindName',
        'menuName',
        'operatorsName',
        'regionsName',
        'roleName',
        'sexName',
        'tradeName',
      ].sort(),
    )
  })

  test('of many rows are in order, and no rows are accepted', async () => {
    const ctx = await contextFor(app)
    const many = Array.from({ length: 50 }, (_, i) => ({
      city: i % 2 ? '320500' : '330100',
      roleId: roles[i % 2]?.id ?? '',
    }))
    const result: Record<string, unknown>[] = await addDisplayNames(ctx, fields, many)
    expect(result.map((row) => [row.cityName, row.roleName])).toEqual(
      many.map((_, i) => [i % 2 ? '苏州市' : '杭州市', roles[i % 2]?.roleName]),
    )
    expect(await addDisplayNames(ctx, fields, [])).toEqual([])
  })
})

describe('the name of one value', () => {
  test('is in both languages for dictionaries and regions, or undefined', async () => {
    const ctx = await contextFor(app)
    expect(await dictName(ctx, 'sex', 1)).toEqual(['男', 'Male'])
    expect(await dictName(ctx, 'sex', '99')).toBeUndefined()
    expect(await dictName(ctx, 'no such dictionary', 1)).toBeUndefined()
    expect(await regionName(ctx, '320000')).toEqual(['江苏省', 'Jiangsu'])
    expect(await regionName(ctx, '')).toBeUndefined()
  })
})

test('a choice is called as its row says, in English by the Chinese name if there is no other', async () => {
  const named = { stage: kit.choice('环节', 'Stage', { choices: [[1, ['初审', 'Review']]], nameFrom: 'given' }) }
  const nameOf = async (row: object, lang: Lang) => {
    const [result] = await addDisplayNames(await contextFor(app, undefined, lang), named, [{ stage: 1, ...row }])
    return (result as Record<string, unknown> | undefined)?.stageName
  }
  const both = { given: '现场核查', givenEn: 'Visit' }
  expect([await nameOf(both, 'zh'), await nameOf(both, 'en')]).toEqual(['现场核查', 'Visit'])
  expect(await nameOf({ given: '现场核查', givenEn: null }, 'en')).toBe('现场核查')
  expect([await nameOf({ given: null }, 'zh'), await nameOf({}, 'en')]).toEqual(['初审', 'Review'])
})
