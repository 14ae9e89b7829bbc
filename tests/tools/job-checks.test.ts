import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobChecks } from '../../bench/job-checks/checks.ts'

test('each of the twenty checks of scheduled jobs has a name of its own and names files that exist', () => {
  const names = jobChecks.flatMap((check) => check.names)
  expect([jobChecks.length, new Set(names).size]).toEqual([20, names.length])
  expect(jobChecks.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([])
  expect(jobChecks.filter(({ files }) => files.length === 0)).toEqual([])
})
