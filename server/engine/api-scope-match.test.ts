import { describe, expect, test } from 'vitest'
import { rightsOf } from '../../tests/support/context.ts'
import { isDeniedByApiScope, matchesPath } from './api-scope-match.ts'

describe('the paths of an API scope', () => {
  test.each([
    ['/api/caict-system/post/list', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/list', '/api/caict-system/post/list2', false],
    ['/api/caict-system/post/**', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/**', '/api/caict-system/posting/list', false],
    ['/api/caict-system/post/**', '/api/caict-system/post', false],
    ['/api/caict-system/**', '/api/caict-system/post/list', true],
    ['/api/caict-system/post/*', '/api/caict-system/post/list', false],
  ])('%s matches %s: %s', (scope, path, expected) => {
    expect(matchesPath(scope, path)).toBe(expected)
  })
})

describe('access to a path', () => {
  const path = '/api/caict-system/post/list'
  const branch = '/api/caict-system/post/**'
  const rights = (guarded: string[], granted: string[], administrator = false) => ({
    ...rightsOf({ administrator }),
    addresses: { guarded, granted },
  })

  test('is not denied while no scope has the path', () => {
    expect(isDeniedByApiScope(rights([], []), path)).toBe(false)
    expect(isDeniedByApiScope(rights(['/api/caict-system/role/**'], []), path)).toBe(false)
  })

  test('is denied without a scope of the path; any one of them allows it', () => {
    expect(isDeniedByApiScope(rights([path], []), path)).toBe(true)
    expect(isDeniedByApiScope(rights([path, branch], [branch]), path)).toBe(false)
    expect(isDeniedByApiScope(rights([path], ['/api/caict-system/role/**']), path)).toBe(true)
  })

  test('is never denied to an administrator', () => {
    expect(isDeniedByApiScope(rights([path], [], true), path)).toBe(false)
  })

  test('depends on the rights, also if they alternate', () => {
    const [open, closed] = [rights([], []), rights([path], [])]
    expect([open, closed, open, closed].map((one) => isDeniedByApiScope(one, path))).toEqual([false, true, false, true])
  })
})
