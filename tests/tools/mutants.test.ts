import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageMutants } from '../../tools/mutants/pages.ts'
import { serverMutants } from '../../tools/mutants/server.ts'

/** `npm run mutants` takes too long for each run of the tests; code that moved is found here. */
test.each([...serverMutants, ...pageMutants].map((one) => [one.name, one] as const))(
  'the fault “%s” has its code once, changes it, and names test files that exist',
  (_name, { file, replace, by, tests }) => {
    expect(readFileSync(file, 'utf8').split(replace).length - 1).toBe(1)
    expect(by).not.toBe(replace)
    expect(tests.filter((path) => !existsSync(path))).toEqual([])
    expect(tests.length).toBeGreaterThan(0)
  },
)
