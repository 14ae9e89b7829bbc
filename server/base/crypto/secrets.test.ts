import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartupError } from '../process/env.ts'
import { readSecrets } from './secrets.ts'

const home = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let count = 0
const newDir = () => join(home, String(++count))

describe('the secrets of an installation', () => {
  test('are made at the first start: three different random keys of 256 bits', () => {
    const made = readSecrets(newDir(), null)
    const keys = [made.postgres, made.database, made.sm2]
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(keys).size).toBe(3)
    expect(readSecrets(newDir(), null)).not.toEqual(made)
  })

  test('stay what they are at every further start', () => {
    const dir = newDir()
    const made = readSecrets(dir, null)
    const file = readFileSync(join(dir, 'secrets.json'), 'utf8')
    expect(readSecrets(dir, null)).toEqual(made)
    expect(readFileSync(join(dir, 'secrets.json'), 'utf8')).toBe(file)
  })

  test('lie in a file only their owner may read, also where somebody had opened it', () => {
    const dir = newDir()
    readSecrets(dir, null)
    const path = join(dir, 'secrets.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeFileSync(path, readFileSync(path), { mode: 0o644 })
    readSecrets(dir, null)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('no half-written file is left beside them', () => {
    const dir = newDir()
    readSecrets(dir, null)
    expect(readdirSync(dir)).toEqual(['secrets.json'])
  })

  test('a write that was cut off before is begun anew', () => {
    const dir = newDir()
    readSecrets(dir, null)
    rmSync(join(dir, 'secrets.json'))
    writeFileSync(join(dir, 'secrets.json.new'), '{"post')
    expect(readSecrets(dir, null).sm2).toMatch(/^[0-9a-f]{64}$/)
    expect(existsSync(join(dir, 'secrets.json.new'))).toBe(false)
  })

  test('a key from the environment goes before the kept one and does not replace it', () => {
    const dir = newDir()
    const made = readSecrets(dir, null)
    expect(readSecrets(dir, 'cd'.repeat(32))).toEqual({ ...made, sm2: 'cd'.repeat(32) })
    expect(readSecrets(dir, null)).toEqual(made)
  })

  test.each(['', '{', 'not json', 'null', '"text"', '{}', '{"postgres":"x"}'])(
    'a damaged file (%j) stops the start in a sentence instead of being replaced',
    (damaged) => {
      const dir = newDir()
      readSecrets(dir, null)
      const path = join(dir, 'secrets.json')
      writeFileSync(path, damaged)
      expect(() => readSecrets(dir, null)).toThrow(StartupError)
      expect(() => readSecrets(dir, null)).toThrow(`${path} cannot be read`)
      expect(readFileSync(path, 'utf8')).toBe(damaged)
    },
  )
})
