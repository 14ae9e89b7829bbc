import fc from 'fast-check'
import { afterAll } from 'vitest'
import { runCleanups } from './cleanup.ts'

// registered before the hooks of the test file, so that it runs after them
afterAll(runCleanups)

// the gate judges the change: it uses the same seed each time; a run at the desk uses a new one
if (process.env.CI) fc.configureGlobal({ seed: 20_261_122 })
