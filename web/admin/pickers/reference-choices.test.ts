import { expect, test } from 'vitest'
import { withFacts } from './reference-choices.ts'

test('a name is followed by what tells it from others, as far as it is known, and by no empty brackets', () => {
  expect(withFacts('张三', ['zhang', null, '信息中心'])).toEqual(['张三（zhang，信息中心）', '张三 (zhang, 信息中心)'])
  expect(withFacts('张三', [null, ''])).toEqual(['张三', '张三'])
})
