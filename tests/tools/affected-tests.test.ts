import { describe, expect, test } from 'vitest'
import { affectedTests } from '../../tools/affected-tests.ts'

const includes = (changed: string, ...tests: string[]) => {
  const affected = affectedTests([changed]).tests
  return tests.map((test) => affected.includes(test))
}

describe('the tests affected by a change', () => {
  test('of the portal are those that open its pages, not those of the console or the server', () => {
    expect(
      includes(
        'web/portal/home/home.tsx',
        'tests/browser/portal/home.test.ts',
        'tests/browser/both/journey.test.ts',
        'tests/browser/console/tables.test.ts',
        'tests/spec/role.test.ts',
      ),
    ).toEqual([true, true, false, false])
  })

  test('of the server are those that import it, even indirectly, and those that start a server', () => {
    expect(
      includes(
        'server/engine/filter.ts',
        'server/engine/filter.test.ts',
        'tests/spec/filter.test.ts',
        'tests/browser/console/tables.test.ts',
        'tests/process/life.test.ts',
        'web/ui/colour.test.ts',
      ),
    ).toEqual([true, true, true, true, false])
  })

  test('of shared browser code are those of the portal and the console', () => {
    const browserTests = ['tests/browser/portal/home.test.ts', 'tests/browser/console/tables.test.ts']
    expect(includes('web/base/api/caller.ts', ...browserTests)).toEqual([true, true])
  })

  test('of a text are only those that read the sources', () => {
    expect(affectedTests(['README.md']).tests).toContain('tests/access-list.test.ts')
    expect(affectedTests(['README.md']).tests).not.toContain('tests/spec/role.test.ts')
  })

  test('of files with unknown effects are all', () => {
    for (const path of ['package-lock.json', 'vitest.config.ts', 'server/migrations/0001-begin.sql'])
      expect(affectedTests([path]).tests).toEqual(['.'])
  })

  test('of nothing are none', () => {
    expect(affectedTests([]).tests).toEqual([])
  })
})
