import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { withNonce } from '#contract/nonce.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { hashToken } from '#server/engine/session.ts'
import type { Caller, PlatformAccess } from './platform.ts'
import {
  callerWithToken,
  createEnterprise,
  password,
  requestLogin,
  requestToken,
  sessionEndedResponse,
  type TokenResponse,
} from './scenario.ts'

/** Sessions by sections 4 and 8 of the specification, for one server or for several that are called alternately. */
export const describeSessions = (open: () => Promise<PlatformAccess>): void => {
  let platform: PlatformAccess
  let admin: Caller
  beforeAll(async () => {
    platform = await open()
    admin = await platform.admin()
  })
  const login = (account: string, plain = password) => requestLogin(platform, account, plain)
  const callerOf = (tokens: TokenResponse) => callerWithToken(platform, tokens)
  const refresh = (refresh_token: unknown) => requestToken(platform, { grant_type: 'refresh_token', refresh_token })
  const loginExpiredResponse = { status: 400, success: false, msg: '登录已失效，请重新登录' }
  const isSessionActive = async (tokens: TokenResponse) => (await callerOf(tokens).ask(auth.userInfo)).success

  describe('an intercepted password cipher (docs/decisions/0047)', () => {
    const cipherUsedResponse = { status: 400, msg: '该密码密文已使用过，请重新输入密码' }

    test('is accepted once, by all servers together', async () => {
      const { account: username } = await createEnterprise(platform)
      const cipher = platform.encrypt(password)
      expect((await requestToken(platform, { username, password: cipher })).status).toBe(200)
      for (let n = 0; n < 3; n++)
        expect(await requestToken(platform, { username, password: cipher })).toMatchObject(cipherUsedResponse)
    })

    test('opens only one session when sent several times at the same moment', async () => {
      const { account: username } = await createEnterprise(platform)
      const cipher = platform.encrypt(password)
      const responses = Array.from({ length: 6 }, () => requestToken(platform, { username, password: cipher }))
      expect((await Promise.all(responses)).filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('with a nonce of one server is accepted by another, once', async () => {
      const { account: username } = await createEnterprise(platform)
      const publicKey = await platform.visitor.get(auth.publicKey)
      for (let n = 0; n < 2; n++) {
        const { nonce } = await platform.visitor.get(auth.nonce)
        const cipher = () => sm2.doEncrypt(withNonce(nonce, password), publicKey, 1)
        // the number of previous calls is odd, so this goes to another server than the nonce
        expect((await requestToken(platform, { username, password: cipher() })).status).toBe(200)
        expect(await requestToken(platform, { username, password: cipher() })).toMatchObject(cipherUsedResponse)
      }
    })
  })

  describe('refreshing tokens (section 4)', () => {
    test('returns new ones and ends the old access token', async () => {
      const first = await login((await createEnterprise(platform)).account)
      const second = await refresh(first.refresh_token)
      expect(second).toMatchObject({ status: 200, user_id: first.user_id, account: first.account })
      expect(second.access_token).not.toBe(first.access_token)
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await callerOf(first).ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
      expect(await isSessionActive(second)).toBe(true)
    })

    test('also works at the separate refresh address', async () => {
      const first = await login((await createEnterprise(platform)).account)
      const second = await platform.visitor.ask(auth.refresh, { refresh_token: String(first.refresh_token) })
      expect(second.body).toMatchObject({ token_type: 'bearer', account: first.account })
    })

    test('by twenty tabs at once leaves one active session, with the same tokens in all tabs', async () => {
      const first = await login((await createEnterprise(platform)).account)
      const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)))
      expect(tabs.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(new Set(tabs.map(({ access_token, refresh_token }) => `${access_token} ${refresh_token}`)).size).toBe(1)
      expect(await isSessionActive(tabs[0] as TokenResponse)).toBe(true)
      const { rows } = await sql`select id from session where user_id = ${first.user_id} and ended_at is null
        and refresh_hash is not null and started_at > now() - interval '1 minute'`.execute(platform.db)
      // the session of createEnterprise, and the one of the twenty tabs
      expect(rows).toHaveLength(2)
    })

    test('with a used refresh token returns the same tokens for ten seconds; later it ends the session as theft', async () => {
      const first = await login((await createEnterprise(platform)).account)
      const second = await refresh(first.refresh_token)
      expect(await refresh(first.refresh_token)).toMatchObject({ status: 200, access_token: second.access_token })
      await sql`update session set refreshed_at = now() - interval '11 seconds' where user_id = ${second.user_id}`.execute(
        platform.db,
      )
      expect(await refresh(first.refresh_token)).toMatchObject(loginExpiredResponse)
      expect(await isSessionActive(second)).toBe(false)
      expect(await refresh(second.refresh_token)).toMatchObject(loginExpiredResponse)
    })

    test('with a much older refresh token ends the session too', async () => {
      const first = await login((await createEnterprise(platform)).account)
      let tokens = first
      for (let n = 0; n < 5; n++) tokens = await refresh(tokens.refresh_token)
      expect(await isSessionActive(tokens)).toBe(true)
      expect(await refresh(first.refresh_token)).toMatchObject(loginExpiredResponse)
      expect(await isSessionActive(tokens)).toBe(false)
    })

    test('is possible for at most twelve hours, and no access token outlives them', async () => {
      const first = await login((await createEnterprise(platform)).account)
      const toEnd = (minutes: number) =>
        sql`update session set refresh_ends = now() + make_interval(mins => ${minutes}) where user_id = ${first.user_id}`.execute(
          platform.db,
        )
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from refresh_ends - started_at) / 3600 as hours from session
        where user_id = ${first.user_id} order by id desc limit 1`.execute(platform.db)
      expect(Number(rows[0]?.hours)).toBe(12)
      await toEnd(20)
      const second = await refresh(first.refresh_token)
      const ends = await sql`select 1 from session where access_hash = ${hashToken(String(second.access_token))}
        and access_ends > refresh_ends`.execute(platform.db)
      expect([second.status, ends.rows]).toEqual([200, []])
      await toEnd(-1)
      expect(await refresh(second.refresh_token)).toMatchObject(loginExpiredResponse)
    })

    test.each([null, '', 'x', 'a'.repeat(43), "' or 1=1"])('with the invalid refresh token %j fails', async (token) => {
      expect(await refresh(token)).toMatchObject({ status: 400, success: false })
    })

    test('fails for a disabled account', async () => {
      const person = await createEnterprise(platform)
      const first = await login(person.account)
      await admin.get(user.calls.auditRefuse, { userIds: String(first.user_id), reason: '停用' })
      expect(await refresh(first.refresh_token)).toMatchObject(loginExpiredResponse)
    })
  })

  describe('rights end immediately', () => {
    test.each(['logout', 'logoutPost'] as const)(
      'by %s, for its own token only, with a flat response',
      async (name) => {
        const person = await createEnterprise(platform)
        const other = await login(person.account)
        expect((await person.ask(auth[name])).body).toMatchObject({ success: true, msg: '退出成功' })
        expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
        expect(await isSessionActive(other)).toBe(true)
      },
    )

    test('but not by POST logout with an array, which uploads browser errors', async () => {
      const person = await createEnterprise(platform)
      const entry = {
        url: '/wel',
        time: '2026-01-01 00:00:00',
        type: 'TypeError',
        message: 'x',
        stack: 'at y',
        info: '',
      }
      const answer = await person.raw('POST', auth.logoutPost.path, { body: [entry] })
      expect(await answer.json()).toMatchObject({ success: true })
      expect((await person.ask(auth.userInfo)).success).toBe(true)
    })

    test('by disabling or removing an account', async () => {
      for (const end of [
        (id: string) => admin.get(user.calls.auditRefuse, { userIds: id, reason: '停用' }),
        (id: string) => admin.get(user.calls.remove, { ids: id }),
      ]) {
        const tokens = await login((await createEnterprise(platform)).account)
        await end(String(tokens.user_id))
        expect(await callerOf(tokens).ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
      }
    })

    test('by a change of role, at the next request', async () => {
      const person = await createEnterprise(platform)
      const tokens = await login(person.account)
      const listStatus = async () => (await callerOf(tokens).ask(post.calls.list)).status
      expect(await listStatus()).toBe(403)
      const platformRole = await sql<{ id: string }>`select id from role where role_alias = 'administrator'`.execute(
        platform.db,
      )
      const grant = (roleIds: string) => admin.get(user.calls.grant, { userIds: String(tokens.user_id), roleIds })
      await grant(String(platformRole.rows[0]?.id))
      expect(await listStatus()).toBe(200)
      await grant(String(tokens.role_id))
      expect(await listStatus()).toBe(403)
    })

    test('by a changed password, in every session of the account', async () => {
      const person = await createEnterprise(platform)
      const otherSessions = [await login(person.account), await login(person.account)]
      const next = platform.encrypt('Qx-mwtzb-741Lp')
      await person.get(user.calls.updatePassword, {
        oldPassword: platform.encrypt(password),
        newPassword: next,
        newPassword1: next,
      })
      expect(await Promise.all(otherSessions.map(isSessionActive))).toEqual([false, false])
      expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    })
  })

  describe('the validity of a session', () => {
    test('the access token expires an hour after the last refresh', async () => {
      const tokens = await login((await createEnterprise(platform)).account)
      await sql`update session set access_ends = now() - interval '1 second' where user_id = ${tokens.user_id}`.execute(
        platform.db,
      )
      expect(await callerOf(tokens).ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    })

    test('an ended session does not block public calls', async () => {
      const person = await createEnterprise(platform)
      await person.get(auth.logout)
      expect((await person.ask(auth.publicKey)).success).toBe(true)
    })

    test('the message about an ended session is available in English', async () => {
      const answer = await platform.visitor.ask(user.calls.info, {}, { 'blade-language': 'en' })
      expect(answer).toMatchObject({ status: 401, msg: 'Your session has ended, please log in again' })
    })

    test('clearing the cache has a flat response and ends no session', async () => {
      const person = await createEnterprise(platform)
      expect((await person.ask(auth.clearCache)).body).toEqual({ success: true, msg: '清除成功' })
      expect((await person.ask(auth.userInfo)).success).toBe(true)
    })
  })
}
