import { describe, expect, test } from 'vitest'
import { attributesIn, childOf, lineOf, mapTags, tagsFrom, withAttribute, withoutAttribute } from './xml-tags.ts'

const xml = `<?xml version="1.0"?><!-- <no /> -->
<a:root x="1 > 0" y='"'><![CDATA[<no>]]>
  <b/><c d = "e"><b>text</b></c>
</a:root>`
const tags = [...tagsFrom(xml, 0)]
const tagNamed = (name: string) => {
  const tag = tags.find((one) => one.name === name)
  if (!tag) throw new Error(`there is no ${name}`)
  return tag
}

describe('the tags of a text', () => {
  test('are those of its elements, not of comments and literal texts', () => {
    expect(tags.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'open a:root',
      'empty b',
      'open c',
      'open b',
      'close b',
      'close c',
      'close a:root',
    ])
  })

  test('have attributes in either quotes, with spaces and signs of other tags in them', () => {
    const { start, end } = tagNamed('a:root')
    expect([...attributesIn(xml.slice(start, end))]).toEqual([
      ['x', '1 > 0'],
      ['y', '"'],
    ])
    expect(attributesIn('<c d = "e">').get('d')).toBe('e')
  })

  test('are counted by line', () => {
    expect(lineOf(xml, tagNamed('a:root').start)).toBe(2)
    expect(lineOf(xml, tagNamed('c').start)).toBe(3)
  })

  test('have children, of which the first with a name is found at its own depth', () => {
    const root = tagNamed('a:root')
    expect(childOf(xml, root, 'b')).toEqual({ start: tagNamed('b').start, end: tagNamed('b').end })
    const inner = childOf(xml, tagNamed('c'), 'b')
    expect(inner && xml.slice(inner.start, inner.end)).toBe('<b>text</b>')
    expect(childOf(xml, root, 'd')).toBeNull()
  })
})

describe('a text with changed tags', () => {
  test('keeps everything else', () => {
    expect(mapTags(xml, ({ name, kind }) => (name === 'b' && kind === 'empty' ? '<new/>' : null))).toBe(
      xml.replace('<b/>', '<new/>'),
    )
    expect(mapTags(xml, () => null)).toBe(xml)
  })

  test('gets, changes and loses attributes', () => {
    expect(withAttribute('<a b="1" c="2">', 'b', '<3>')).toBe('<a b="&lt;3&gt;" c="2">')
    expect(withAttribute("<a b='1'/>", 'c', '2')).toBe(`<a c="2" b='1'/>`)
    expect(withoutAttribute('<a b="1" c="2" bc="3">', 'c')).toBe('<a b="1" bc="3">')
  })
})
