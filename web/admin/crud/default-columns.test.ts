import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { furtherColumns, plainColumns } from './default-columns.ts'

const all = (Object.values(entities) as AnyEntity[]).map((entity) => [entity.name, entity] as const)

describe('columns a table can show', () => {
  test('begin as the declaration lists them, with the time a row was made where no other time is among them', () => {
    expect(plainColumns(post, true)).toEqual(['category', 'postCode', 'postName', 'sort', 'createTime'])
    expect(plainColumns(post, false)).toEqual(['category', 'postCode', 'postName', 'sort'])
  })

  test('can be more: what else is said of a row in a line, and when it was made and changed', () => {
    const further = furtherColumns(user, ['account', { name: 'status' }, 'createTime'])
    expect(further).toEqual(expect.arrayContaining(['email', 'region', 'birthday', 'updateTime']))
    for (const there of ['account', 'status', 'createTime']) expect(further).not.toContain(there)
  })

  test.each(all)('of %s are each offered once, and none is secret, a document or a page of text', (_name, entity) => {
    const plain = plainColumns(entity, true)
    const offered = [...plain, ...furtherColumns(entity, plain)]
    expect(new Set(offered).size).toBe(offered.length)
    const fields = entity.fields as Fields
    for (const name of furtherColumns(entity, plain)) {
      expect(fields[name]?.direction).not.toBe('in')
      expect(['secret', 'one', 'many', 'longText', 'richText']).not.toContain(fields[name]?.kind)
    }
    for (const name of offered) expect(fields[name]?.kind).not.toBe('secret')
  })
})
