import type { Location } from 'react-router'
import { expect, test } from 'vitest'
import { type CachedPage, maxCachedPages, updateCachedPages } from './page-cache.ts'

const page = (id: string, key = id): CachedPage => ({ id, location: { pathname: id, key } as Location })
const ids = (pages: readonly CachedPage[]) => pages.map(({ id }) => id)
const all = () => true
const none = () => false

test('the current page comes first; the other pages keep the address they had last', () => {
  const [a, b] = [page('/a'), page('/b')]
  const pages = updateCachedPages([a], b, all, none)
  expect(ids(pages)).toEqual(['/b', '/a'])
  expect(pages[1]?.location).toBe(a.location)
  expect(ids(updateCachedPages(pages, a, all, none))).toEqual(['/a', '/b'])
})

test('the list is the same object if nothing has changed, and a new one if a page has a new address', () => {
  const pages = updateCachedPages([page('/a')], page('/b'), all, none)
  expect(updateCachedPages(pages, pages[0] as CachedPage, all, none)).toBe(pages)
  expect(updateCachedPages(pages, page('/b', 'later'), all, none)).not.toBe(pages)
})

test('a page is removed when its tab is closed', () => {
  expect(ids(updateCachedPages([page('/a'), page('/b')], page('/a'), (id) => id === '/a', none))).toEqual(['/a'])
})

test('beyond the limit the pages shown longest ago are removed, except those with unsent input', () => {
  const many = Array.from({ length: 12 }, (_, i) => page(`/${i}`))
  const visit = (hasUnsent: (id: string) => boolean) =>
    many.reduce<readonly CachedPage[]>((pages, one) => updateCachedPages(pages, one, all, hasUnsent), [])
  expect(ids(visit(none))).toEqual(Array.from({ length: maxCachedPages }, (_, i) => `/${11 - i}`))
  expect(ids(visit((id) => id === '/0'))).toEqual([
    ...Array.from({ length: maxCachedPages }, (_, i) => `/${11 - i}`),
    '/0',
  ])
})
