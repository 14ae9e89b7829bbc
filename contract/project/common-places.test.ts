import { expect, test } from 'vitest'
import { commonPlacesOf, isCommonPlace, placesIn } from './common-places.ts'
import { paperPlace, paperTypeOf } from './moves-of-many.ts'
import { parts } from './parts.ts'
import { hasPlace } from './places.ts'

const documents = {
  material: {
    files: [
      { id: 'a', type: 4, attachId: '1' },
      { type: 7, attachId: '2' },
      { id: 'c', type: 4 },
    ],
  },
}
const codes = parts.map(({ code }) => code)

test('each part is a common place, and so are the papers of each type that a declaration has', () => {
  expect(commonPlacesOf(documents, 'all')).toEqual([...codes, 'paper.4', 'paper.7'])
  expect(commonPlacesOf({}, 'all')).toEqual(codes)
  expect(commonPlacesOf({ material: { files: [{ type: null }, { type: 'x' }] } }, 'all')).toEqual(codes)
})

test('a common place stands for places that the declaration has', () => {
  expect(placesIn(documents, 'contact', 'all')).toEqual(['contact'])
  const files = placesIn(documents, paperPlace(4), 'all')
  expect(files).toEqual(['material.files.a.attachId', 'material.files.c.attachId'])
  expect(placesIn(documents, paperPlace('7'), 'all')).toEqual(['material.files.1.attachId'])
  for (const at of files) expect(hasPlace(documents, at), at).toBe(true)
  expect(placesIn(documents, paperPlace(9), 'all')).toEqual([])
})

test('what the caller does not read is no place for them', () => {
  expect(commonPlacesOf(documents, ['information.city', 'contact'])).toEqual(['contact'])
  expect(placesIn(documents, 'material', ['contact'])).toEqual([])
  expect(placesIn(documents, paperPlace(4), ['contact'])).toEqual([])
})

test('other words are no common places', () => {
  expect(['contact', 'material', 'paper.11'].map(isCommonPlace)).toEqual([true, true, true])
  for (const place of ['', 'paper', 'paper.', 'paper.x', 'paper.4.1', 'contact.tel', 'toString', 'paper.1234567890'])
    expect(isCommonPlace(place), place).toBe(false)
  expect([paperTypeOf('paper.11'), paperTypeOf('contact')]).toEqual(['11', null])
})
