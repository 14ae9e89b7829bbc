import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './copy-tree.ts'
import type { Mutant } from './mutants/mutant.ts'
import { pageMutants } from './mutants/pages.ts'
import { serverMutants } from './mutants/server.ts'

/**
 * `npm run mutants [-- WORD]`: breaks one place after another in a copy of the code and expects the named tests to fail. WORD
 * selects mutants by name or file. Exits with 1 if a mutant survives.
 */
const [word = ''] = process.argv.slice(2)
const selectedMutants = [...serverMutants, ...pageMutants].filter(({ name, file }) => `${name} ${file}`.includes(word))
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const { tree, remove } = copyTree(['tests', 'vitest.config.ts', 'tsconfig.json', 'docs', 'biome.json', 'README.md'])

interface Run {
  readonly passes: boolean
  /** Number of failed tests; 0 if the run stopped before the first test. */
  readonly failures: number
  readonly output: string
}

/** Runs these test files in the copy. */
const run = (tests: readonly string[]): Run => {
  const report = join(tree, 'mutants.json')
  writeFileSync(report, '{}')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...new Set(tests), ...reporters]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
  const { numFailedTests = 0 } = JSON.parse(readFileSync(report, 'utf8')) as { numFailedTests?: number }
  return { passes: status === 0, failures: numFailedTests, output: stdout + stderr }
}

/** Whether the tests detect the mutant, and a line for the report. */
const check = ({ file, replace, by, tests }: Mutant): { isDetected: boolean; verdict: string } => {
  const path = join(tree, file)
  const before = readFileSync(path, 'utf8')
  if (before.split(replace).length !== 2)
    return { isDetected: false, verdict: `${file} does not contain this code exactly once: ${replace}` }
  writeFileSync(
    path,
    before.replace(replace, () => by),
  )
  const { passes, failures, output } = run(tests)
  writeFileSync(path, before)
  if (passes) return { isDetected: false, verdict: 'SURVIVED: every test passes' }
  // code that does not load proves nothing
  if (failures === 0) return { isDetected: false, verdict: `BROKEN: no test ran\n${output.slice(-2000)}` }
  return { isDetected: true, verdict: `detected by ${failures} tests` }
}

const survivors: string[] = []
try {
  const baseline = run(selectedMutants.flatMap(({ tests }) => tests))
  if (!baseline.passes) {
    printLine(`The tests fail before anything is broken:\n${baseline.output.slice(-4000)}`)
    survivors.push('the unchanged code')
  } else
    for (const [i, mutant] of selectedMutants.entries()) {
      const { isDetected, verdict } = check(mutant)
      if (!isDetected) survivors.push(mutant.name)
      printLine(`${String(i + 1).padStart(3)}/${selectedMutants.length}  ${mutant.name}: ${verdict}`)
    }
} finally {
  remove()
}
printLine(
  survivors.length ? `Not detected: ${survivors.join('; ')}` : `All ${selectedMutants.length} mutants are detected.`,
)
process.exitCode = survivors.length ? 1 : 0
