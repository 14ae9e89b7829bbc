import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/env.ts'

interface Owner {
  readonly pid: number
  readonly started: string
}

/** Start time of a process, as the system reports it; null if there is no such process. Detects a reused pid. */
const startedAt = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    if (process.platform === 'linux') return null
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

const readOwner = (path: string): Owner | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch {
    return null
  }
}

const isAlive = (owner: Owner | null): owner is Owner => owner !== null && startedAt(owner.pid) === owner.started

/** Creates a directory for its owner only; if root creates it, the database's user needs to pass through it. */
const makePrivate = (directory: string) => {
  if (existsSync(directory)) return
  const umask = process.umask(0o022)
  mkdirSync(directory, { recursive: true })
  process.umask(umask)
  chmodSync(directory, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/**
 * Makes this process the only owner of a data directory; two servers on one directory would lose writes. Takes over the
 * lock of a dead process. Returns the release function.
 */
export const lockDirectory = (directory: string): (() => void) => {
  makePrivate(directory)
  const lock = join(directory, 'owner.lock')
  const candidatePath = join(directory, `owner.${process.pid}.${Date.now()}`)
  writeFileSync(
    candidatePath,
    JSON.stringify({ pid: process.pid, started: startedAt(process.pid) ?? '' } satisfies Owner),
  )
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(candidatePath, lock)
        return () => {
          if (readOwner(lock)?.pid === process.pid) rmSync(lock, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = readOwner(lock)
      if (isAlive(owner)) throw inUse(directory, owner.pid)
      removeStaleLock(lock, owner)
    }
    throw inUse(directory, readOwner(lock)?.pid ?? 0)
  } finally {
    rmSync(candidatePath, { force: true })
  }
}

const inUse = (directory: string, pid: number) =>
  new StartupError(`${directory} is in use by process ${pid}. Stop that server, or set DATA_DIR to another directory.`)

/** Moves a dead process's lock aside; if another process replaced the lock meanwhile, puts that one back. */
const removeStaleLock = (lock: string, expectedOwner: Owner | null) => {
  const movedPath = `${lock}.${process.pid}`
  try {
    renameSync(lock, movedPath)
  } catch {
    return
  }
  const movedOwner = readOwner(movedPath)
  if (isAlive(movedOwner) && movedOwner.pid !== expectedOwner?.pid)
    try {
      linkSync(movedPath, lock)
    } catch {
      // another process holds the lock by now: the next attempt reads its owner
    }
  rmSync(movedPath, { force: true })
}
