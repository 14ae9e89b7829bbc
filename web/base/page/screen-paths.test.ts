import { expect, test } from 'vitest'
import { screenPathForAddress, screenPathOfMenu } from './screen-paths.ts'

test('an address of the family’s clients leads to the screen, with an entity or without one', () => {
  expect(['/authority/role', '/flow/model', '/flow/deploy', '/flow/other'].map(screenPathForAddress)).toEqual([
    '/system/role',
    '/flow/flow-model',
    '/flow/flow-deploy',
    undefined,
  ])
  expect(screenPathOfMenu('flow_deploy')).toBe('/flow/flow-deploy')
})
