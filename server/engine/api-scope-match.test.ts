import { describe, expect, test } from 'vitest'
import { rightsOf } from '../../tests/support/context.ts'
import { isDeniedByApiScope, matchesPath } from './api-scope-match.ts'

describe('an address a scope means', () => {
  test.each([
    ['/api/caict-system/post/list', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/list', '/api/caict-system/post/list2', false],
    ['/api/caict-system/post/**', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/**', '/api/caict-system/posting/list', false],
    ['/api/caict-system/post/**', '/api/caict-system/post', false],
    ['/api/caict-system/**', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/*', '/api/caict-system/post/list', false],
  ])('%s and %s: %s', (scope, path, meant) => {
    expect(matchesPath(scope, path)).toBe(meant)
  })
})

describe('who is kept from an address', () => {
  const path = '/api/caict-system/post/list'
  const branch = '/api/caict-system/post/**'
  const rights = (guarded: string[], granted: string[], administrator = false) => ({
    ...rightsOf({ administrator }),
    addresses: { guarded, granted },
  })

  test('nobody, while no scope names it', () => {
    expect(isDeniedByApiScope(rights([], []), path)).toBe(false)
    expect(isDeniedByApiScope(rights(['/api/caict-system/role/**'], []), path)).toBe(false)
  })

  test('whose roles hold none of the scopes that name it; any one of them opens it', () => {
    expect(isDeniedByApiScope(rights([path], []), path)).toBe(true)
    expect(isDeniedByApiScope(rights([path, branch], [branch]), path)).toBe(false)
    expect(isDeniedByApiScope(rights([path], ['/api/caict-system/role/**']), path)).toBe(true)
  })

  test('an administrator never', () => {
    expect(isDeniedByApiScope(rights([path], [], true), path)).toBe(false)
  })

  test('is answered anew for other rights, and the same again for the same', () => {
    const [open, closed] = [rights([], []), rights([path], [])]
    expect([open, closed, open, closed].map((one) => isDeniedByApiScope(one, path))).toEqual([false, true, false, true])
  })
})
