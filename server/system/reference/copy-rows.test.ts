import { expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { formValues, rowsBelow } from './copy-rows.ts'

const row = (id: string, parentId: string | null) => ({ id, parentId })

test('the rows below a row follow their parents, in the order of the list', () => {
  const rows = [row('4', '3'), row('2', '1'), row('3', '1'), row('5', '9'), row('1', '0')]
  expect(rowsBelow(rows, '1').map(({ id }) => id)).toEqual(['2', '3', '4'])
  expect(rowsBelow(rows, '4')).toEqual([])
})

test('rows that form a cycle occur once, and the row itself is not below itself', () => {
  const rows = [row('1', '3'), row('2', '1'), row('3', '2')]
  expect(rowsBelow(rows, '1').map(({ id }) => id)).toEqual(['2', '3'])
})

test('the values of a copy are those that a form would send', () => {
  const values = formValues(post, { id: '7', tenantId: '1', postName: '经理', createTime: 'x', categoryName: '高层' })
  expect(values).toEqual({
    category: undefined,
    postCode: undefined,
    postName: '经理',
    sort: undefined,
    remark: undefined,
  })
})
