import { expect, test } from 'vitest'
import { emptyNotes } from './empty-notes.ts'
import { entities } from './index.ts'

test('every note of an empty list names an entity', () => {
  expect(Object.keys(emptyNotes).filter((name) => !(name in entities))).toEqual([])
})
