import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import {
  choice,
  codes,
  date,
  type Fields,
  flag,
  int,
  longText,
  many,
  money,
  one,
  ref,
  refs,
  secret,
  text,
} from '#contract/kit/field.ts'
import { base } from '#contract/kit/verbs.ts'
import { newComponents } from './openapi-components.ts'
import { documented, inputSchema, readSchema } from './openapi-schemas.ts'
import { dataSchema, type Json } from './schema.ts'
import { hidableFields } from './scope.ts'

const propertiesOf = (fields: Fields) => (inputSchema(fields) as { properties: Record<string, Json> }).properties

describe('what a caller may send', () => {
  test('a secret is a password that no answer has; a flag is 0 or 1', () => {
    const { key, isOpen } = propertiesOf({
      key: secret('密钥', 'Key', { required: true }),
      isOpen: flag('公开', 'Open', { required: true }),
    })
    expect(key).toEqual({
      type: 'string',
      format: 'password',
      writeOnly: true,
      maxLength: 1024,
      title: '密钥 / Key',
    })
    expect(isOpen).toEqual({ type: 'integer', enum: [0, 1], title: '公开 / Open' })
  })

  test('a value that is not required may be null, as it is in a row that was read', () => {
    const { remark, share, kind } = propertiesOf({
      remark: longText('备注', 'Remark', { max: 200 }),
      share: money('金额', 'Amount', 'yuan', { min: 1, max: 9 }),
      kind: choice('类型', 'Kind', {
        choices: [
          [1, ['甲', 'A']],
          [2, ['乙', 'B']],
        ],
      }),
    })
    expect(remark).toMatchObject({ type: ['string', 'null'], maxLength: 200 })
    expect(share).toMatchObject({ type: ['number', 'null'], minimum: 1, maximum: 9 })
    expect(kind).toMatchObject({ type: ['integer', 'null'], enum: [1, 2, null] })
  })

  test('choices of texts and numbers have both types', () => {
    const { kind } = propertiesOf({
      kind: choice('类型', 'Kind', {
        required: true,
        choices: [
          ['account', ['账号', 'Account']],
          [1, ['企业', 'Enterprise']],
        ],
      }),
    })
    expect(kind).toMatchObject({ type: ['string', 'integer'], enum: ['account', 1] })
  })

  test('a field that depends on another one is not required; one that only the server writes is absent', () => {
    const schema = inputSchema({
      name: text('名称', 'Name', { required: true }),
      reason: text('原因', 'Reason', { required: true, when: { name: ['x'] } }),
      id: base.id,
    }) as { properties: object; required: string[] }
    expect([schema.required, Object.keys(schema.properties)]).toEqual([['name'], ['name', 'reason']])
  })

  test('groups have their own fields, and lists of values are texts joined by commas', () => {
    const { owner, rows, people, areas } = propertiesOf({
      owner: one('负责人', 'Owner', { age: int('年龄', 'Age', { required: true, max: 150 }) }),
      rows: many('清单', 'Rows', { day: date('日期', 'Day', { required: true }) }),
      people: refs('人员', 'People', { of: 'user' }),
      areas: codes('地区', 'Areas', { of: 'region', required: true }),
    })
    expect(owner).toMatchObject({ type: 'object', required: ['age'], properties: { age: { maximum: 150 } } })
    expect(rows).toMatchObject({ type: 'array', items: { type: 'object', required: ['day'] } })
    expect(people).toMatchObject({ type: ['string', 'null'], description: 'values joined by commas' })
    expect(areas).toMatchObject({ type: 'string' })
  })
})

describe('what a caller gets', () => {
  test('null is a type of its own, at every depth', () => {
    const schema = {
      type: 'object',
      nullable: true,
      properties: { a: { type: 'array', items: { nullable: true, type: 'string' } } },
    }
    expect(documented(schema)).toEqual({
      type: ['object', 'null'],
      properties: { a: { type: 'array', items: { type: ['string', 'null'] } } },
    })
  })

  test('a row has an id, its labels, the names beside codes, and every field that nothing can hide', () => {
    const fields: Fields = { ...base, ...entities.post.fields }
    const { nullable: _, ...row } = dataSchema({ as: 'row', fields })
    const read = readSchema(fields, row) as { properties: Record<string, Json>; required: string[] }
    expect(read.required).toEqual([...Object.keys(base), 'category', 'postCode', 'postName', 'sort', 'remark'])
    const some = readSchema(fields, row, hidableFields(entities.post)) as { required: string[] }
    expect(some.required).toEqual([...Object.keys(base), 'postName'])
    expect([...hidableFields(entities.report), ...hidableFields(entities.region)]).not.toContain('name')
    expect(read.properties.id).toEqual({ type: 'string', title: '主键 / ID' })
    expect(read.properties.category).toEqual({ type: ['integer', 'null'], title: '岗位类型 / Category' })
    expect(read.properties.categoryName).toEqual({ type: ['string', 'null'] })
    expect(readSchema({ unit: ref('单位', 'Unit') }, { properties: {} })).not.toHaveProperty('required')
  })
})

describe('the components of a document', () => {
  test('a schema is kept once under its first name; another one of that name gets a number', () => {
    const { keep, schemas } = newComponents({ Known: { type: 'null' } })
    const refOf = (schema: Json) => String(schema.$ref).split('/').at(-1)
    const names = [keep('Row', { type: 'string' }), keep('Other', { type: 'string' }), keep('Row', { type: 'number' })]
    expect(names.map(refOf)).toEqual(['Row', 'Row', 'Row2'])
    expect(refOf(keep('Known', { type: 'integer' }))).toBe('Known2')
    expect(Object.keys(schemas)).toEqual(['Known', 'Row', 'Row2', 'Known2'])
  })
})
