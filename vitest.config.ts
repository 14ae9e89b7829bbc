import { defineConfig } from 'vitest/config'

/** What is waited for may be late on a busy machine; that it comes is what a test is about. */
const expectation = { poll: { timeout: 10_000 } }

/** Two groups: what talks to the server over HTTP or is pure, and what drives a browser or whole processes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,server,web,tests}/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/process/**', 'tests/size.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          setupFiles: ['tests/support/dice.ts'],
          pool: 'forks',
          // a file starts its server anew, but reads the modules of the house only if its worker has not yet
          isolate: false,
          expect: expectation,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{browser,process}/**/*.test.ts', 'tests/size.test.ts'],
          globalSetup: ['tests/support/database.ts', 'tests/support/built.ts'],
          pool: 'forks',
          // after the others: two browsers are enough for two cores
          sequence: { groupOrder: 1 },
          expect: expectation,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
    maxWorkers: 2,
  },
})
