import { expect, test } from 'vitest'
import { distinctSentences } from './sentences.ts'

test('a sentence is listed once, however often it was found, so that lists have a key for each', () => {
  const all = [
    { at: 'a', msg: '连线没有标识' },
    { at: 'b', msg: '任务没有办理人' },
    { at: 'c', msg: '连线没有标识' },
  ]
  const listed = distinctSentences(all)
  expect(listed.map(({ msg }) => msg)).toEqual(['连线没有标识', '任务没有办理人'])
  expect(new Set(listed.map(({ msg }) => msg)).size).toBe(listed.length)
  expect(distinctSentences([])).toEqual([])
})
