import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import { type JobCheck, jobChecks } from './job-checks/checks.ts'

/**
 * `npm run check:jobs [-- NAME…]`: the twenty checks of scheduled jobs, in order, or those named; prints what each has measured, and exits
 * with 1 if one fails. On the embedded PostgreSQL, or on the server in DATABASE_URL or CI_DATABASE_URL. All take about half an hour, on a
 * machine that does nothing else.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const { DATABASE_URL, CI_DATABASE_URL, ...environment } = process.env
const databaseUrl = DATABASE_URL || CI_DATABASE_URL
const names = process.argv.slice(2)
const unknown = names.filter((name) => !jobChecks.some((check) => check.names.includes(name)))
if (unknown.length) {
  const known = jobChecks.flatMap((check) => check.names)
  process.stderr.write(`There is no check ${unknown.join(', ')}. They are: ${known.join(', ')}.\n`)
  process.exit(1)
}

interface Report {
  readonly testResults?: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
      readonly meta: { readonly measured?: readonly string[] }
    }[]
  }[]
}

const home = mkdtempSync(join(tmpdir(), 'check-jobs-'))

/** Runs the files of a check; resolves to the lines of its report, and to what failed. */
const runCheck = ({ files }: JobCheck): { passed: number; measured: readonly string[]; faults: readonly string[] } => {
  const path = join(home, 'report.json')
  rmSync(path, { force: true })
  const config = ['--config', 'bench/job-checks/vitest.config.ts']
  const reporter = ['--reporter=json', `--outputFile.json=${path}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...reporter, ...files]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...environment, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    maxBuffer: 1 << 28,
  })
  const report = readReport(path)
  const results = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const ran = (report.testResults ?? []).map(({ name }) => relative('.', name))
  const faults = [
    ...files.filter((file) => !ran.includes(file)).map((file) => `${file} did not run`),
    ...(report.testResults ?? []).filter(({ message }) => message).map(({ name, message }) => `${name}: ${message}`),
    ...results
      .filter((result) => result.status !== 'passed')
      .map(({ fullName, status: how, failureMessages = [] }) => `${fullName}: ${how} ${failureMessages.join('\n')}`),
  ]
  if (status !== 0 && faults.length === 0) faults.push(`${stdout}${stderr}`.slice(-2000))
  return {
    passed: results.filter((result) => result.status === 'passed').length,
    measured: results.flatMap(({ meta }) => meta.measured ?? []),
    faults,
  }
}

const readReport = (path: string): Report => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

const databaseName = async (): Promise<string> => {
  if (!databaseUrl) return 'the embedded PostgreSQL'
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return `PostgreSQL ${rows[0]?.server_version}`
}

const failed: string[] = []
try {
  printLine(`${await databaseName()}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}\n`)
  for (const [index, check] of jobChecks.entries()) {
    if (names.length && !check.names.some((name) => names.includes(name))) continue
    const began = performance.now()
    const { passed, measured, faults } = runCheck(check)
    const name = check.names.join(', ')
    if (faults.length) failed.push(name)
    const length = Math.round((performance.now() - began) / 1000)
    const number = String(index + 1).padStart(2)
    printLine(
      `${number}  ${name}: ${faults.length ? 'FAILED' : 'passed'} (${check.demand}; ${passed} tests, ${length} s)`,
    )
    for (const line of [...measured, ...faults]) printLine(`    ${line.replaceAll('\n', '\n    ')}`)
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
printLine(failed.length ? `\nFailed: ${failed.join('; ')}.` : '\nAll checks passed.')
process.exitCode = failed.length ? 1 : 0
