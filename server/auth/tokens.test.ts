import { beforeAll, describe, expect, test } from 'vitest'
import { maxRefreshes } from '#contract/session-lifetime.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import { hashToken, readSession } from '../engine/session.ts'
import { describeSession, endSessions, openSession, refreshSession } from './tokens.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

const client = { clientId: 'saber', authorizedGrantTypes: [], accessTokenValidity: 3600, refreshTokenValidity: 604_800 }
const expiredError = expect.objectContaining({
  code: 400,
  detail: { error: 2010 },
  text: ['登录已失效，请重新登录', expect.any(String)],
})
let serial = 0
const newUser = async () => {
  const account = `person${++serial}`
  const row = { account, name: `昵称${serial}`, realName: `姓名${serial}`, status: 1 as const, deptId: ['5', '6'] }
  return (await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const isAccepted = (token: string) =>
  readSession(app, token).then(
    () => true,
    () => false,
  )
const age = (userId: string, seconds: number) =>
  sql`update session set refreshed_at = refreshed_at - make_interval(secs => ${seconds}) where user_id = ${userId}`.execute(
    db,
  )

describe('a new session', () => {
  test('has two different tokens, of which only the hashes are stored', async () => {
    const id = await newUser()
    const { access_token: access, refresh_token: refresh, ...rest } = await openSession(ctx, client, id, true)
    expect(access).not.toBe(refresh)
    expect(rest).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user_id: id,
      must_change: true,
      dept_id: '5,6',
    })
    const row = await db.selectFrom('session').selectAll().where('userId', '=', id).executeTakeFirstOrThrow()
    expect([row.accessHash.equals(hashToken(access)), row.refreshHash.equals(hashToken(refresh))]).toEqual([true, true])
    expect(JSON.stringify(row)).not.toContain(access)
    expect(row).toMatchObject({ address: '127.0.0.1', agent: 'test', mustChange: true, endedAt: null })
  })

  test('accepts its access token, but not its refresh token', async () => {
    const { access_token, refresh_token } = await openSession(ctx, client, await newUser(), false)
    expect([await isAccepted(access_token), await isAccepted(refresh_token)]).toEqual([true, false])
  })

  test('has empty values and a default picture for an account without roles, departments and picture', async () => {
    const id = await newUser()
    await db.updateTable('user').set({ deptId: null, roleId: null }).where('id', '=', id).execute()
    expect(await describeSession(ctx, id, false, { dept: null, role: null })).toMatchObject({
      dept_id: '',
      role_id: '',
      role_name: '',
      authority: '',
      avatar: expect.stringMatching(/^data:image\/svg/),
      tenant_id: '000000',
    })
  })
})

describe('a refresh', () => {
  test('gives new tokens and ends the old ones at once', async () => {
    const first = await openSession(ctx, client, await newUser(), false)
    const second = await refreshSession(ctx, client, first.refresh_token)
    expect([await isAccepted(first.access_token), await isAccepted(second.access_token)]).toEqual([false, true])
  })

  test('can be repeated without creating further sessions', async () => {
    const id = await newUser()
    let tokens = await openSession(ctx, client, id, false)
    for (let n = 0; n < 5; n++) tokens = await refreshSession(ctx, client, tokens.refresh_token)
    expect(await isAccepted(tokens.access_token)).toBe(true)
    expect(await db.selectFrom('session').select('id').where('userId', '=', id).execute()).toHaveLength(1)
  })

  test('with the previous token works within the grace period (second tab) and ends the session after it (theft)', async () => {
    const id = await newUser()
    const first = await openSession(ctx, client, id, false)
    const second = await refreshSession(ctx, client, first.refresh_token)
    await age(id, 9)
    expect(await refreshSession(ctx, client, first.refresh_token)).toEqual({
      ...second,
      expires_in: expect.any(Number),
    })
    expect(await isAccepted(second.access_token)).toBe(true)
    await age(id, 2)
    await expect(refreshSession(ctx, client, first.refresh_token)).rejects.toEqual(expiredError)
    expect(await isAccepted(second.access_token)).toBe(false)
    await expect(refreshSession(ctx, client, second.refresh_token)).rejects.toEqual(expiredError)
  })

  test('by several requests at the same moment gives all of them the same tokens', async () => {
    const first = await openSession(ctx, client, await newUser(), false)
    const results = await Promise.all(Array.from({ length: 6 }, () => refreshSession(ctx, client, first.refresh_token)))
    expect(new Set(results.map(({ refresh_token }) => refresh_token)).size).toBe(1)
  })

  test('by another client than the one of the session is rejected and ends nothing', async () => {
    const first = await openSession(ctx, client, await newUser(), false)
    const other = { ...client, clientId: 'other' }
    await expect(refreshSession(ctx, other, first.refresh_token)).rejects.toEqual(expiredError)
    expect(await isAccepted(first.access_token)).toBe(true)
  })

  test('states how long the new access token lasts, which ends with the session', async () => {
    const id = await newUser()
    const first = await openSession(ctx, { ...client, refreshTokenValidity: 5000 }, id, false)
    const second = await refreshSession(ctx, client, first.refresh_token)
    await sql`update session set refresh_ends = now() + interval '100 seconds' where user_id = ${id}`.execute(db)
    const third = await refreshSession(ctx, client, second.refresh_token)
    expect([first.expires_in, second.expires_in, third.expires_in]).toEqual([3600, 3600, expect.closeTo(100, -1)])
  })

  test('is refused to a session with more of them than the server can follow', async () => {
    const id = await newUser()
    const first = await openSession(ctx, client, id, false)
    const refreshAt = async (refreshes: number, token: string) => {
      await sql`update session set refreshes = ${refreshes} where user_id = ${id}`.execute(db)
      return refreshSession(ctx, client, token)
    }
    const last = await refreshAt(maxRefreshes - 1, first.refresh_token)
    await expect(refreshAt(maxRefreshes, last.refresh_token)).rejects.toEqual(expiredError)
  })

  test('does not extend the lifetime of the refresh token', async () => {
    const id = await newUser()
    const first = await openSession(ctx, client, id, false)
    const refreshEnd = () =>
      db.selectFrom('session').select('refreshEnds').where('userId', '=', id).executeTakeFirstOrThrow()
    const before = await refreshEnd()
    await refreshSession(ctx, client, first.refresh_token)
    expect(await refreshEnd()).toEqual(before)
  })
})

describe('ending sessions', () => {
  test('ends those of the named accounts, except the current one', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const [a, b, c] = [
      await openSession(ctx, client, one, false),
      await openSession(ctx, client, one, false),
      await openSession(ctx, client, other, false),
    ]
    const { actor } = await readSession(app, b.access_token)
    await endSessions(ctx, [one], actor.sessionId)
    expect(await Promise.all([a, b, c].map(({ access_token }) => isAccepted(access_token)))).toEqual([
      false,
      true,
      true,
    ])
    await endSessions(ctx, [])
    await endSessions(ctx, [one, other])
    expect(await Promise.all([a, b, c].map(({ access_token }) => isAccepted(access_token)))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('keeps the time of the first end', async () => {
    const id = await newUser()
    await openSession(ctx, client, id, false)
    await endSessions(ctx, [id])
    await sql`update session set ended_at = '2020-01-01 00:00:00' where user_id = ${id}`.execute(db)
    await endSessions(ctx, [id])
    const { endedAt } = await db
      .selectFrom('session')
      .select('endedAt')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    expect(endedAt).toBe('2020-01-01 00:00:00')
  })
})
