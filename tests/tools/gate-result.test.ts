import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** The summary .ci/run prints from the reports of its tests. */

interface File {
  readonly project: string
  readonly file: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
}
const file = (name: string, passed: number, failed: number): File => ({
  project: 'node',
  file: name,
  seconds: 1,
  passed,
  failed,
})

const projects = { node: { began: 1_000, ended: 6_000 } }

const resultOf = async (reports: Record<string, { files: File[]; errors: number }>, testCode: number) => {
  const directory = await mkdtemp(join(tmpdir(), 'gate-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await writeFile(join(directory, 'steps'), `types 3 0\ntests 9 ${testCode}\n`)
  for (const [name, report] of Object.entries(reports))
    await writeFile(join(directory, `${name}.json`), JSON.stringify({ ...report, projects }))
  const run = promisify(execFile)
  const { stdout: failedFiles } = await run(process.execPath, ['.ci/failed-files.mjs', join(directory, 'report.json')])
  const outcome = await run(process.execPath, ['.ci/tally.mjs', directory, '60']).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )
  const lines = outcome.stdout.trim().split('\n')
  return {
    failedFiles,
    code: outcome.code,
    last: lines.at(-1),
    unstable: lines.filter((line) => /^UNSTABLE/.test(line)),
    node: lines.find((line) => line.includes('node: ')),
  }
}

test('a file that fails twice is a failure; one that passes when run again is reported as unstable', async () => {
  const first = { files: [file('a', 1, 1), file('b', 2, 0)], errors: 0 }
  const failedTwice = await resultOf({ report: first, 'again-1': { files: [file('a', 1, 1)], errors: 0 } }, 1)
  expect(failedTwice).toMatchObject({ failedFiles: 'node a\n', code: 1, last: '5 passed, 1 failed', unstable: [] })
  const failedOnce = await resultOf({ report: first, 'again-1': { files: [file('a', 2, 0)], errors: 0 } }, 1)
  expect(failedOnce).toMatchObject({
    code: 0,
    last: '6 passed, 0 failed',
    unstable: [expect.stringContaining('node a')],
  })
})

test('nothing runs again when many files fail, and a run without a report fails', async () => {
  const manyFailures = { files: Array.from({ length: 6 }, (_, n) => file(`f${n}`, 0, 1)), errors: 0 }
  expect(await resultOf({ report: manyFailures }, 1)).toMatchObject({
    failedFiles: '',
    code: 1,
    last: '2 passed, 6 failed',
  })
  expect(await resultOf({}, 1)).toMatchObject({ failedFiles: '', code: 1, last: '1 passed, 3 failed' })
})

test('the duration of each project is printed, from its first file to its last', async () => {
  const { node } = await resultOf({ report: { files: [file('a', 2, 0), file('b', 1, 0)], errors: 0 } }, 0)
  expect(node).toBe('    5  node: 2 files (together 2 s), 3 passed, 0 failed')
})

test('a run that ends with an error but without a failed file fails', async () => {
  const green = { files: [file('a', 2, 0)], errors: 0 }
  expect(await resultOf({ report: green }, 1)).toMatchObject({ code: 1, last: '3 passed, 1 failed' })
  expect(await resultOf({ report: green }, 0)).toMatchObject({ code: 0, last: '4 passed, 0 failed' })
})
