import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long although its file is short: walks through every page, and starts of whole processes. */
const isLong = ({ moduleId }: TestSpecification) => /access-|tests\/process\//.test(moduleId)

/** Files of one project follow each other, since a worker serves one project; within it what takes long comes first. */
class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['browser', 'node', 'second']
    const weight = (file: TestSpecification) => statSync(file.moduleId).size + (isLong(file) ? 1e6 : 0)
    return [...files].sort(
      (a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name) || weight(b) - weight(a),
    )
  }
}

const shared = {
  globalSetup: ['tests/support/run/setup.ts'],
  pool: 'forks' as const,
  // a worker reads the modules of the house once; what a test file opens it closes at its end
  isolate: false,
  // what is waited for may be late on a busy machine; that it comes is what a test is about
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 240_000,
  hookTimeout: 300_000,
}
const all = '{contract,server,web,tests}/**/*.test.ts'
const browserTests = ['tests/{browser,process}/**/*.test.ts', 'tests/size.test.ts']

/** What another version of PostgreSQL, or a server that is not ours, can break. */
const databaseTests = [
  'server/{base/database/db,engine/*,job/*,seed/**/*}.test.ts',
  'tests/{declarations,entities}.test.ts',
  'tests/spec/{audit,data-scope,departments,export*,filter,home,import*,library,log,log-*,recycle-bin,regions}.test.ts',
  'tests/spec/{public-projects,scope,session,sheets,tenant-bounds,unchanged}.test.ts',
]
const second = {
  test: { ...shared, name: 'second', include: databaseTests, setupFiles: ['tests/support/setup.ts'] },
}

/**
 * `browser` drives a browser or whole processes; `node` is pure or talks to the server over HTTP; `second` runs the tests of the
 * database again on the server that CI_DATABASE_URL names. The longest come first, so that no core is idle at the end.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'browser',
          include: browserTests,
          setupFiles: ['tests/support/setup.ts', 'tests/support/browser-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'node',
          include: [all],
          exclude: browserTests,
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      ...(process.env.CI_DATABASE_URL ? [second] : []),
    ],
    sequence: { sequencer: LongestFirstSequencer },
    // a test waits now and then: one worker more than cores keeps them busy
    maxWorkers: availableParallelism() + 1,
  },
})
