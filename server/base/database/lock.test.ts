import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartupError } from '../process/env.ts'
import { lockDirectory } from './lock.ts'

const home = mkdtempSync(join(tmpdir(), 'lock-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let count = 0
const newDir = () => join(home, String(++count))
const lockOf = (dir: string) => join(dir, 'owner.lock')
const ownerOf = (dir: string) => JSON.parse(readFileSync(lockOf(dir), 'utf8')) as { pid: number; started: string }
const writeLock = (dir: string, owner: unknown) =>
  writeFileSync(lockOf(dir), typeof owner === 'string' ? owner : JSON.stringify(owner))

/** The id of a process that has ended. */
const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid as number
}

describe('the lock of a data directory', () => {
  test('has the id of its owner, and is deleted on release', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    expect(ownerOf(dir).pid).toBe(process.pid)
    release()
    expect(existsSync(lockOf(dir))).toBe(false)
    lockDirectory(dir)()
  })

  test('rejects a second owner with a message that names the first', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    const message = `${dir} is in use by process ${process.pid}. Stop that server, or set DATA_DIR to another directory.`
    expect(() => lockDirectory(dir)).toThrow(new StartupError(message))
    expect(ownerOf(dir).pid).toBe(process.pid)
    release()
  })

  test('is independent of other directories', () => {
    const releases = [newDir(), newDir()].map(lockDirectory)
    expect(releases).toHaveLength(2)
    for (const release of releases) release()
  })

  test('is the only file, whether a server gets it or not', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    expect(() => lockDirectory(dir)).toThrow(StartupError)
    expect(readdirSync(dir)).toEqual(['owner.lock'])
    release()
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('an abandoned lock is taken over', () => {
  const expectTakeover = (dir: string) => {
    const release = lockDirectory(dir)
    expect(ownerOf(dir).pid).toBe(process.pid)
    expect(readdirSync(dir)).toEqual(['owner.lock'])
    release()
  }

  test('if its process has ended', async () => {
    const dir = newDir()
    lockDirectory(dir)()
    writeLock(dir, { pid: await deadPid(), started: '1' })
    expectTakeover(dir)
  })

  test('if its process id now belongs to another program, which has another start time', () => {
    const dir = newDir()
    lockDirectory(dir)()
    writeLock(dir, { pid: process.ppid, started: 'another time' })
    expectTakeover(dir)
  })

  test.each(['', '{', 'null', '{"pid":"x"}', '[]'])('if it is incomplete: %j', (text) => {
    const dir = newDir()
    lockDirectory(dir)()
    writeLock(dir, text)
    expectTakeover(dir)
  })
})

describe('the release', () => {
  test('does not delete a lock that now has another owner', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    writeLock(dir, { pid: process.ppid, started: 'x' })
    release()
    expect(ownerOf(dir).pid).toBe(process.ppid)
  })

  test('is harmless a second time', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    release()
    release()
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('the data directory', () => {
  test('is closed to other users if it is created', () => {
    const dir = join(newDir(), 'below', 'two')
    lockDirectory(dir)()
    expect(statSync(dir).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0)
  })

  test('keeps its mode if it existed', () => {
    const dir = mkdtempSync(join(home, 'there-'))
    const { mode } = statSync(dir)
    lockDirectory(dir)()
    expect(statSync(dir).mode).toBe(mode)
  })
})
