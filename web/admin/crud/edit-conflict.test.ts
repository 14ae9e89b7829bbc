import { expect, test } from 'vitest'
import { int, text } from '#contract/kit/field.ts'
import { Failure } from '#web/base/caller.ts'
import { conflictMessage, ifMatchHeader, isEditConflict, mergeChanges } from './edit-conflict.ts'

const fields = { name: text('名称', 'Name'), code: text('编号', 'Code'), sort: int('排序', 'Order') }
const begun = { name: '甲', code: 'a', sort: 1 }

test('what only others have changed is taken over, what both have changed stays as it was typed', () => {
  const now = { name: '乙', code: 'b', sort: 7 }
  expect(mergeChanges(fields, { ...begun, name: '丙' }, begun, now)).toEqual({
    remoteChanges: { code: 'b', sort: 7 },
    conflicts: ['name'],
  })
})

test('what both have changed alike, or nobody has, is no matter', () => {
  expect(mergeChanges(fields, { ...begun, name: '乙' }, begun, { ...begun, name: '乙' })).toEqual({
    remoteChanges: {},
    conflicts: [],
  })
  expect(
    mergeChanges(fields, { ...begun, code: null }, { ...begun, code: undefined }, { ...begun, code: null }),
  ).toEqual({
    remoteChanges: {},
    conflicts: [],
  })
})

test('it is said field by field, in both languages', () => {
  const [zh, en] = conflictMessage(fields, { remoteChanges: { sort: 7 }, conflicts: ['name'] })
  expect(zh).toContain('对方修改的“排序”已更新到表单中')
  expect(zh).toContain('“名称”双方都作了修改')
  expect(en).toContain('Order')
  expect(en).toContain('has yours: Name')
})

test('a row is named with the time it was read at; a conflict is told from other ones by that time', () => {
  expect(ifMatchHeader({ id: '7', updateTime: '2025-03-01 10:00:00' })).toEqual({
    'if-match': '"7 2025-03-01 10:00:00"',
  })
  expect(ifMatchHeader({ id: '7' })).toEqual({})
  expect(isEditConflict(new Failure('', 409, { updateTime: '2025-03-01 10:00:00' }))).toBe(true)
  expect(isEditConflict(new Failure('', 409, null))).toBe(false)
  expect(isEditConflict(new Failure('', 400, { updateTime: '' }))).toBe(false)
})
