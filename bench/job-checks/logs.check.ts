import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { jobInstance, type LogLine, linesPerAnswer } from '#contract/job/job-instance.ts'
import type { Caller } from '../../tests/support/platform.ts'
import { until } from '../../tests/support/until.ts'
import { type Cluster, type Node, openCluster, report, seconds } from './cluster.ts'

/** Check 14: where the log of a run goes, which lines, and how many. */

let cluster: Cluster
let worker: Node
let admin: Caller
beforeAll(async () => {
  cluster = await openCluster({ workers: 1 })
  worker = cluster.workers()[0] as Node
  admin = cluster.admins[0] as Caller
})

const linesIn = (text: string, id: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes(`"run":"${id}"`))
    .map((line) => (JSON.parse(line) as { content: string }).content)
const fileLines = (id: string): string[] => {
  const directory = join(worker.dataDir, 'job-logs')
  if (!existsSync(directory)) return []
  return readdirSync(directory).flatMap((name) => linesIn(readFileSync(join(directory, name), 'utf8'), id))
}
const endedRun = async (values: object): Promise<string> => {
  const id = await cluster.runNow(await cluster.addJob('check-levels', values))
  await cluster.ended(id)
  return id
}

/** All lines as the console reads them: one answer after the other. */
const readLog = async (id: string): Promise<{ lines: LogLine[]; answers: number }> => {
  const lines: LogLine[] = []
  for (let answers = 1; ; answers++) {
    const part = await admin.get(jobInstance.calls.log, { id, after: lines.at(-1)?.n ?? '0' })
    lines.push(...part.lines)
    if (part.isOver) return { lines, answers }
  }
}

const all = ['debug 1', 'info 1', 'warn 1', 'error 1']

test('each type of log writes to its places, each level the lines of that level and above', async (context) => {
  for (const logType of [1, 2, 3, 4, 999])
    for (const logLevel of [1, 2, 3, 4, 99]) {
      const id = await endedRun({ logType, logLevel })
      const expected = all.slice(logLevel - 1)
      const into = (types: readonly number[]) => (types.includes(logType) ? expected : [])
      await until(() => logType !== 3 || linesIn(worker.output(), id).length >= expected.length)
      const online = (await readLog(id)).lines.map(({ content }) => content)
      const seen = [logType, logLevel, online, fileLines(id), linesIn(worker.output(), id)]
      expect(seen).toEqual([logType, logLevel, into([1, 4]), into([2, 4]), into([3])])
    }
  report(context, '5 types × 5 levels: each line in its places, and nowhere else')
})

test('of 50,000 lines 10,000 are kept, and a last one says so; they are read in parts, from any line on', async (context) => {
  const began = performance.now()
  const id = await endedRun({ logLevel: 1, jobParams: '12500' })
  const length = performance.now() - began
  const { lines, answers } = await readLog(id)
  expect(lines).toHaveLength(10_001)
  expect([lines[0]?.content, lines[9999]?.content]).toEqual(['debug 1', 'error 2500'])
  expect(lines.at(-1)?.content).toContain('日志已达上限')
  expect(answers).toBe(Math.ceil(10_001 / linesPerAnswer))
  const tail = await admin.get(jobInstance.calls.log, { id, after: lines[9997]?.n ?? '' })
  expect(tail.lines.map(({ n }) => n)).toEqual(lines.slice(9998).map(({ n }) => n))
  report(context, `50,000 lines in ${seconds(length)}: 10,001 kept, read with ${answers} requests`)
})

test('a run that is tried again keeps the lines of each attempt apart', async () => {
  const id = await cluster.runNow(await cluster.addJob('check-failure', {}))
  await cluster.ended(id)
  await cluster.retry(id)
  await until(async () => (await cluster.seen(id)).attempt === 2)
  await cluster.ended(id)
  const { lines } = await readLog(id)
  expect(lines.map(({ attempt, content }) => [attempt, content])).toEqual(
    [1, 2].map((attempt) => [attempt, '按要求失败']),
  )
})
