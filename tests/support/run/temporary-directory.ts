import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file system in memory of Linux, and what has to be free in it, in bytes: a run uses about one gigabyte. */
const inMemory = '/dev/shm'
const neededRoom = 4 * 2 ** 30
const prefix = 'platform-tests-'

const hasRoom = (path: string): boolean => {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= neededRoom
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what runs have left that were killed. */
const removeOld = () => {
  for (const name of readdirSync(inMemory).filter((one) => one.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(join(inMemory, name), { recursive: true, force: true })
}

/**
 * The directory of temporary files of this run. In memory where there is room, because tests create and drop hundreds of databases of
 * hundreds of files, which costs a disk a fifth of the processor time of the run; otherwise, or with TMPDIR, the usual one.
 */
export const temporaryDirectory = (): string => {
  if (process.env.TMPDIR || !hasRoom(inMemory)) return tmpdir()
  removeOld()
  const path = join(inMemory, `${prefix}${process.pid}`)
  // PostgreSQL and the sandbox of jobs run as other users
  mkdirSync(path, { recursive: true, mode: 0o755 })
  process.on('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}
