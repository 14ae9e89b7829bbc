import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { runCleanups } from './cleanup.ts'
import { takeHidingStatements } from './watch-statements.ts'

// registered before the hooks of the test file, so that it runs after them
afterAll(runCleanups)

afterAll(async () =>
  expect(
    await takeHidingStatements(),
    'qualify the column in `order by`: the output column of its name has another order',
  ).toEqual([]),
)

// CI uses a fixed seed so that its result depends on the change only; local runs use a new seed
if (process.env.CI) fc.configureGlobal({ seed: 20_261_122 })
