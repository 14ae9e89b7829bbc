import { expect, test } from 'vitest'
import { classNameOf, propertyNameOf, propertyTypeOf } from '#contract/develop/java-names.ts'
import type { TableColumn } from '#contract/develop/table-info.ts'
import { guessPrototypes, type Known } from './guess-prototypes.ts'

const known: Known = {
  dictionaries: [{ code: 'sex', keys: ['1', '2'] }],
  entities: new Map([['dept', 'dept']]),
}
const column = (values: Partial<TableColumn>): TableColumn => {
  const { name = 'customer_name', type = 'varchar(80)' } = values
  return {
    ...{ name, type, comment: '', propertyName: propertyNameOf(name), propertyType: propertyTypeOf(type) },
    ...{ isNullable: true, isPrimary: false, isUnique: false, values: [], refersTo: null },
    ...values,
  }
}
const guess = (values: Partial<TableColumn>) =>
  guessPrototypes({ name: 't', comment: 't', entityName: 'T', fields: [column(values)] }, known)[0]

test.each([
  [
    { comment: '客户名称：合同上的全称' },
    { jdbcComment: '客户名称', componentType: 'input', isQuery: 1, queryType: 'like' },
  ],
  [{ comment: '' }, { jdbcComment: 'customer_name', labelEn: 'Customer name' }],
  [{ isNullable: false }, { isRequired: 1 }],
  [{ isUnique: true }, { isUnique: 1 }],
  [
    { isPrimary: true, isNullable: false },
    { isForm: 0, isList: 0, isRequired: 0 },
  ],
  [{ name: 'gmt_modified', type: 'datetime' }, { isForm: 0 }],
  [
    { name: 'sex', type: 'int' },
    { dictCode: 'sex', componentType: 'select' },
  ],
  [{ name: 'sex', type: 'int', values: ['9'] }, { dictCode: null }],
  [
    { name: 'dept_id', type: 'bigint', refersTo: 'dept' },
    { refersTo: 'dept', componentType: 'select' },
  ],
  [
    { name: 'shop_id', type: 'bigint', refersTo: 'shop' },
    { refersTo: null, componentType: 'input' },
  ],
  [
    { values: ['a', 'b'], type: "enum('a','b')" },
    { choices: 'a=a\nb=b', componentType: 'radio' },
  ],
  [{ values: ['a', 'b', 'c', 'd'] }, { componentType: 'select' }],
  [
    { name: 'state', type: 'tinyint', comment: '状态 0-待付款,1-已付款' },
    { jdbcComment: '状态', choices: '0=待付款\n1=已付款' },
  ],
  [
    { name: 'amount', type: 'int', comment: '数量（最多 5 个）' },
    { choices: null, componentType: 'input' },
  ],
  [
    { name: 'is_urgent', type: 'tinyint(1)' },
    { componentType: 'switch', propertyType: 'Boolean' },
  ],
  [
    { name: 'ordered_on', type: 'date' },
    { componentType: 'date', propertyEntity: 'java.time.LocalDate' },
  ],
  [
    { name: 'note', type: 'text' },
    { componentType: 'textarea', isList: 0, isRow: 1 },
  ],
  [{ name: 'content_html', type: 'longtext' }, { componentType: 'editor' }],
])('%o is taken for %o', (values, expected) => {
  expect(guess(values)).toMatchObject(expected)
})

test.each([
  ['order_no', 'orderNo'],
  ['ORDER_NO', 'orderNo'],
  ['orderNo', 'orderNo'],
  ['2nd-name', 'ndName'],
  ['编号', ''],
])('the column %s has the property %s', (name, property) => {
  expect(propertyNameOf(name)).toBe(property)
})

test('the prefix of a table is no part of its class', () => {
  expect(['t_order_item', 'TB_USER', 'tenant'].map(classNameOf)).toEqual(['OrderItem', 'User', 'Tenant'])
})
