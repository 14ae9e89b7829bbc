import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findHome } from './postgres-home.ts'

const root = mkdtempSync(join(tmpdir(), 'home-'))
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true, force: true }))
const isRoot = process.getuid?.() === 0

describe('the home of the embedded PostgreSQL', () => {
  test('has executable programs', () => {
    const { bin } = findHome(join(root, 'a'))
    for (const name of ['postgres', 'initdb', 'pg_ctl']) accessSync(join(bin, name), constants.X_OK)
    expect(statSync(join(bin, 'postgres')).isFile()).toBe(true)
  })

  test('has its data below the data directory if its user may write there', () => {
    const dataDir = join(root, 'b')
    const { data, run } = findHome(dataDir)
    expect([data, run]).toEqual([join(dataDir, 'postgres', 'data'), join(dataDir, 'postgres', 'run')])
  })

  test('is the same at every start, and different for another directory', () => {
    const one = findHome(join(root, 'c'))
    expect(findHome(join(root, 'c'))).toEqual(one)
    expect(findHome(join(root, 'd')).data).not.toBe(one.data)
  })

  test('never runs as root', () => {
    const { as, run } = findHome(join(root, 'e'))
    expect(as === null).toBe(!isRoot)
    expect(as?.uid).not.toBe(0)
    // the directory belongs to the user it runs as, and others cannot enter it
    if (as) expect([statSync(run).uid, statSync(run).mode & 0o077]).toEqual([as.uid, 0])
  })

  test('has its data elsewhere if that user cannot enter, and finds it again', () => {
    const closed = join(root, 'closed')
    mkdirSync(closed)
    const first = findHome(join(closed, 'data'))
    chmodSync(closed, 0o700)
    const second = findHome(join(closed, 'data'))
    expect(second.data.startsWith(closed)).toBe(!isRoot)
    expect(findHome(join(closed, 'data'))).toEqual(second)
    chmodSync(closed, 0o755)
    expect(findHome(join(closed, 'data'))).toEqual(first)
    if (isRoot) rmSync(join(second.data, '..'), { recursive: true, force: true })
  })
})
