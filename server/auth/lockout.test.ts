import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { clearFailures, countFailure, isLocked } from './lockout.ts'

let app: App
let db: Db
let ctx: Ctx
let otherCtx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
  otherCtx = { ...ctx, request: { ...ctx.request, address: '192.0.2.9' } }
})

let serial = 0
const newAccount = () => `account${++serial}`
const fail = async (account: string, times: number, from = ctx) => {
  for (let n = 0; n < times; n++) await countFailure(from, account)
}
const advance = (account: string, minutes: number) =>
  sql`update login_failure set last_at = last_at - make_interval(mins => ${minutes}) where account = ${account}`.execute(
    db,
  )
const setLimit = (value: string) =>
  db.updateTable('param').set({ paramValue: value }).where('paramKey', '=', 'account.failCount').execute()

describe('failed logins', () => {
  test.each([
    [0, false],
    [4, false],
    [5, true],
    [9, true],
  ])('%i times: the account is locked: %s', async (times, expected) => {
    const account = newAccount()
    await fail(account, times)
    expect(await isLocked(ctx, account)).toBe(expected)
  })

  test('lock the account for the address they come from, and no other account or address', async () => {
    const [account, other] = [newAccount(), newAccount()]
    await fail(account, 5)
    expect([await isLocked(otherCtx, account), await isLocked(ctx, other)]).toEqual([false, false])
    await fail(account, 4, otherCtx)
    expect(await isLocked(otherCtx, account)).toBe(false)
  })

  test('at the same moment are all counted', async () => {
    const account = newAccount()
    await Promise.all(Array.from({ length: 5 }, () => countFailure(ctx, account)))
    expect(await isLocked(ctx, account)).toBe(true)
  })

  test('expire 15 minutes after the last one, and the count starts again', async () => {
    const account = newAccount()
    await fail(account, 5)
    await advance(account, 14)
    expect(await isLocked(ctx, account)).toBe(true)
    await advance(account, 2)
    expect(await isLocked(ctx, account)).toBe(false)
    await fail(account, 4)
    expect(await isLocked(ctx, account)).toBe(false)
    await fail(account, 1)
    expect(await isLocked(ctx, account)).toBe(true)
  })

  test('are cleared by an administrator for all addresses, for the named accounts only', async () => {
    const [account, other] = [newAccount(), newAccount()]
    for (const one of [account, other]) await fail(one, 5)
    await fail(account, 5, otherCtx)
    await clearFailures(ctx, [account])
    expect([await isLocked(ctx, account), await isLocked(otherCtx, account)]).toEqual([false, false])
    expect(await isLocked(ctx, other)).toBe(true)
    await clearFailures(ctx, [])
    expect(await isLocked(ctx, other)).toBe(true)
  })

  test.each([
    ['2', 2],
    ['0', 5],
    ['nonsense', 5],
    ['', 5],
  ])('with the parameter %j the limit is %i', async (value, limit) => {
    await setLimit(value)
    const account = newAccount()
    await fail(account, limit - 1)
    expect(await isLocked(ctx, account)).toBe(false)
    await fail(account, 1)
    expect(await isLocked(ctx, account)).toBe(true)
    await setLimit('5')
  })
})

describe('failed logins by address', () => {
  test('of many accounts lock the address for all accounts; those of one account from many addresses lock the account', async () => {
    const farCtx: Ctx = { ...ctx, request: { ...ctx.request, address: '198.51.100.4' } }
    for (let n = 0; n < 25; n++) await fail(newAccount(), 4, farCtx)
    expect([await isLocked(farCtx, newAccount()), await isLocked(ctx, newAccount())]).toEqual([true, false])
    const account = newAccount()
    for (let n = 0; n < 25; n++)
      await fail(account, 4, { ...ctx, request: { ...ctx.request, address: `203.0.113.${n}` } })
    expect([await isLocked(otherCtx, account), await isLocked(otherCtx, newAccount())]).toEqual([true, false])
  })
})
