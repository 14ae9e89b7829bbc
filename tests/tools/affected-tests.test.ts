import { describe, expect, test } from 'vitest'
import { affectedTests } from '../../tools/affected-tests.ts'

const includes = (changed: string, ...tests: string[]) => {
  const affected = affectedTests([changed]).tests
  return tests.map((test) => affected.includes(test))
}

describe('the tests a change can affect', () => {
  test('of the portal: what opens its pages, nothing of the console or the server', () => {
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

  test('of the server: what imports it, by way of others too, and what opens a server', () => {
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

  test('of what both build from: the portal and the console', () => {
    const opened = ['tests/browser/portal/home.test.ts', 'tests/browser/console/tables.test.ts']
    expect(includes('web/base/caller.ts', ...opened)).toEqual([true, true])
  })

  test('of a text: only what reads the sources', () => {
    expect(affectedTests(['README.md']).tests).toContain('tests/access-list.test.ts')
    expect(affectedTests(['README.md']).tests).not.toContain('tests/spec/role.test.ts')
  })

  test('of what nobody can tell: all', () => {
    for (const path of ['package-lock.json', 'vitest.config.ts', 'server/migrations/0001-begin.sql'])
      expect(affectedTests([path]).tests).toEqual(['.'])
  })

  test('of nothing: none', () => {
    expect(affectedTests([]).tests).toEqual([])
  })
})
