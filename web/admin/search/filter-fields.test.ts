import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { money } from '#contract/kit/field.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { workSend } from '#contract/work/work-send.ts'
import { readState } from '../entity/list-state.ts'
import { chipsOf, filtersOf, rangeText, regionAbove, searchFilters } from './filter-fields.ts'

describe('filters: ranges of days and numbers, every searchable field', () => {
  test('times and dates are one range of days, numbers have two bounds', () => {
    expect(filtersOf('birthday', user.fields.birthday)).toMatchObject([
      { keys: ['birthday_datege', 'birthday_datele'], field: { kind: 'date', label: ['出生日期', 'Birthday'] } },
    ])
    expect(filtersOf('sort', post.fields.sort).map(({ keys }) => keys)).toEqual([['sort_ge'], ['sort_le']])
    expect(filtersOf('investment', library.fields.investment)).toMatchObject([
      { field: { kind: 'decimal', label: ['总投资（万元）不小于', expect.any(String)] } },
      { field: { label: [expect.stringMatching(/不大于$/), expect.any(String)] } },
    ])
    expect(
      filtersOf('fee', money('年费', 'Annual fee', 'yuan')).map(({ keys, field }) => [keys[0], field.label[0]]),
    ).toEqual([
      ['fee_ge', '年费（元）不小于'],
      ['fee_le', '年费（元）不大于'],
    ])
  })

  test('every list has one range for the creation time, last', () => {
    expect(searchFilters(post, ['category', 'postName', 'createTime'], true).map(({ keys }) => keys)).toEqual([
      ['category'],
      ['postName'],
      ['createTime_dategt', 'createTime_datelt'],
    ])
  })

  test('the creation time has the name that the entity gives it', () => {
    const labels = [post, workSend].map((entity) => searchFilters(entity, [], true)[0]?.field.label[0])
    expect(labels).toEqual(['创建时间', '发起时间'])
  })

  test.each((Object.values(entities) as AnyEntity[]).map((entity) => [entity.name, entity] as const))(
    'every searchable field of %s has a filter field, which the address can hold',
    (_name, entity) => {
      const names = entity.search ?? []
      const keys = searchFilters(entity, names as string[], true).flatMap((filter) => filter.keys)
      for (const name of names as string[])
        expect(keys.some((one) => one === name || one.startsWith(`${name}_`))).toBe(true)
      const address = new URLSearchParams(keys.map((one) => [one, '1']))
      expect(Object.keys(readState(address, entity.fields).filters)).toEqual(keys)
    },
  )
})

describe('chips describe the filters of a list', () => {
  test('by the label of the search input, or by the kind of comparison', () => {
    const chipOf = (entity: AnyEntity, key: string) => chipsOf(entity, { [key]: '1' })[0]
    expect(chipOf(declaration, 'declareStatus_ge')).toMatchObject({ sign: '≥ ', field: { choices: expect.any(Array) } })
    expect(chipOf(user, 'account_equal')).toMatchObject({
      sign: '= ',
      field: { kind: 'text', label: ['登录账号', 'Account'] },
    })
    expect(chipOf(declaration, 'declareStatus_notequal')).toMatchObject({
      sign: '≠ ',
      keys: ['declareStatus_notequal'],
    })
    expect(chipOf(declaration, 'applyTime_null')).toMatchObject({
      sign: '',
      field: { label: ['提交时间', 'Submitted at'] },
    })
    expect(chipOf(user, 'roleId')).toMatchObject({ sign: '', field: { kind: 'ref', of: 'role' } })
    expect(chipOf(post, 'updateUser')).toMatchObject({ field: { label: ['更新人', 'Updated by'] } })
    expect(chipOf(post, 'createTime_ge')).toMatchObject({ sign: '≥ ', keys: ['createTime_ge'] })
  })

  test('both ends of a range are one chip, in the place of the first of them', () => {
    const filters = { createTime_datelt: '2026-11-24', postName: '经理', createTime_dategt: '2026-11-01' }
    expect(chipsOf(post, filters)).toMatchObject([
      {
        field: { label: ['创建时间', 'Created at'] },
        keys: ['createTime_dategt', 'createTime_datelt'],
        range: { from: '2026-11-01', to: '2026-11-24' },
      },
      { keys: ['postName'] },
    ])
  })

  test('a link with one end of a range has a chip for it', () => {
    expect(chipsOf(user, { birthday_datele: '2000-01-01' })).toMatchObject([
      { field: { label: ['出生日期', 'Birthday'] }, keys: ['birthday_datele'], range: { to: '2000-01-01' } },
    ])
    expect(rangeText('2026-11-01', '2026-11-24')).toEqual(['2026-11-01 至 2026-11-24', '2026-11-01 – 2026-11-24'])
    expect(rangeText('2026-11-24', '2026-11-24')[0]).toBe('2026-11-24')
    expect(rangeText('2026-11-01', undefined)).toEqual(['2026-11-01 起', 'from 2026-11-01'])
    expect(rangeText(undefined, '2026-11-24')).toEqual(['2026-11-24 止', 'until 2026-11-24'])
  })

  test('by the name of the keyword', () => {
    expect(chipsOf(post, { keyword: '质量' })).toMatchObject([
      { sign: '', keys: ['keyword'], field: { kind: 'text', label: ['关键词', 'Keyword'] } },
    ])
  })

  test('with a region name from the regions of the same parent', () => {
    expect(['320583', '320500', '320000', '00', 'C'].map(regionAbove)).toEqual(['320500', '320000', null, null, null])
  })
})
