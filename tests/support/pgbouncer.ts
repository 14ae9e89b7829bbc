import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { sessionSettings, settingStatements } from '#server/base/database/session-settings.ts'
import { cleanUp } from './cleanup.ts'
import { unpackDebianPackage } from './debian-package.ts'
import { freePort } from './free-port.ts'

interface PgBouncerOptions {
  /** What each connection to the database runs first; the README names the one for the platform. */
  readonly connectQuery?: string
  /** Further lines of its configuration. */
  readonly lines?: readonly string[]
}

/** PgBouncer of the machine, else the one in the cache. */
const findPgBouncer = (): { command: string; env: NodeJS.ProcessEnv } => {
  // Debian puts it where only root looks for commands
  for (const command of ['pgbouncer', '/usr/sbin/pgbouncer'])
    if (spawnSync(command, ['--version']).status === 0) return { command, env: {} }
  const { root, libraryPath } = unpackDebianPackage('pgbouncer', 'A pooler is tested with PgBouncer')
  return { command: join(root, 'usr/sbin/pgbouncer'), env: { LD_LIBRARY_PATH: libraryPath } }
}

/** A value in the list of databases. */
const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`

const configurationOf = (databaseUrl: string, port: number, { connectQuery, lines = [] }: PgBouncerOptions) => {
  const { host, port: databasePort, user, password } = new pg.Client({ connectionString: databaseUrl })
  const database = Object.entries({
    host,
    port: databasePort,
    user,
    ...(password ? { password } : {}),
    connect_query: connectQuery ?? settingStatements(sessionSettings),
  }).map(([key, value]) => `${key}=${quoted(value)}`)
  return [
    '[databases]',
    `* = ${database.join(' ')}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...lines,
  ].join('\n')
}

/** Starts PgBouncer in transaction mode in front of a database; it ends with the test file. Resolves to the address through it. */
export const openPgBouncer = async (databaseUrl: string, options: PgBouncerOptions = {}): Promise<string> => {
  const { command, env } = findPgBouncer()
  const home = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const file = join(home, 'pgbouncer.ini')
  const port = await freePort()
  writeFileSync(file, configurationOf(databaseUrl, port, options))
  // it does not run as root; who owns the sockets of the database may connect to them
  const as = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(command, [...as, file], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = once(child, 'exit')
  cleanUp(async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(home, { recursive: true, force: true })
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      output += `${line}\n`
      if (line.includes('process up')) resolve()
    })
    exit.then(() => reject(new Error(`PgBouncer ended before it listened: ${output}`)), reject)
  })
  const { database } = new pg.Client({ connectionString: databaseUrl })
  return `postgres://platform@127.0.0.1:${port}/${database}`
}
