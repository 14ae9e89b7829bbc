import { expect, test } from 'vitest'
import { grantsAccess } from './grants.ts'

test('the codes of entities, of their buttons and of other screens grant access; those of groups do not', () => {
  const codes = ['user', 'user_add', 'flow_deploy', 'permission_lens', 'flow', 'system', 'own_group']
  expect(codes.filter(grantsAccess)).toEqual(['user', 'user_add', 'flow_deploy', 'permission_lens'])
})
