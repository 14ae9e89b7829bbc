import { expect, test } from 'vitest'
import { reviewStages } from './review-stages.ts'

const stagesOf = (...perms: string[]) => reviewStages((code) => perms.some((perm) => code === `declaration_${perm}`))

test('a reviewer acts at the stages of their office', () => {
  expect(stagesOf('city')).toEqual([10, 20])
  expect(stagesOf('province')).toEqual([30])
  expect(stagesOf('score')).toEqual([40])
  expect(stagesOf('decide', 'publish', 'unlist')).toEqual([40, 50])
})

test('declarants review nothing, whatever they may do with their own declarations', () => {
  expect(stagesOf('submit', 'invite', 'confirm', 'edit', 'add', 'object')).toEqual([])
})
