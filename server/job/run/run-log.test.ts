import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type JobNodes, openJobNodes } from '../../../tests/support/job-nodes.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { wireTime } from '../../base/process/clock.ts'
import { deleteOldLogFiles } from './run-log.ts'

let nodes: JobNodes
beforeAll(async () => {
  nodes = await openJobNodes()
})
afterEach(() => nodes.stopAll())

const linesIn = (texts: readonly string[], id: string): string[] =>
  texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(`"run":"${id}"`))
    .map((line) => (JSON.parse(line) as { content: string }).content)

const filesOfDays = (): string[] => {
  const directory = join(nodes.dataDir, 'job-logs')
  return existsSync(directory) ? readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8')) : []
}

/** Runs a job that writes a line of each level; what came into the table, the file of the day and the output of the process. */
const logged = async (job: { readonly logType: number; readonly logLevel: number }) => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  onTestFinished(() => spy.mockRestore())
  const { id: jobId, name } = await addJobInfo(nodes.db, job)
  nodes.start(name, {
    run: async ({ log }) => {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level)
      return null
    },
  })
  const id = await nodes.run({ id: jobId, name })
  await nodes.ended(id)
  return [await nodes.logOf(id), linesIn(filesOfDays(), id), linesIn(written, id)]
}

const both = ['warn', 'error']

test.each([
  ['online', 1, [both, [], []]],
  ['local', 2, [[], both, []]],
  ['stdout', 3, [[], [], both]],
  ['local and online', 4, [both, both, []]],
  ['none', 999, [[], [], []]],
])('the type %s (%i) says where lines go', async (_name, logType, expected) => {
  expect(await logged({ logType, logLevel: 3 })).toEqual(expected)
})

test.each([
  [1, ['debug', 'info', 'warn', 'error']],
  [2, ['info', 'warn', 'error']],
  [3, both],
  [4, ['error']],
  [99, []],
])('the level %i leaves out the lines below it', async (logLevel, expected) => {
  expect(await logged({ logType: 1, logLevel })).toEqual([expected, [], []])
})

test('files of days are deleted after the time that runs are kept', async () => {
  const { app } = await openPlatform()
  const directory = join(app.env.dataDir, 'job-logs')
  mkdirSync(directory, { recursive: true })
  const days = [9, 1].map((ago) => `${wireTime(new Date(Date.now() - ago * 86_400_000)).slice(0, 10)}.log`)
  for (const name of days) writeFileSync(join(directory, name), '')
  expect(await deleteOldLogFiles(app)).toBe(1)
  expect(readdirSync(directory)).toEqual(days.slice(1))
})
