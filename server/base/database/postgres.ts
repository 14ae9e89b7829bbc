import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Secrets } from '../crypto/secrets.ts'
import { StartupError } from '../process/env.ts'
import { connectionOptions, defaultLimits } from './connection.ts'
import { findHome, type Home } from './postgres-home.ts'
import { superviseProcess } from './postgres-supervisor.ts'

/** A running embedded PostgreSQL. */
export interface Postgres {
  /** Connection string of one of its databases, as the owner of the database. */
  readonly url: (database?: string) => string
  /** The same as superuser, for tests that create databases. */
  readonly superUrl: (database?: string) => string
  /** Fast shutdown; resolves when the process is gone. */
  readonly stop: () => Promise<void>
}

export interface PostgresOptions {
  /** Additional server settings, as `name=value`. */
  readonly settings?: readonly string[]
  readonly log?: (line: string) => void
  /** Restarts it whenever it exits without `stop`. */
  readonly restartOnExit?: boolean
}

const database = 'platform'
const settings = ['listen_addresses=', 'max_connections=80', 'log_min_messages=warning', 'unix_socket_permissions=0700']

/** The directory of the Unix socket, whose path is limited to 107 bytes. */
const socketDir = (home: Home): string => {
  if (Buffer.byteLength(home.run) < 90) return home.run
  throw new StartupError(
    `The path of DATA_DIR is too long for a Unix socket (${home.run}). Set DATA_DIR to a shorter one.`,
  )
}

const exited = (child: ChildProcess) => new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)))

/** Initialises a temporary directory and renames it when complete, so that an interrupted start can begin again. */
const initialise = async (home: Home, password: string) => {
  const newDataDir = `${home.data}.new`
  rmSync(newDataDir, { recursive: true, force: true })
  const passwordFile = join(home.run, `initial-${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (home.as) chownSync(passwordFile, home.as.uid, home.as.gid)
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--data-checksums',
  ]
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-ctype=C.UTF-8']
  let errorOutput = ''
  try {
    const child = spawn(join(home.bin, 'initdb'), ['-D', newDataDir, ...flags, ...locale], {
      ...home.as,
      stdio: 'pipe',
      cwd: tmpdir(),
    })
    child.stderr.on('data', (text) => (errorOutput += text))
    if ((await exited(child)) !== 0)
      throw new StartupError(`PostgreSQL could not set up ${home.data}: ${errorOutput.trim()}`)
    renameSync(newDataDir, home.data)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** The command line of a process; empty if it does not exist or is a zombie. */
const commandOf = (pid: number): string => {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

const hasExited = (pid: number) => commandOf(pid) === ''

/**
 * The pid of a PostgreSQL that a killed server left running on this directory, or null. After a reboot, the pid in the file may
 * belong to another program: then only the file is removed.
 */
const findOrphan = (home: Home): number | null => {
  const file = join(home.data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (commandOf(pid).includes(home.data)) return pid
  rmSync(file, { force: true })
  return null
}

const end = async (pid: number) => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (let waited = 0; waited < 10_000; waited += 20) {
      if (hasExited(pid)) return
      await sleep(20)
    }
  }
  throw new StartupError(`The PostgreSQL process ${pid} does not stop.`)
}

const acceptsConnections = async (url: string): Promise<boolean> => {
  const client = new pg.Client(connectionOptions(url, { connectMs: 2000 }))
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new StartupError(
        'The password in secrets.json does not match the embedded database. Restore the file that belongs to it.',
      )
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Retries for a while: if PostgreSQL crashed, old shared memory can block a new start for up to two seconds. */
const startServer = async (home: Home, flags: string[], url: string): Promise<ChildProcess> => {
  const log = openSync(join(home.run, '..', 'postgres.log'), 'a')
  for (let attempt = 0; attempt < 12; attempt++) {
    const child = spawn(join(home.bin, 'postgres'), ['-D', home.data, ...flags.flatMap((flag) => ['-c', flag])], {
      ...home.as,
      cwd: tmpdir(),
      detached: true,
      stdio: ['ignore', log, log],
    })
    let code: number | null = null
    child.once('exit', (value) => (code = value ?? 1))
    while (code === null) {
      if (await acceptsConnections(url)) return child
      await sleep(20)
    }
    await sleep(500)
  }
  throw new StartupError(`PostgreSQL does not start; see ${join(home.run, '..', 'postgres.log')}.`)
}

const prepareDatabase = async (superUrl: string, password: string) => {
  const client = new pg.Client(connectionOptions(superUrl, defaultLimits))
  await client.connect()
  try {
    const existingRole = await client.query('select 1 from pg_roles where rolname = $1', [database])
    const verb = existingRole.rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${database} login nosuperuser createdb password '${password}'`)
    const existingDatabase = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!existingDatabase.rowCount) await client.query(`create database ${database} owner ${database}`)
  } finally {
    await client.end()
  }
}

const addressesIn = (home: Home, { postgres, database: password }: Secrets) => {
  const address = (user: string, secret: string) => (name: string) =>
    `postgresql://${user}:${secret}@/${name}?host=${encodeURIComponent(socketDir(home))}`
  return { superUrl: address('postgres', postgres), url: address(database, password) }
}

/** Connection string of the embedded PostgreSQL that another process runs in this data directory. */
export const urlOfRunning = (dataDir: string, secrets: Secrets): string =>
  addressesIn(findHome(dataDir), secrets).url(database)

/**
 * Opens the embedded PostgreSQL in the data directory; the first start sets it up. The caller must hold the lock of the
 * directory (lock.ts). Stops a PostgreSQL that a killed server left running.
 */
export const openPostgres = async (
  dataDir: string,
  secrets: Secrets,
  options: PostgresOptions = {},
): Promise<Postgres> => {
  const home = findHome(dataDir)
  const run = socketDir(home)
  mkdirSync(run, { recursive: true, mode: 0o700 })
  const { url, superUrl } = addressesIn(home, secrets)
  if (!existsSync(join(home.data, 'PG_VERSION'))) {
    options.log?.(`setting up the embedded PostgreSQL in ${home.data}`)
    await initialise(home, secrets.postgres)
  }
  const flags = [...settings, `unix_socket_directories=${run}`, ...(options.settings ?? [])]
  const start = async () => {
    const orphan = findOrphan(home)
    if (orphan) await end(orphan)
    const child = await startServer(home, flags, superUrl('postgres'))
    child.unref()
    return child
  }
  const child = await start()
  const stop = () => end(child.pid as number)
  // supervised from the start: it may exit while the database is prepared
  const supervisor = options.restartOnExit ? superviseProcess(child, { start, end, log: options.log }) : { stop }
  await prepareDatabase(superUrl('postgres'), secrets.database).catch(async (error: unknown) => {
    await supervisor.stop()
    throw error
  })
  return {
    url: (name = database) => url(name),
    superUrl: (name = 'postgres') => superUrl(name),
    stop: supervisor.stop,
  }
}
