import { expect, test } from 'vitest'
import { sizeOf } from './screen-size.ts'

test('screen size class: 0 under 768, 1 from 768, 2 from 992, 3 from 1200 pixels (specification 000, section 4)', () => {
  expect([320, 767, 768, 991, 992, 1199, 1200, 2560].map(sizeOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
})
