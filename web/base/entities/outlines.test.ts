import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { outlineOf } from './outlines.ts'

const all = Object.values(entities) as AnyEntity[]

test('every entity has an outline, whose calls can be sent without its declaration', () => {
  for (const { name, label, code, path, calls } of all) {
    const outline = outlineOf(name)
    expect(outline).toMatchObject({ name, label, code, path })
    // the pickers send them as GET without a body
    for (const ending of Object.values(outline?.reads ?? {})) {
      const call = ending && `${path}${ending}`
      const declared = Object.values(calls as AnyEntity['calls']).find((one) => one.path === call)
      if (call !== undefined) expect([name, call, declared?.method]).toEqual([name, call, 'GET'])
    }
  }
})

test('what a reference can point to can be read: as a tree, as options, or by searching a page', () => {
  const fieldsOfAll = all.flatMap(({ fields }) => Object.values(fields as Fields))
  const targets = new Set(fieldsOfAll.flatMap(({ kind, of }) => (kind === 'ref' && of ? [of] : [])))
  const unread = [...targets].filter((name) => {
    const { tree, select, page } = outlineOf(name)?.reads ?? {}
    return !(tree ?? select ?? page)
  })
  expect(targets.size).toBeGreaterThan(10)
  expect(unread).toEqual([])
})

test('rows are loaded whole to pick one only where a verb promises so: an action of the same name may need input', () => {
  const listable = all.flatMap(({ name }) => (outlineOf(name)?.isListable ? [name] : []))
  const expected = all.flatMap(({ name, verbs }) => (verbs.includes('tree') || verbs.includes('select') ? [name] : []))
  expect(listable).toEqual(expected)
  for (const name of ['region', 'dict', 'jobServer', 'datasource']) expect(listable).not.toContain(name)
})

test('a name of no entity has no outline', () => {
  expect([outlineOf('nothing'), outlineOf(null), outlineOf(undefined)]).toEqual([undefined, undefined, undefined])
})
