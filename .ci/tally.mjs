import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that took longest: where a faster run is to be had. */
const slowest = (report, name) =>
  (report.testResults ?? [])
    .map(({ name: file, startTime, endTime }) => [Math.round((endTime - startTime) / 1000), file.split('/').slice(-3)])
    .sort(([a], [b]) => b - a)
    .slice(0, 10)
    .map(([seconds, file]) => `${name}: ${String(seconds).padStart(4)} s ${file.join('/')}\n`)
    .join('')

/**
 * Adds up vitest's reports and the other checks. Every test that did not pass has failed, skipped ones too; so has a file that
 * could not be read, and a run that broke off or found no test.
 */
const [directory, passedChecks, failedChecks] = process.argv.slice(2)

const count = (report) => {
  const files = report.testResults ?? []
  const passed = report.numPassedTests ?? 0
  const notPassed = (report.numTotalTests ?? 0) - passed
  const unreadable = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = notPassed + unreadable.length
  return [passed, failed === 0 && (report.success !== true || passed === 0) ? 1 : failed]
}

let passed = Number(passedChecks)
let failed = Number(failedChecks)
for (const name of readdirSync(directory)) {
  const report = JSON.parse(readFileSync(join(directory, name), 'utf8'))
  process.stdout.write(slowest(report, name.replace('.json', '')))
  const [good, bad] = count(report)
  process.stdout.write(`${name.replace('.json', '')}: ${good} passed, ${bad} failed\n`)
  passed += good
  failed += bad
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0
