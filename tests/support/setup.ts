import fc from 'fast-check'
import { afterAll } from 'vitest'
import { runCleanups } from './cleanup.ts'

// registered before the hooks of the test file, so that it runs after them
afterAll(runCleanups)

// CI uses a fixed seed so that its result depends on the change only; local runs use a new seed
if (process.env.CI) fc.configureGlobal({ seed: 20_261_122 })
