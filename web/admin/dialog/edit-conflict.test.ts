import { expect, test } from 'vitest'
import { int, text } from '#contract/kit/field.ts'
import { Failure } from '#web/base/api/caller.ts'
import { ifMatchHeader } from '../entity/row-version.ts'
import { conflictMessage, isEditConflict, mergeChanges } from './edit-conflict.ts'

const fields = { name: text('名称', 'Name'), code: text('编号', 'Code'), sort: int('排序', 'Order') }
const initial = { name: '甲', code: 'a', sort: 1 }

test('a change by others is applied; a field changed by both keeps the input of the user and is a conflict', () => {
  const current = { name: '乙', code: 'b', sort: 7 }
  expect(mergeChanges(fields, { ...initial, name: '丙' }, initial, current)).toEqual({
    remoteChanges: { code: 'b', sort: 7 },
    conflicts: ['name'],
  })
})

test('a field changed to the same value by both, or by nobody, is not a conflict', () => {
  expect(mergeChanges(fields, { ...initial, name: '乙' }, initial, { ...initial, name: '乙' })).toEqual({
    remoteChanges: {},
    conflicts: [],
  })
  expect(
    mergeChanges(fields, { ...initial, code: null }, { ...initial, code: undefined }, { ...initial, code: null }),
  ).toEqual({
    remoteChanges: {},
    conflicts: [],
  })
})

test('the message names the updated and the conflicting fields, in both languages', () => {
  const [zh, en] = conflictMessage(fields, { remoteChanges: { sort: 7 }, conflicts: ['name'] })
  expect(zh).toContain('对方修改的“排序”已更新到表单中')
  expect(zh).toContain('“名称”双方都作了修改')
  expect(en).toContain('Order')
  expect(en).toContain('keeps your values: Name')
})

test('If-Match names the id and version of the row; a 409 is an edit conflict only if it has an update time', () => {
  expect(ifMatchHeader({ id: '7', rowVersion: '2025-03-01 10:00:00.123456+08' })).toEqual({
    'if-match': '"7 2025-03-01 10:00:00.123456+08"',
  })
  expect(ifMatchHeader({ id: '7' })).toEqual({})
  expect(isEditConflict(new Failure('', 409, { updateTime: '2025-03-01 10:00:00' }))).toBe(true)
  expect(isEditConflict(new Failure('', 409, null))).toBe(false)
  expect(isEditConflict(new Failure('', 400, { updateTime: '' }))).toBe(false)
})
