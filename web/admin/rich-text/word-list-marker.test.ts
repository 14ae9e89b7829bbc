import { describe, expect, test } from 'vitest'
import { type ListMarker, readMarker } from './word-list-marker.ts'

const ul: ListMarker = { tag: 'ul' }
const ol = (type: '1' | 'a' | 'A' | 'i' | 'I', number: number): ListMarker => ({ tag: 'ol', type, number })

describe('the marker of an item of a list of a word processor', () => {
  test.each<[string, ListMarker | null, ListMarker | null]>([
    ['1.', null, ol('1', 1)],
    ['12、', null, ol('1', 12)],
    ['3)', null, ol('1', 3)],
    ['a.', null, ol('a', 1)],
    ['C）', ol('A', 2), ol('A', 3)],
    ['i.', null, ol('i', 1)],
    ['i.', ol('a', 8), ol('a', 9)],
    ['ii.', ol('i', 1), ol('i', 2)],
    ['v.', ol('i', 4), ol('i', 5)],
    ['v.', ol('a', 21), ol('a', 22)],
    ['IV.', null, ol('I', 4)],
    ['·', null, ul],
    ['•', null, ul],
    ['', null, ul],
    ['\uF0B7', null, ul],
    ['◆', null, ul],
    ['-', null, ul],
    ['o', null, ul],
    ['l', null, ul],
    ['Ø', null, ul],
    ['一、', null, null],
    ['（一）', null, null],
    ['（1）', null, null],
    ['(2)', null, null],
    ['①', null, null],
    ['1.1', null, null],
    ['第一条', null, null],
    ['abc.', null, null],
  ])('%j after %j is %j', (text, before, expected) => {
    expect(readMarker(text, before)).toEqual(expected)
  })
})
