import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { askToken, bearer, ended, enterprise, loginTold, password, type Told } from '../support/story.ts'

const platform = await openPlatform()
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

const login = (account: string, plain = password) => loginTold(platform, account, plain)
const asPerson = (told: Told) => bearer(platform, told)

describe('refreshing tokens (section 4)', () => {
  const refresh = (refresh_token: unknown) => askToken(platform, { grant_type: 'refresh_token', refresh_token })
  const spent = { status: 400, success: false, msg: '登录已失效，请重新登录' }

  test('gives new ones; the old access token is at its end', async () => {
    const first = await login((await enterprise(platform)).account)
    const second = await refresh(first.refresh_token)
    expect(second).toMatchObject({ status: 200, user_id: first.user_id, account: first.account })
    expect(second.access_token).not.toBe(first.access_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await asPerson(first).ask(auth.userInfo)).toMatchObject(ended)
    expect((await asPerson(second).ask(auth.userInfo)).success).toBe(true)
  })

  test('works at its own address too', async () => {
    const first = await login((await enterprise(platform)).account)
    const second = await platform.visitor.ask(auth.refresh, { refresh_token: String(first.refresh_token) })
    expect(second.whole).toMatchObject({ token_type: 'bearer', account: first.account })
  })

  test('an exchanged token is refused; at once it is a second tab, later a thief: the session ends', async () => {
    const first = await login((await enterprise(platform)).account)
    const second = await refresh(first.refresh_token)
    expect(await refresh(first.refresh_token)).toMatchObject(spent)
    expect((await asPerson(second).ask(auth.userInfo)).success).toBe(true)
    await sql`update session set refreshed_at = now() - interval '11 seconds' where user_id = ${second.user_id}`.execute(
      platform.db,
    )
    expect(await refresh(first.refresh_token)).toMatchObject(spent)
    expect(await asPerson(second).ask(auth.userInfo)).toMatchObject(ended)
    expect(await refresh(second.refresh_token)).toMatchObject(spent)
  })

  test('two tabs that refresh at once: one gets the tokens, the session lives on', async () => {
    const first = await login((await enterprise(platform)).account)
    const both = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const won = both.find(({ status }) => status === 200) as Told
    expect((await asPerson(won).ask(auth.userInfo)).success).toBe(true)
  })

  test.each([null, '', 'x', 'a'.repeat(43), "' or 1=1"])('%j is no refresh token', async (token) => {
    expect(await refresh(token)).toMatchObject({ status: 400, success: false })
  })

  test('a disabled account refreshes nothing', async () => {
    const person = await enterprise(platform)
    const first = await login(person.account)
    await admin.get(user.calls.auditRefuse, { userIds: String(first.user_id), reason: '停用' })
    expect(await refresh(first.refresh_token)).toMatchObject(spent)
  })
})

describe('the end of a session', () => {
  test.each(['logout', 'logoutPost'] as const)('%s ends its token at once, answered flat', async (name) => {
    const person = await enterprise(platform)
    const other = asPerson(await login(person.account))
    expect((await person.ask(auth[name])).whole).toEqual({ success: true, msg: '退出成功' })
    expect(await person.ask(auth.userInfo)).toMatchObject(ended)
    expect((await other.ask(auth.userInfo)).success).toBe(true)
  })

  test('an hour after its last refresh the token has ended', async () => {
    const told = await login((await enterprise(platform)).account)
    await sql`update session set access_ends = now() - interval '1 second' where user_id = ${told.user_id}`.execute(
      platform.db,
    )
    expect(await asPerson(told).ask(auth.userInfo)).toMatchObject(ended)
  })

  test('an ended session does not keep a visitor from what is public', async () => {
    const person = await enterprise(platform)
    await person.get(auth.logout)
    expect((await person.ask(auth.publicKey)).success).toBe(true)
  })

  test('is told in English to who reads English', async () => {
    const answer = await platform.visitor.ask(user.calls.info, {}, { 'accept-language': 'en' })
    expect(answer).toMatchObject({ status: 401, msg: 'Your session has ended, please log in again' })
  })

  test('clearing the cache answers flat and ends nothing', async () => {
    const person = await enterprise(platform)
    expect((await person.ask(auth.clearCache)).whole).toEqual({ success: true, msg: '清除成功' })
    expect((await person.ask(auth.userInfo)).success).toBe(true)
  })
})
