import { describe, expect, test } from 'vitest'
import { filtersOf } from '#contract/filter-chips.ts'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { money } from '#contract/kit/field.ts'
import { library } from '#contract/project/library.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { workSend } from '#contract/work/work-send.ts'
import { readState } from '../entity/list-state.ts'
import { searchFilters } from './filter-fields.ts'

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
