import { parseArgs } from 'node:util'
import { openDatabase } from '#server/base/database/db.ts'
import { seal } from '#server/log/chain.ts'
import { deleteOldRows } from '#server/log/delete-old-rows.ts'
import { verify } from '#server/log/verify.ts'
import { connect, openDatabases } from './growth/databases.ts'
import { dayMs, insertAtOnce, insertOneByOne, perMonth, type Table, tables } from './year/country-rows.ts'
import { cpuOfDatabase } from './year/database-cpu.ts'

/**
 * `npm run bench year [-- --share 100]`: a year of the logs, logins, messages and audit entries of a whole country, at a hundredth of
 * its size. Rows come day by day, the clean-up runs each day as its job does, and the audit is sealed and verified. The first rows of
 * a day are written as the product writes them and measured, the others at once. Prints what a row costs, in bytes and processor time
 * of the database, and the forecast of the whole country (docs/decisions/0139). Takes about ten minutes.
 */
const { values } = parseArgs({ options: { share: { type: 'string', default: '100' } } })
const share = Number(values.share)
const days = 365
/** Days after which rows are deleted, the least that the parameter allows. */
const keepDays = 180
/** Rows of a table and day whose cost is measured, at most. */
const sampleSize = 1000

const printLine = (line: string) => process.stdout.write(`${line}\n`)

interface Cost {
  rows: number
  /** Processor seconds of the database. */
  cpu: number
}
const noCost = (): Cost => ({ rows: 0, cpu: 0 })
const costs = Object.fromEntries(tables.map((table) => [table, noCost()])) as Record<Table, Cost>
const [deletion, vacuum, sealing] = [noCost(), noCost(), noCost()]
const secondsPerRow = ({ rows, cpu }: Cost) => cpu / Math.max(1, rows)
const microseconds = (cost: Cost) => Math.round(secondsPerRow(cost) * 1e6)

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const databases = await openDatabases()
try {
  const superUrl = await databases.copy('bench_year')
  const admin = await connect(superUrl)
  // the clean-up compares with now(), which is the day of the simulation here
  await admin.query(`create schema simulated; create table simulated.day (now timestamptz); insert into simulated.day values (now());
    create function simulated.now() returns timestamptz language sql stable as 'select now from simulated.day';
    alter database bench_year set search_path = simulated, pg_catalog, public`)
  // messages of accounts that do not exist
  await admin.query('alter table message drop constraint message_to_user_fkey')
  await admin.query('truncate log_api, log_usual, login; delete from message')
  const { db, close } = openDatabase(superUrl, () => {})
  const cpu = await cpuOfDatabase(admin)
  const measure = async (cost: Cost, work: () => Promise<number>) => {
    const before = cpu()
    cost.rows += await work()
    cost.cpu += cpu() - before
  }

  const addRows = async (table: Table, start: number) => {
    const count = Math.round((perMonth[table] * 12) / 365 / share)
    const sample = Math.min(count, sampleSize)
    await measure(costs[table], async () => {
      await insertOneByOne(db, table, { start, count }, sample)
      return sample
    })
    if (count > sample) await insertAtOnce(db, table, { start, count }, [sample, count])
  }
  const sealAll = async () => {
    let total = 0
    for (let count = await seal(db); count > 0; count = await seal(db)) total += count
    return total
  }

  const firstDay = Date.now() - days * dayMs
  for (let day = 0; day < days; day++) {
    const start = firstDay + day * dayMs
    await admin.query('update simulated.day set now = $1', [new Date(start + dayMs).toISOString()])
    for (const table of tables) await addRows(table, start)
    await measure(sealing, sealAll)
    await measure(deletion, async () => sumOf(Object.values((await deleteOldRows(db)) ?? {})))
    // at least as often as autovacuum, which waits until a fifth of a table has changed
    if (day % 30 < 29) continue
    await measure(vacuum, async () => {
      await admin.query(`vacuum (analyze) ${tables.join(', ')}, audit_seal`)
      return 0
    })
    printLine(`day ${day + 1}: ${deletion.rows} rows deleted`)
  }

  const { rows: sizes } = await admin.query<{ table: string; rows: number; heap: number; indexes: number }>(
    `select relname as "table", reltuples::float as rows, pg_table_size(oid)::float as heap, pg_indexes_size(oid)::float as indexes
     from pg_class where relname = any($1) and relkind = 'r' order by 1`,
    [[...tables, 'audit_seal']],
  )
  const line = (name: string, cells: readonly (string | number)[]) =>
    printLine(name.padEnd(12) + cells.map((cell) => String(cell).padStart(15)).join(''))
  line('\ntable', ['rows', 'bytes a row', 'in indexes', 'µs to insert'])
  for (const { table, rows, heap, indexes } of sizes) {
    const bytes = [heap, indexes].map((size) => Math.round(size / rows))
    line(table, [rows, ...bytes, microseconds(table === 'audit_seal' ? sealing : costs[table as Table])])
  }

  const yearSeconds = days * 86_400
  const inserts = sumOf(tables.map((table) => secondsPerRow(costs[table]) * perMonth[table] * 12))
  const cores = (seconds: number) => (seconds / yearSeconds).toFixed(3)
  printLine(`\nprocessor time of the database for the whole country, in cores: inserts ${cores(inserts)}, sealing \
${cores(sealing.cpu * share)}, clean-up ${cores(deletion.cpu * share)}, vacuum ${cores(vacuum.cpu * share)}`)
  printLine(
    `clean-up: ${microseconds(deletion)} µs a row, ${((deletion.cpu * share) / (days - keepDays) / 24).toFixed(1)} s of each hour`,
  )
  for (const years of [1, 5]) {
    // other tables stop growing when as many rows are deleted as come
    const bytes = sizes.map(({ table, heap, indexes }) => (heap + indexes) * (table.startsWith('audit') ? years : 1))
    printLine(`disk after ${years === 1 ? 'a year' : `${years} years`}: ${Math.round((sumOf(bytes) * share) / 1e9)} GB`)
  }
  const began = performance.now()
  const { intact, entries } = await verify(db)
  const perEntry = Math.round(((performance.now() - began) / entries) * 1000)
  printLine(`chain of ${entries} audit entries: ${intact ? 'intact' : 'BROKEN'}, verified in ${perEntry} µs each`)
  if (!intact) process.exitCode = 1
  await close()
  await admin.end()
  await databases.drop('bench_year')
} finally {
  await databases.close()
}
