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
const leave = (dir: string, owner: unknown) =>
  writeFileSync(lockOf(dir), typeof owner === 'string' ? owner : JSON.stringify(owner))

/** The number of a process that has ended and was fetched by its parent. */
const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid as number
}

describe('a data directory has one owner', () => {
  test('who takes it is named in it; released, it is free', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    expect(ownerOf(dir).pid).toBe(process.pid)
    release()
    expect(existsSync(lockOf(dir))).toBe(false)
    lockDirectory(dir)()
  })

  test('a second owner is refused in a sentence that names the first, and the lock stays', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    const sentence = `${dir} is in use by process ${process.pid}. Stop that server, or set DATA_DIR to another directory.`
    expect(() => lockDirectory(dir)).toThrow(new StartupError(sentence))
    expect(ownerOf(dir).pid).toBe(process.pid)
    release()
  })

  test('two directories do not know of each other', () => {
    const releases = [newDir(), newDir()].map(lockDirectory)
    expect(releases).toHaveLength(2)
    for (const release of releases) release()
  })

  test('no file but the lock is left, whether it was got or refused', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    expect(() => lockDirectory(dir)).toThrow(StartupError)
    expect(readdirSync(dir)).toEqual(['owner.lock'])
    release()
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('a lock nobody holds any more is taken over', () => {
  const taken = (dir: string) => {
    const release = lockDirectory(dir)
    expect(ownerOf(dir).pid).toBe(process.pid)
    expect(readdirSync(dir)).toEqual(['owner.lock'])
    release()
  }

  test('of a process that has ended', async () => {
    const dir = newDir()
    lockDirectory(dir)()
    leave(dir, { pid: await deadPid(), started: '1' })
    taken(dir)
  })

  test('of a number that another program has by now: the time of its start tells', () => {
    const dir = newDir()
    lockDirectory(dir)()
    leave(dir, { pid: process.ppid, started: 'another time' })
    taken(dir)
  })

  test.each(['', '{', 'null', '{"pid":"x"}', '[]'])('that was cut off while it was written: %j', (text) => {
    const dir = newDir()
    lockDirectory(dir)()
    leave(dir, text)
    taken(dir)
  })
})

describe('the release', () => {
  test('does not take away a lock that is somebody else’s by now', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    leave(dir, { pid: process.ppid, started: 'x' })
    release()
    expect(ownerOf(dir).pid).toBe(process.ppid)
  })

  test('twice does no harm', () => {
    const dir = newDir()
    const release = lockDirectory(dir)
    release()
    release()
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('the directory itself', () => {
  test('made here, it is closed to the others of the machine', () => {
    const dir = join(newDir(), 'below', 'two')
    lockDirectory(dir)()
    expect(statSync(dir).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0)
  })

  test('that was there keeps its rights', () => {
    const dir = mkdtempSync(join(home, 'there-'))
    const { mode } = statSync(dir)
    lockDirectory(dir)()
    expect(statSync(dir).mode).toBe(mode)
  })
})
