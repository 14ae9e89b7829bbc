import { parseArgs } from 'node:util'
import { openDatabases } from './growth/databases.ts'
import { demoProjects, grow } from './growth/grow.ts'
import { type Measured, measureAll } from './growth/measure.ts'

/**
 * `npm run bench growth [-- OPTIONS]`: multiplies the demonstration data and counts the pages that PostgreSQL touches for each request
 * at each size. Fails for an answer other than 200, and for more pages than the limit (docs/decisions/0139). Options:
 * `--sizes 1260,30000` (projects; default 1260, 100,000 and 1,000,000), `--only WORD,WORD` (requests whose name contains one), `--scattered`
 * (rows in no order). It needs the program of PostgreSQL that the product ships; with DATABASE_URL a server that loads
 * pg_stat_statements, as superuser.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: `${demoProjects},100000,1000000` },
    only: { type: 'string', default: '' },
    scattered: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)

/** Pages that any request may touch, and how many times as many as with the demonstration data. */
const limit = { pages: 400, ratio: 1.5 }

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const databases = await openDatabases()
const results = new Map<number, ReadonlyMap<string, Measured>>()
try {
  printLine(`PostgreSQL ${databases.version}`)
  for (const size of sizes) {
    const name = `growth_${size}`
    const startTime = performance.now()
    const superUrl = await databases.copy(name)
    await grow(superUrl, size, values.scattered)
    printLine(`${size} projects: seeded in ${Math.round((performance.now() - startTime) / 1000)} s`)
    const server = await databases.serve(name)
    results.set(size, await measureAll(server, superUrl, databases.password, { words: values.only.split(',') }))
    await server.stop()
    await databases.drop(name)
  }
} finally {
  await databases.close()
}

const cell = (measured: Measured | undefined): string => {
  if (!measured) return '-'.padStart(24)
  const status = measured.status === 200 ? '' : ` ${measured.status}`
  return `${measured.pages} pages ${Math.round(measured.ms)} ms${status}`.padStart(24)
}

const isWithin = (name: string, size: number): boolean => {
  const [measured, smallest] = [results.get(size)?.get(name), results.get(sizes[0] as number)?.get(name)]
  if (!measured) return true
  return measured.status === 200 && measured.pages <= Math.max(limit.ratio * (smallest?.pages ?? 0), limit.pages)
}

printLine(`\n${''.padEnd(46)}${sizes.map((size) => String(size).padStart(24)).join('')}`)
const names = [...(results.get(sizes[0] as number)?.keys() ?? [])]
const dearest = (name: string) => results.get(sizes.at(-1) as number)?.get(name)?.pages ?? 0
for (const name of names.toSorted((a, b) => dearest(b) - dearest(a))) {
  const verdict = sizes.every((size) => isWithin(name, size)) ? '' : '  MISSED'
  printLine(`${name.padEnd(46)}${sizes.map((size) => cell(results.get(size)?.get(name))).join('')}${verdict}`)
}
const missed = names.filter((name) => !sizes.every((size) => isWithin(name, size)))
printLine(
  `\n${names.length - missed.length} of ${names.length} requests within max(${limit.ratio} × pages at ${sizes[0]}, ${limit.pages})`,
)
if (missed.length) process.exitCode = 1
