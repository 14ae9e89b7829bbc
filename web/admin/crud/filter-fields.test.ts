import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { chipOf, filterFieldsOf, regionAbove, searchFields } from './filter-fields.ts'
import { readState } from './list-state.ts'

describe('filters: ranges of days and numbers, every searchable field', () => {
  test('dates have a first and a last day, times have whole days, numbers have limits', () => {
    expect(Object.keys(filterFieldsOf('birthday', user.fields.birthday))).toEqual([
      'birthday_datege',
      'birthday_datele',
    ])
    expect(Object.keys(filterFieldsOf('sort', post.fields.sort))).toEqual(['sort_ge', 'sort_le'])
    expect(filterFieldsOf('investment', library.fields.investment)).toMatchObject({
      investment_ge: { kind: 'decimal', label: ['总投资（万元）不小于', expect.any(String)] },
      investment_le: { label: [expect.stringMatching(/不大于$/), expect.any(String)] },
    })
    expect(Object.keys(searchFields(post, ['category', 'postName'], true))).toEqual([
      ...['category', 'postName', 'createTime_dategt', 'createTime_datelt'],
    ])
  })

  test.each((Object.values(entities) as AnyEntity[]).map((entity) => [entity.name, entity] as const))(
    'every searchable field of %s has a filter field, which the address can hold',
    (_name, entity) => {
      const names = entity.search ?? []
      const fields = Object.keys(searchFields(entity, names as string[], true))
      for (const name of names as string[])
        expect(fields.some((one) => one === name || one.startsWith(`${name}_`))).toBe(true)
      const address = new URLSearchParams(fields.map((one) => [one, '1']))
      expect(Object.keys(readState(address, entity.fields).filters)).toEqual(fields)
    },
  )
})

describe('chips describe the filters of a list', () => {
  test('by the label of the filter field, or by the kind of comparison', () => {
    expect(chipOf(post, 'createTime_dategt')).toMatchObject({
      sign: '',
      field: { label: ['创建时间起', 'Created, from'] },
    })
    expect(chipOf(user, 'birthday_datele')).toMatchObject({
      sign: '',
      field: { label: ['出生日期止', 'Birthday, until'] },
    })
    expect(chipOf(declaration, 'declareStatus_ge')).toMatchObject({ sign: '≥ ', field: { choices: expect.any(Array) } })
    expect(chipOf(user, 'account_equal')).toMatchObject({
      sign: '= ',
      field: { kind: 'text', label: ['登录账号', 'Account'] },
    })
    expect(chipOf(user, 'roleId')).toMatchObject({ sign: '', field: { kind: 'ref', of: 'role' } })
    expect(chipOf(post, 'updateUser')).toMatchObject({ field: { label: ['更新人', 'Updated by'] } })
  })

  test('by the name of the keyword', () => {
    expect(chipOf(post, 'keyword')).toMatchObject({ sign: '', field: { kind: 'text', label: ['关键词', 'Keyword'] } })
  })

  test('with a region name from the regions of the same parent', () => {
    expect(['320583', '320500', '320000', '00', 'C'].map(regionAbove)).toEqual(['320500', '320000', null, null, null])
  })
})
