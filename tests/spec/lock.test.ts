import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { declaration } from '#contract/project/declaration.ts'
import { user } from '#contract/system/user.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import {
  callerWithToken,
  createEnterprise,
  createStaff,
  requestLogin,
  requestToken,
  sessionEndedResponse,
} from '../support/scenario.ts'

let platform: Platform

beforeAll(async () => {
  platform = await openPlatform()
})

const encryptedBody = (plain: string) => ({ password: platform.encrypt(plain) })
const lockedResponse = {
  status: 423,
  code: 423,
  success: false,
  msg: '屏幕已锁定，请先解锁',
  data: { locked: true },
}
const wrongPassword = (left: number) => ({ status: 400, success: false, msg: `锁屏密码错误，还可尝试${left}次` })

describe('the screen lock (specification 000, section 4; docs/decisions/0017)', () => {
  test('makes the server reject the calls of the session with 423 instead of ending the session', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    expect(await person.ask(auth.userInfo)).toMatchObject(lockedResponse)
    expect(await person.ask(declaration.calls.page)).toMatchObject(lockedResponse)
    expect(await person.ask(user.calls.updatePassword, {})).toMatchObject(lockedResponse)
    expect(await person.ask(auth.lock, encryptedBody('other'))).toMatchObject(lockedResponse)
  })

  test('does not affect public calls', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    expect((await person.ask(auth.publicKey)).success).toBe(true)
  })

  test('opens with its password, and all permissions are as before', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    expect(await person.ask(auth.unlock, encryptedBody('2581'))).toMatchObject(wrongPassword(4))
    expect(await person.ask(auth.userInfo)).toMatchObject(lockedResponse)
    await person.get(auth.unlock, encryptedBody('2580'))
    expect((await person.ask(declaration.calls.page)).success).toBe(true)
  })

  test('accepts each encrypted password only once, so that a recorded request cannot be replayed', async () => {
    const person = await createEnterprise(platform)
    const rejection = { status: 400, msg: '该密码密文已使用过，请重新输入密码' }
    const [lock, unlock] = [encryptedBody('2580'), encryptedBody('2580')]
    await person.get(auth.lock, lock)
    expect(await person.ask(auth.unlock, lock)).toMatchObject(rejection)
    await person.get(auth.unlock, unlock)
    expect(await person.ask(auth.lock, unlock)).toMatchObject(rejection)
    await person.get(auth.lock, encryptedBody('2580'))
    expect(await person.ask(auth.unlock, unlock)).toMatchObject(rejection)
    await person.get(auth.unlock, encryptedBody('2580'))
  })

  test('does not affect a new login of the same account', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    const other = await platform.login(person.account, 'Vw-phqtz-935Kd')
    expect((await other.ask(auth.userInfo)).success).toBe(true)
  })

  test('survives a token refresh', async () => {
    const tokens = await requestLogin(platform, (await createEnterprise(platform)).account)
    const firstCaller = callerWithToken(platform, tokens)
    await firstCaller.get(auth.lock, encryptedBody('2580'))
    const refreshed = await requestToken(platform, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(await callerWithToken(platform, refreshed).ask(auth.userInfo)).toMatchObject(lockedResponse)
    await callerWithToken(platform, refreshed).get(auth.unlock, encryptedBody('2580'))
    expect((await callerWithToken(platform, refreshed).ask(auth.userInfo)).success).toBe(true)
  })

  test('ends the session after five wrong passwords, even with idempotency keys', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    for (const left of [4, 3, 2, 1])
      expect(
        await person.ask(auth.unlock, encryptedBody('0000'), { 'idempotency-key': `try-${left}-of-five` }),
      ).toMatchObject(wrongPassword(left))
    expect(await person.ask(auth.unlock, encryptedBody('0000'))).toMatchObject({ status: 401, success: false })
    expect(await person.ask(auth.unlock, encryptedBody('2580'))).toMatchObject(sessionEndedResponse)
  })

  test('allows no more than five attempts when many are sent at once', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, n) => person.ask(auth.unlock, encryptedBody(`000${n}`))),
    )
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(4)
    expect((await person.ask(auth.userInfo)).status).toBe(401)
  })

  test('never prevents logging out', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, encryptedBody('2580'))
    expect((await person.ask(auth.logout)).body).toMatchObject({ success: true })
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
  })

  test('requires an encrypted password and stores only its argon2id hash', async () => {
    const person = await createStaff(platform, 'platform')
    const empty = { status: 400, msg: '锁屏密码不能为空', faults: [{ at: 'password', msg: '锁屏密码不能为空' }] }
    expect(await person.ask(auth.lock, {})).toMatchObject(empty)
    expect(await person.ask(auth.lock, { password: '2580' })).toMatchObject(empty)
    await person.get(auth.lock, encryptedBody('2580'))
    const row = await platform.db
      .selectFrom('session')
      .select('lockHash')
      .where('userId', '=', person.id)
      .where('lockHash', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(row.lockHash).toMatch(/^\$argon2id\$/)
  })

  test('unlocking a session that is not locked has no effect', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.unlock, encryptedBody('anything'))
    expect((await person.ask(auth.userInfo)).success).toBe(true)
  })
})
