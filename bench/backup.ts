import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { urlOfRunning } from '#server/base/database/postgres.ts'
import { startServer } from './servers.ts'

/**
 * `npm run bench backup`: the time, the size and the peak of the memory of a backup with its proof, while the server runs, and of a restore,
 * with the demonstration data. `-- --rows 100000` adds as many rows to the project library. Takes about a minute.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1] || 0) || 0

const insertRows = `insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator, year,
    factory_level, network_mode, scenes, investment, terminals, declare_no, listed_at, create_time)
  select '5G 全连接工厂建设项目第' || n || '号', '澄川智能制造有限公司' || n % 997, '91320500TTT000001X', 'C', '320000', '320500', 1 + n % 4,
    (2021 + n % 6)::text, 1 + n % 3, 1 + n % 3, array[1, 2, 3], n * 1.5, n % 900, 'BENCH' || n, now(), now() - n * interval '1 minute'
  from generate_series(1, $1::int) n`

const newFolder = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}
const [home, target, copies] = [newFolder('from'), newFolder('to'), newFolder('backups')]

/** The most memory that a process has had so far, in MB. */
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Runs a command of backups; resolves to its seconds and the peak of its memory. */
const measure = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const startTime = performance.now()
  const child = spawn(process.execPath, ['dist/backup-command.js', ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid as number))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
  return `${((performance.now() - startTime) / 1000).toFixed(1)} s, at most ${Math.round(peak)} MB of memory`
}

const server = await startServer(['dist/main.js'], { DATA_DIR: home, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'silent' })
try {
  const client = new pg.Client({ connectionString: urlOfRunning(home, readSecrets(home, null)) })
  await client.connect()
  await client.query(insertRows, [rows])
  const { rows: found } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
  await client.end()
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
  printLine(`${cpus()[0]?.model}; database ${megabytes(Number(found[0]?.size))}, ${rows} rows added`)
  printLine(`backup with proof: ${await measure(['backup', copies], { DATA_DIR: home })}`)
  await server.stop()
  const name = readdirSync(copies).find((one) => one.endsWith('.backup')) as string
  printLine(`size without files: ${megabytes(statSync(join(copies, name)).size)}`)
  const env = { DATA_DIR: target, BACKUP_KEY_FILE: join(home, 'backup.key') }
  printLine(`restore: ${await measure(['restore', join(copies, name)], env)}`)
} finally {
  await server.stop()
  for (const folder of [home, target, copies]) rmSync(folder, { recursive: true, force: true })
}
