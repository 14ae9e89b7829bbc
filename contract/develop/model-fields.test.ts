import { expect, test } from 'vitest'
import { choicesOf, type FieldPrototype, fieldOf, fieldsOfModel, listOfModel, prototypeFaults } from './model-fields.ts'

const shown = { isForm: 1, isList: 1 }
const prototype = (values: Partial<FieldPrototype>): FieldPrototype => ({
  ...{ jdbcName: 'order_no', propertyName: 'orderNo', jdbcComment: '订单号', labelEn: 'Order no' },
  ...{ jdbcType: 'varchar(64)', propertyType: 'String', componentType: 'input' },
  ...shown,
  ...values,
})

test.each([
  [{}, { kind: 'text', label: ['订单号', 'Order no'], max: 64 }],
  [
    { isRequired: 1, isUnique: 1 },
    { kind: 'text', required: true, unique: true },
  ],
  [
    { isForm: 0, isRequired: 1 },
    { kind: 'text', direction: 'out' },
  ],
  [
    { componentType: 'textarea', jdbcType: 'text' },
    { kind: 'longText', max: 2000 },
  ],
  [{ componentType: 'editor' }, { kind: 'richText' }],
  [{ propertyType: 'Integer' }, { kind: 'int' }],
  [{ propertyType: 'java.lang.Double', jdbcName: 'weight' }, { kind: 'decimal' }],
  [
    { propertyType: 'java.math.BigDecimal', jdbcComment: '成交金额(万元)', labelEn: 'Amount' },
    { kind: 'money', label: ['成交金额（万元）', 'Amount (10k yuan)'] },
  ],
  [
    { componentType: 'switch', propertyType: 'Integer' },
    { kind: 'flag', initial: 0 },
  ],
  [{ componentType: 'date', propertyType: 'LocalDate' }, { kind: 'date' }],
  [{ componentType: 'date', propertyType: 'LocalDateTime' }, { kind: 'time' }],
  [
    { dictCode: 'sex', componentType: 'select' },
    { kind: 'dict', of: 'sex' },
  ],
  [
    { dictCode: 'sex', componentType: 'checkbox' },
    { kind: 'dicts', of: 'sex' },
  ],
  [
    { refersTo: 'dept', propertyType: 'Long' },
    { kind: 'ref', of: 'dept' },
  ],
  [
    { choices: '0=待付款\n1=已付款' },
    {
      kind: 'choice',
      choices: [
        [0, ['待付款', '待付款']],
        [1, ['已付款', '已付款']],
      ],
    },
  ],
])('%o becomes %o', (values, expected) => {
  expect(fieldOf(prototype(values))).toMatchObject(expected)
})

test('a Chinese label keeps the English text that the platform has for it', () => {
  expect(fieldOf(prototype({}), new Map([['订单号', 'Order number']])).label).toEqual(['订单号', 'Order number'])
})

test('choices are texts as soon as one is, and a value names itself without a name', () => {
  expect(choicesOf('new=新建\n\n in_use ')).toEqual([
    ['new', ['新建', 'New']],
    ['in_use', ['in_use', 'In use']],
  ])
})

test('columns of every row, and those in neither form nor list, become no fields', () => {
  const hidden = prototype({ jdbcName: 'secret', propertyName: 'hidden', isForm: 0, isList: 0 })
  const base = prototype({ jdbcName: 'create_time', propertyName: 'createTime' })
  expect(Object.keys(fieldsOfModel([prototype({}), hidden, base]))).toEqual(['orderNo'])
})

test.each([
  ['', /小写字母/],
  ['OrderNo', /小写字母/],
  ['order no', /小写字母/],
  ["x'+process.exit()+'", /小写字母/],
  ['class', /保留字/],
  ['isDeleted', /保留字/],
  ['eval', /保留字/],
  ['current', /保留字/],
  ['__proto__', /小写字母/],
  ['a'.repeat(42), /小写字母/],
  ['constructor', /保留字/],
])('the property “%s” is refused', (propertyName, text) => {
  expect(prototypeFaults([prototype({ propertyName })])).toEqual([
    { column: 'order_no', text: [expect.stringMatching(text), expect.any(String)] },
  ])
})

test('two fields of one property are refused, and a model without fields', () => {
  const twice = [prototype({}), prototype({ jdbcName: 'no2' })]
  expect(prototypeFaults(twice).map(({ column }) => column)).toEqual(['no2'])
  expect(prototypeFaults([]).map(({ column }) => column)).toEqual([''])
  expect(prototypeFaults([prototype({})])).toEqual([])
})

test('a list has the short fields that are shown in it, and searches by those that are also in the form', () => {
  const model = [
    prototype({ isQuery: 1 }),
    prototype({ jdbcName: 'note', propertyName: 'note', componentType: 'textarea', isQuery: 1 }),
    prototype({ jdbcName: 'amount', propertyName: 'amount', propertyType: 'BigDecimal', isForm: 0, isQuery: 1 }),
    prototype({ jdbcName: 'phone', propertyName: 'phone', isList: 0, isQuery: 1 }),
  ]
  expect(listOfModel(model, fieldsOfModel(model))).toEqual({
    search: ['orderNo', 'phone'],
    list: ['orderNo', 'amount'],
  })
})
