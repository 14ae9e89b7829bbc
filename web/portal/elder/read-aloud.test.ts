import { expect, test } from 'vitest'
import { chunksOf } from './read-aloud.ts'

test('short sentences are read together, long ones in pieces a voice does not drop', () => {
  expect(chunksOf('第一句。第二句！')).toEqual(['第一句。第二句！'])
  const long = '长'.repeat(300)
  expect(chunksOf(long).map(({ length }) => length)).toEqual([120, 120, 60])
  expect(chunksOf(`短。${long}`).join('')).toBe(`短。${long}`)
})

test('lines of a page are read on, and nothing is read twice or left out', () => {
  expect(chunksOf('全国统计\n\n项目总数 1,260 个')).toEqual(['全国统计 项目总数 1,260 个'])
  expect(chunksOf('One sentence. Another one.')).toEqual(['One sentence.Another one.'])
  expect(chunksOf('  ')).toEqual([])
})
