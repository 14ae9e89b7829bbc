import { afterEach, expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { user } from '#contract/system/user.ts'
import { renderIn } from '#web/base/api/language.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { keyField, nameOf, titleIn } from './calls.ts'

afterEach(() => renderIn('zh'))

test('the title of a row is its name, or in English its English name if it has one', () => {
  const row = { id: '7', name: '系统管理', nameEn: 'System' }
  expect(titleIn(menu, row)).toBe('系统管理')
  expect(titleIn(menu, { id: '7', name: null, nameEn: 'System' })).toBe('7')
  renderIn('en')
  expect(titleIn(menu, row)).toBe('System')
  expect(titleIn(menu, { ...row, nameEn: null })).toBe('系统管理')
  expect(titleIn(menu, { ...row, nameEn: '' })).toBe('系统管理')
})

test('a call has a name in its entity and a key field', () => {
  expect(nameOf(user, user.calls.remove)).toBe('remove')
  expect(keyField(user.calls.remove)).toBe('ids')
  expect(keyField({ input: {} })).toBe('id')
})

test('the screen path of an entity starts with its area', () => {
  expect([screenPathOf(menu), screenPathOf(user)]).toEqual(['/system/menu', '/system/user'])
})
