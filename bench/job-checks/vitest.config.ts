import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.config.ts'

/** The tests and measurements of `npm run check:jobs`, one file at a time, so that nothing disturbs what is measured. */
export default defineConfig({
  test: {
    ...shared,
    name: 'job checks',
    include: ['{contract,server,tests}/**/*.test.ts', 'bench/job-checks/*.check.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // a check may run for ten minutes
    testTimeout: 900_000,
    fileParallelism: false,
  },
})
