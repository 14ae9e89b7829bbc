import { describe, expect, test } from 'vitest'
import type { CutOff } from '#contract/project/cut-off.ts'
import { type Compared, changeOf, effectOf } from './line-words.ts'

const membersOf = (...means: readonly (number | null)[]): Compared[] =>
  means.map((mean, i) => ({ id: `${i}`, projectName: `项目${i}`, mean: mean ?? 50, isComplete: mean !== null }))
const count = (at: number, minimum: number | null = null): CutOff => ({ by: 'count', at, minimum })
const members = membersOf(90, 85.5, 85.5, 70, null)

describe('the words of a line', () => {
  test.each<[string, CutOff, string, string]>([
    [
      'of a count',
      count(1),
      '线上1件，线上最低90分；未评齐的1件不参加。',
      'Above the line: 1, the lowest of them 90; not complete and left out: 1.',
    ],
    [
      'that would part equal scores',
      count(2),
      '线上3件（末位同分一并列入，多1件），线上最低85.50分；未评齐的1件不参加。',
      'Above the line: 3 (1 more with the score of the last), the lowest of them 85.50; not complete and left out: 1.',
    ],
    ['above all', count(3, 95), '线上0件；未评齐的1件不参加。', 'Above the line: 0; not complete and left out: 1.'],
  ])('%s', (_, line, zh, en) => {
    expect(effectOf(members, line)).toEqual([zh, en])
  })

  test('of complete members say nothing of others', () => {
    expect(effectOf(membersOf(90, 80), { by: 'value', at: 85, minimum: null })[0]).toBe('线上1件，线上最低90分。')
  })

  test('name what it changes, of many only the first', () => {
    expect(changeOf(members, count(1), count(2))).toEqual([
      '与上次画线相比：增加2件（项目1、项目2）。',
      'From the line before: 2 more (项目1, 项目2).',
    ])
    expect(changeOf(members, count(4), count(1))[0]).toBe('与上次画线相比：减少3件（项目1、项目2、项目3）。')
    const many = membersOf(...Array.from({ length: 9 }, (_, i) => 90 - i))
    expect(changeOf(many, count(1), count(9))[0]).toBe(
      '与上次画线相比：增加8件（项目1、项目2、项目3、项目4、项目5等）。',
    )
    expect(changeOf(members, count(2), count(3))).toEqual([
      '与上次画线相比没有变化。',
      'Nothing changes from the line before.',
    ])
  })
})
