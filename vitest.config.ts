import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { temporaryDirectory } from './tests/support/run/temporary-directory.ts'

// inherited by the workers, the databases and the browsers
process.env.TMPDIR = temporaryDirectory()

/** Files that are short but slow: they visit every page or start whole processes. */
const isLong = ({ moduleId }: TestSpecification) => /access-|tests\/process\//.test(moduleId)

/** Groups files by project, because a worker serves only one project, and puts the slowest files of each first. */
class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['browser', 'node', 'second', 'mysql']
    const weight = (file: TestSpecification) => statSync(file.moduleId).size + (isLong(file) ? 1e6 : 0)
    return [...files].sort(
      (a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name) || weight(b) - weight(a),
    )
  }
}

export const shared = {
  globalSetup: ['tests/support/run/setup.ts'],
  pool: 'forks' as const,
  // without isolation a worker loads modules only once; each test file must close what it opens
  isolate: false,
  // long timeouts, because tests check results, not speed, and the machine can be busy
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 240_000,
  hookTimeout: 300_000,
}
const all = '{contract,server,web,tests}/**/*.test.ts'
const browserTests = ['tests/{browser,process}/**/*.test.ts', 'tests/size.test.ts']

/** Tests that can fail on another PostgreSQL version or on an external server. */
const databaseTests = [
  'server/{base/database/db,engine/*,job/**/*,project/figures/*,project/review/waiting-rows,project/matters/first-declarations,seed/**/*}.test.ts',
  'tests/{declarations,entities}.test.ts',
  'tests/spec/{audit,backup-rights,data-scope,departments,export*,filter,home,import*,library,log,log-*,recycle-bin,regions}.test.ts',
  'tests/spec/{public-projects,scope,session,sheets,tenant-bounds,unchanged}.test.ts',
]
/** Tests of data sources on the MySQL or MariaDB server in CI_MYSQL_URL. */
const mysqlTests = ['tests/spec/mysql-source.test.ts']
const mysql = { test: { ...shared, name: 'mysql', include: mysqlTests, setupFiles: ['tests/support/setup.ts'] } }

const second = {
  test: { ...shared, name: 'second', include: databaseTests, setupFiles: ['tests/support/setup.ts'] },
}

/**
 * `browser` tests use a browser or start whole processes; `node` tests are pure or call the server over HTTP; `second`
 * repeats the database tests on the server in CI_DATABASE_URL. The slowest files run first, so that no core is idle at
 * the end.
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
          exclude: [...browserTests, ...mysqlTests],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      ...(process.env.CI_DATABASE_URL ? [second] : []),
      ...(process.env.CI_MYSQL_URL ? [mysql] : []),
    ],
    sequence: { sequencer: LongestFirstSequencer },
    // tests sometimes wait, so one extra worker keeps all cores busy
    maxWorkers: availableParallelism() + 1,
  },
})
