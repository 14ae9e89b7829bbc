import { expect, test } from 'vitest'
import { isBlank, isCorrected, statesOf, withoutRemark, withRemark } from './remarks.ts'

test('a field has at most one remark: a new text replaces it at its place, also an empty one, until it is removed', () => {
  const opened = withRemark([], 'contact.email', '')
  expect(opened.filter(isBlank)).toEqual([{ at: 'contact.email', text: '' }])
  const both = withRemark(withRemark(opened, 'contact.tel', '请核对电话'), 'contact.email', '邮箱有误')
  expect(both).toEqual([
    { at: 'contact.email', text: '邮箱有误' },
    { at: 'contact.tel', text: '请核对电话' },
  ])
  expect(both.filter(isBlank)).toEqual([])
  expect(withoutRemark(both, 'contact.email')).toEqual([{ at: 'contact.tel', text: '请核对电话' }])
})

test('a remark is corrected by a change of its value, of its row or of anything in its part', () => {
  const changes = [{ at: 'innovation.results.r1.unit' }, { at: 'contact.tel' }]
  const places = [
    'innovation.results.r1.after',
    'innovation.results.r2.after',
    'contact',
    'contact.email',
    'contact.tel',
  ]
  expect(places.filter((at) => isCorrected({ at, text: '请核对' }, changes))).toEqual([
    'innovation.results.r1.after',
    'contact',
    'contact.tel',
  ])
})

test('a value that was changed and not submitted is not one that was left as it was', () => {
  const remarks = ['contact.email', 'contact.tel', 'contact.leaderName'].map((at) => ({ at, text: '请核对' }))
  const since = { unsent: ['contact.tel'], changes: [{ at: 'contact.leaderName' }] }
  const read = (isOpen: boolean) => [...statesOf(remarks, { ...since, isOpen })]
  expect(read(false)).toEqual([
    ['contact.email', 'unchanged'],
    ['contact.tel', 'unsent'],
  ])
  expect(read(true)).toEqual([['contact.tel', 'unsent']])
})
