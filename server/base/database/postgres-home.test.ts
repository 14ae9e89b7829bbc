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
  test('has programs that can be run', () => {
    const { bin } = findHome(join(root, 'a'))
    for (const name of ['postgres', 'initdb', 'pg_ctl']) accessSync(join(bin, name), constants.X_OK)
    expect(statSync(join(bin, 'postgres')).isFile()).toBe(true)
  })

  test('keeps its data below the data directory where its user may write there', () => {
    const dataDir = join(root, 'b')
    const { data, run } = findHome(dataDir)
    expect([data, run]).toEqual([join(dataDir, 'postgres', 'data'), join(dataDir, 'postgres', 'run')])
  })

  test('is the same at every start, and another for another directory', () => {
    const one = findHome(join(root, 'c'))
    expect(findHome(join(root, 'c'))).toEqual(one)
    expect(findHome(join(root, 'd')).data).not.toBe(one.data)
  })

  test('never runs as root', () => {
    const { as, run } = findHome(join(root, 'e'))
    expect(as === null).toBe(!isRoot)
    expect(as?.uid).not.toBe(0)
    // what the start made for it belongs to the user it runs as, and to nobody else
    if (as) expect([statSync(run).uid, statSync(run).mode & 0o077]).toEqual([as.uid, 0])
  })

  test('where that user cannot enter, the data lies elsewhere and is found again', () => {
    const closed = join(root, 'closed')
    mkdirSync(closed)
    const first = findHome(join(closed, 'data'))
    chmodSync(closed, 0o700)
    const again = findHome(join(closed, 'data'))
    expect(again.data.startsWith(closed)).toBe(!isRoot)
    expect(findHome(join(closed, 'data'))).toEqual(again)
    chmodSync(closed, 0o755)
    expect(findHome(join(closed, 'data'))).toEqual(first)
    if (isRoot) rmSync(join(again.data, '..'), { recursive: true, force: true })
  })
})
