import { expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { callLabels } from './call-labels.data.ts'

test('a call of an entity has the label of its entity and its own', () => {
  const group = callLabels.post
  expect(group?.label).toEqual(post.label)
  expect(group?.calls.submit).toEqual(post.calls.submit.label)
})

test('a call of no entity has its own label only', () => {
  expect(callLabels.auth?.label).toBeUndefined()
  expect(Object.values(callLabels.auth?.calls ?? {}).length).toBeGreaterThan(5)
})

test('every call has an English label', () => {
  const groups = Object.entries(callLabels)
  expect(groups.length).toBeGreaterThan(60)
  const unnamed = groups.flatMap(([name, { calls }]) =>
    Object.entries(calls).flatMap(([call, [zh, en]]) =>
      zh && en && !/[\u4e00-\u9fff]/.test(en) ? [] : [`${name}.${call}`],
    ),
  )
  expect(unnamed).toEqual([])
})
