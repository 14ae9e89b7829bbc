import { expect, test } from 'vitest'
import { isTooComplex } from './rich-text-bounds.ts'

const list = (depth: number) => `${'<ul><li>'.repeat(depth)}x${'</li></ul>'.repeat(depth)}`

test.each([
  ['nesting', list(50), list(51)],
  ['elements that nobody closes', '<b>'.repeat(50), '<b>'.repeat(51)],
  ['elements that need no end', '<p>x<br>'.repeat(5000), '<p>x<br>'.repeat(5001)],
  ['paragraphs', '<p>x</p>'.repeat(5000), '<p>x</p>'.repeat(5001)],
  ['end tags', '</p>'.repeat(10_000), '</p>'.repeat(10_001)],
  ['signs that begin no tag', '<'.repeat(10_000), '<'.repeat(10_001)],
])('rich text has a bound of %s', (_what, allowed, refused) => {
  expect([isTooComplex(allowed), isTooComplex(refused)]).toEqual([false, true])
})
