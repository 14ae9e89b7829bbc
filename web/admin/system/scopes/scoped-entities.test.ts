import { expect, test } from 'vitest'
import { resourceOf, resources } from './resources.ts'
import { scopedEntities } from './scoped-entities.data.ts'

const names = scopedEntities.map(({ name }) => name)

test('a scope limits rows that belong to people of a tenant, not those of the platform or of everybody alone', () => {
  expect(names).toEqual(expect.arrayContaining(['user', 'dept', 'library', 'declaration']))
  for (const shared of ['region', 'jobInfo', 'backgroundJob', 'menu']) expect(names).not.toContain(shared)
})

test('each can be chosen by its code, with the labels of its columns', () => {
  expect(resources.map(([code]) => code)).toEqual(scopedEntities.map(({ code }) => code))
  for (const { name, code, label } of scopedEntities) {
    expect(resourceOf(code)?.name).toBe(name)
    expect(label.every(Boolean)).toBe(true)
    expect(Object.keys(resourceOf(code)?.fields ?? {}).length, name).toBeGreaterThan(0)
  }
  expect(resourceOf('nothing')).toBeUndefined()
})
