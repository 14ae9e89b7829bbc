import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Databases, openDatabases } from '../../bench/growth/databases.ts'
import { grow } from '../../bench/growth/grow.ts'
import { type Measured, measureAll } from '../../bench/growth/measure.ts'
import { askProduct } from '../support/run/ask.ts'

/**
 * The small version of `npm run bench growth` (docs/decisions/0139): what grows costs no more pages of PostgreSQL with 30,000 projects
 * than it may, or than is recorded of the requests that are not there yet. `GROWTH=write` records the pages of now.
 */
const projects = 30_000
/** For a database that grows while other tests run. */
const hookTimeout = 600_000
const pageLimit = 400
/** A fifth more is not worse: the days of the demonstration data move with the calendar. */
const tolerance = 1.2

const file = new URL('../../bench/growth/pages.json', import.meta.url)
const recorded: Readonly<Record<string, number>> = JSON.parse(readFileSync(file, 'utf8'))

const limitOf = (name: string) => Math.max(pageLimit, recorded[name] ?? 0) * tolerance

let databases: Databases
let results: ReadonlyMap<string, Measured>

beforeAll(async () => {
  await askProduct()
  databases = await openDatabases()
  const superUrl = await databases.copy('growth')
  await grow(superUrl, projects, false)
  const server = await databases.serve('growth')
  const isRecording = process.env.GROWTH === 'write'
  results = await measureAll(server, superUrl, databases.password, {
    lists: 'growing',
    limitOf: isRecording ? () => pageLimit : limitOf,
  })
  await server.stop()
  if (!isRecording) return
  const above = [...results].filter(([, { pages }]) => pages > pageLimit).map(([name, { pages }]) => [name, pages])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(above.sort()), null, 2)}\n`)
}, hookTimeout)

afterAll(() => databases?.close())

test('every request of what grows is answered', () => {
  expect(results.size).toBeGreaterThan(500)
  expect([...results].flatMap(([name, { status }]) => (status === 200 ? [] : [`${name}: ${status}`]))).toEqual([])
})

test('no request touches more pages than it may', () => {
  const worse = [...results].filter(([name, { pages }]) => pages > limitOf(name))
  expect(worse.map(([name, { pages }]) => `${name}: ${pages} pages, at most ${limitOf(name)}`)).toEqual([])
})
