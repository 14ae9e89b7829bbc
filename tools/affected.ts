import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { affectedTests } from './affected-tests.ts'

/** `npm run affected [-- COMMIT]`: runs the tests that the changes since a commit can affect. */
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const succeeds = (...args: string[]): boolean => spawnSync('git', args, { stdio: 'ignore' }).status === 0

/** The last commit of this branch that passed .ci/run here; without one, the last commit. */
const lastPassed = (): string => {
  const file = join(git('rev-parse', '--git-dir'), 'gate-passed')
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return commit && succeeds('merge-base', '--is-ancestor', commit, 'HEAD') ? commit : 'HEAD'
}

const base = process.argv[2] ?? lastPassed()
const changedPaths = [
  ...git('diff', '--name-only', '--no-renames', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(Boolean)
const { tests, reason } = affectedTests(changedPaths)
process.stdout.write(`· ${changedPaths.length} files changed since ${base.slice(0, 12)}: ${reason}\n`)
if (tests.length) {
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...tests]
  process.exitCode = spawnSync(vitest[0] as string, vitest.slice(1), { stdio: 'inherit' }).status ?? 1
}
