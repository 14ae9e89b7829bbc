import { describe, expect, test } from 'vitest'
import { chipsOf, rangeText, regionAbove } from './filter-chips.ts'
import type { AnyEntity } from './kit/entity.ts'
import { declaration } from './project/declaration.ts'
import { post } from './system/post.ts'
import { user } from './system/user.ts'

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
