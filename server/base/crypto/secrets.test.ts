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
  test('are created at the first start: three different random keys of 256 bits', () => {
    const secrets = readSecrets(newDir(), null)
    const keys = [secrets.postgres, secrets.database, secrets.sm2]
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(keys).size).toBe(3)
    expect(readSecrets(newDir(), null)).not.toEqual(secrets)
  })

  test('stay the same at every later start', () => {
    const dir = newDir()
    const secrets = readSecrets(dir, null)
    const file = readFileSync(join(dir, 'secrets.json'), 'utf8')
    expect(readSecrets(dir, null)).toEqual(secrets)
    expect(readFileSync(join(dir, 'secrets.json'), 'utf8')).toBe(file)
  })

  test('are in a file that only its owner can read, even if its mode was changed', () => {
    const dir = newDir()
    readSecrets(dir, null)
    const path = join(dir, 'secrets.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeFileSync(path, readFileSync(path), { mode: 0o644 })
    readSecrets(dir, null)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('leave no temporary file', () => {
    const dir = newDir()
    readSecrets(dir, null)
    expect(readdirSync(dir)).toEqual(['secrets.json'])
  })

  test('are created again after an interrupted write', () => {
    const dir = newDir()
    readSecrets(dir, null)
    rmSync(join(dir, 'secrets.json'))
    writeFileSync(join(dir, 'secrets.json.new'), '{"post')
    expect(readSecrets(dir, null).sm2).toMatch(/^[0-9a-f]{64}$/)
    expect(existsSync(join(dir, 'secrets.json.new'))).toBe(false)
  })

  test('use a key from the environment instead of the stored one, without replacing it', () => {
    const dir = newDir()
    const secrets = readSecrets(dir, null)
    expect(readSecrets(dir, 'cd'.repeat(32))).toEqual({ ...secrets, sm2: 'cd'.repeat(32) })
    expect(readSecrets(dir, null)).toEqual(secrets)
  })

  test.each(['', '{', 'not json', 'null', '"text"', '{}', '{"postgres":"x"}'])(
    'stop the start with a message if the file is damaged (%j), and do not replace it',
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
