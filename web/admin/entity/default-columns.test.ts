import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { furtherColumns, listedColumns } from './default-columns.ts'

const all = (Object.values(entities) as AnyEntity[]).map((entity) => [entity.name, entity] as const)

describe('the columns of a table', () => {
  test('are those of the declaration, by default its short fields, plus the creation time if they have no other time', () => {
    expect(listedColumns(user)).toBe(user.list)
    expect(listedColumns(post)).toEqual(['category', 'postCode', 'postName', 'sort', 'createTime'])
    expect(listedColumns(backgroundJob)).toContain('startedAt')
    expect(listedColumns(backgroundJob)).not.toContain('createTime')
  })

  test('may also be other short fields and the times of creation and change', () => {
    const further = furtherColumns(user, ['account', 'status', 'createTime'])
    expect(further).toEqual(expect.arrayContaining(['email', 'region', 'birthday', 'updateTime']))
    for (const name of ['account', 'status', 'createTime']) expect(further).not.toContain(name)
  })

  test.each(all)('of %s are offered once each; none is a secret, a document or a long text', (_name, entity) => {
    const plain = listedColumns(entity)
    const columns = [...plain, ...furtherColumns(entity, plain)]
    expect(new Set(columns).size).toBe(columns.length)
    const fields = entity.fields as Fields
    for (const name of furtherColumns(entity, plain)) {
      expect(fields[name]?.direction).not.toBe('in')
      expect(['secret', 'one', 'many', 'longText', 'richText']).not.toContain(fields[name]?.kind)
    }
    for (const name of columns) expect(fields[name]?.kind).not.toBe('secret')
  })
})
