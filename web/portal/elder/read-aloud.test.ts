import { expect, test } from 'vitest'
import { chunksOf } from './read-aloud.ts'

test('short sentences are joined, long ones are split, as voices drop long texts', () => {
  expect(chunksOf('第一句。第二句！')).toEqual(['第一句。第二句！'])
  const long = '长'.repeat(300)
  expect(chunksOf(long).map(({ length }) => length)).toEqual([120, 120, 60])
  expect(chunksOf(`短。${long}`).join('')).toBe(`短。${long}`)
})

test('lines of a page are joined, and no text is repeated or left out', () => {
  expect(chunksOf('全国统计\n\n项目总数 1,260 个')).toEqual(['全国统计 项目总数 1,260 个'])
  expect(chunksOf('One sentence. Another one.')).toEqual(['One sentence.Another one.'])
  expect(chunksOf('  ')).toEqual([])
})
