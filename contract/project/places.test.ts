import { expect, test } from 'vitest'
import { hasPlace } from './places.ts'

const documents = { innovation: { results: [{ id: 'r1', after: 2 }, { after: 4 }] } }

test('parts, groups, lists, their rows and fields are places, whether they are filled in or not', () => {
  const places = ['contact', 'contact.tel', 'facilities.network', 'facilities.network.latencyMs', 'innovation.results']
  for (const at of [...places, 'innovation.results.r1', 'innovation.results.r1.after', 'innovation.results.1.after'])
    expect(hasPlace(documents, at), at).toBe(true)
})

test('unknown names, rows that do not exist and names inside a value are none', () => {
  const places = ['', 'nothing', 'contact.nothing', 'contact.tel.more', 'information.__proto__', 'contact.']
  for (const at of [...places, 'innovation.results.r9', 'innovation.results.r9.after', 'innovation.results.r1.nothing'])
    expect(hasPlace(documents, at), at).toBe(false)
})
