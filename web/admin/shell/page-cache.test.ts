import type { Location } from 'react-router'
import { expect, test } from 'vitest'
import { type CachedPage, maxCachedPages, updateCachedPages } from './page-cache.ts'

const page = (id: string, key = id): CachedPage => ({ id, location: { pathname: id, key } as Location })
const ids = (kept: readonly CachedPage[]) => kept.map(({ id }) => id)
const all = () => true
const none = () => false

test('the shown page comes first; the others stay at the address at which they were left', () => {
  const [a, b] = [page('/a'), page('/b')]
  const both = updateCachedPages([a], b, all, none)
  expect(ids(both)).toEqual(['/b', '/a'])
  expect(both[1]?.location).toBe(a.location)
  expect(ids(updateCachedPages(both, a, all, none))).toEqual(['/a', '/b'])
})

test('nothing changed is the same list; another address of the same page is not', () => {
  const kept = updateCachedPages([page('/a')], page('/b'), all, none)
  expect(updateCachedPages(kept, kept[0] as CachedPage, all, none)).toBe(kept)
  expect(updateCachedPages(kept, page('/b', 'later'), all, none)).not.toBe(kept)
})

test('a page whose tab was closed goes', () => {
  expect(ids(updateCachedPages([page('/a'), page('/b')], page('/a'), (id) => id === '/a', none))).toEqual(['/a'])
})

test('those shown longest ago are given up when there are too many, but for what holds something unsent', () => {
  const many = Array.from({ length: 12 }, (_, i) => page(`/${i}`))
  const visit = (holds: (id: string) => boolean) =>
    many.reduce<readonly CachedPage[]>((kept, one) => updateCachedPages(kept, one, all, holds), [])
  expect(ids(visit(none))).toEqual(Array.from({ length: maxCachedPages }, (_, i) => `/${11 - i}`))
  expect(ids(visit((id) => id === '/0'))).toEqual([
    ...Array.from({ length: maxCachedPages }, (_, i) => `/${11 - i}`),
    '/0',
  ])
})
