import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { StartupError } from '../process/env.ts'
import { type Db, openDatabase } from './db.ts'
import { fingerprintOf, requireServerKey } from './server-key.ts'

let db: Db

beforeAll(async () => {
  const database = openDatabase(await cloneDatabase(), () => {})
  cleanUp(database.close)
  db = database.db
})

const [lost, current, other] = ['1', '2', '3'].map((digit) => ({ sm2: digit.repeat(64) })) as [Key, Key, Key]
type Key = { sm2: string }
const start = (key: Key, sm2KeyReplaces: string | null = null) => requireServerKey(db, key, { sm2KeyReplaces })

describe.sequential('the SM2 key of the servers of one database', () => {
  test('is recorded by the first start, also of two at once, and accepted at every later one', async () => {
    expect(await Promise.all([start(lost), start(lost)])).toEqual([false, false])
    expect(await start(lost)).toBe(false)
    expect(fingerprintOf(lost)).toMatch(/^[0-9a-f]{16}$/)
  })

  test('is refused if it is another one, with the way out', async () => {
    const refused = start(current)
    await expect(refused).rejects.toThrow(StartupError)
    await expect(refused).rejects.toThrow(`SM2_KEY_REPLACES=${fingerprintOf(lost)};`)
    await expect(start(current, fingerprintOf(other))).rejects.toThrow(StartupError)
  })

  test('is replaced by a start that names the recorded one, and then stays', async () => {
    const replaces = fingerprintOf(lost)
    expect(await start(current, replaces)).toBe(true)
    // the setting has done its work: it opens the database to no other key, and does not bring the lost one back
    expect(await start(current, replaces)).toBe(false)
    await expect(start(other, replaces)).rejects.toThrow(StartupError)
    await expect(start(lost, replaces)).rejects.toThrow(StartupError)
  })
})
