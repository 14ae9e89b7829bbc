import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { Ctx } from '../engine/context.ts'
import { clearFailures, countFailure, isLocked } from './lockout.ts'

let app: App
let db: Db
let here: Ctx
let elsewhere: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  here = await contextFor(app)
  elsewhere = { ...here, request: { ...here.request, address: '192.0.2.9' } }
})

let serial = 0
const newAccount = () => `account${++serial}`
const fail = async (account: string, times: number, from = here) => {
  for (let n = 0; n < times; n++) await countFailure(from, account)
}
const later = (account: string, minutes: number) =>
  sql`update login_failure set last_at = last_at - make_interval(mins => ${minutes}) where account = ${account}`.execute(
    db,
  )
const setMost = (value: string) =>
  db.updateTable('param').set({ paramValue: value }).where('paramKey', '=', 'account.failCount').execute()

describe('failed logins', () => {
  test.each([
    [0, false],
    [4, false],
    [5, true],
    [9, true],
  ])('%i of them: locked is %s', async (times, locked) => {
    const account = newAccount()
    await fail(account, times)
    expect(await isLocked(here, account)).toBe(locked)
  })

  test('lock the account for the address they came from, and no other account or address', async () => {
    const [account, other] = [newAccount(), newAccount()]
    await fail(account, 5)
    expect([await isLocked(elsewhere, account), await isLocked(here, other)]).toEqual([false, false])
    await fail(account, 4, elsewhere)
    expect(await isLocked(elsewhere, account)).toBe(false)
  })

  test('at the same moment are all counted', async () => {
    const account = newAccount()
    await Promise.all(Array.from({ length: 5 }, () => countFailure(here, account)))
    expect(await isLocked(here, account)).toBe(true)
  })

  test('are forgotten a quarter of an hour after the last, and the count begins anew', async () => {
    const account = newAccount()
    await fail(account, 5)
    await later(account, 14)
    expect(await isLocked(here, account)).toBe(true)
    await later(account, 2)
    expect(await isLocked(here, account)).toBe(false)
    await fail(account, 4)
    expect(await isLocked(here, account)).toBe(false)
    await fail(account, 1)
    expect(await isLocked(here, account)).toBe(true)
  })

  test('are forgotten at once by an administrator, everywhere, for the named accounts only', async () => {
    const [account, other] = [newAccount(), newAccount()]
    for (const one of [account, other]) await fail(one, 5)
    await fail(account, 5, elsewhere)
    await clearFailures(here, [account])
    expect([await isLocked(here, account), await isLocked(elsewhere, account)]).toEqual([false, false])
    expect(await isLocked(here, other)).toBe(true)
    await clearFailures(here, [])
    expect(await isLocked(here, other)).toBe(true)
  })

  test.each([
    ['2', 2],
    ['0', 5],
    ['nonsense', 5],
    ['', 5],
  ])('the parameter %j means %i', async (value, most) => {
    await setMost(value)
    const account = newAccount()
    await fail(account, most - 1)
    expect(await isLocked(here, account)).toBe(false)
    await fail(account, 1)
    expect(await isLocked(here, account)).toBe(true)
    await setMost('5')
  })
})

describe('the address failures are counted by', () => {
  test('failures of many accounts from one address close it for all, those of one account everywhere close the account', async () => {
    const far: Ctx = { ...here, request: { ...here.request, address: '198.51.100.4' } }
    for (let n = 0; n < 25; n++) await fail(newAccount(), 4, far)
    expect([await isLocked(far, newAccount()), await isLocked(here, newAccount())]).toEqual([true, false])
    const account = newAccount()
    for (let n = 0; n < 25; n++)
      await fail(account, 4, { ...here, request: { ...here.request, address: `203.0.113.${n}` } })
    expect([await isLocked(elsewhere, account), await isLocked(elsewhere, newAccount())]).toEqual([true, false])
  })
})
