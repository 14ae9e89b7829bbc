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

const cipher = (plain: string) => ({ password: platform.encrypt(plain) })
const locked = {
  status: 423,
  code: 423,
  success: false,
  msg: '屏幕已锁定，请先解锁',
  data: { locked: true },
}
const wrong = (left: number) => ({ status: 400, success: false, msg: `锁屏密码错误，还可尝试${left}次` })

describe('a locked screen (section 4, decision 18)', () => {
  test('locks the session on the server: calls are refused, but not as if it had ended', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    expect(await person.ask(auth.userInfo)).toMatchObject(locked)
    expect(await person.ask(declaration.calls.page)).toMatchObject(locked)
    expect(await person.ask(user.calls.updatePassword, {})).toMatchObject(locked)
    expect(await person.ask(auth.lock, cipher('other'))).toMatchObject(locked)
  })

  test('what is public stays so', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    expect((await person.ask(auth.publicKey)).success).toBe(true)
  })

  test('its password opens it again, with all rights as before', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    expect(await person.ask(auth.unlock, cipher('2581'))).toMatchObject(wrong(4))
    expect(await person.ask(auth.userInfo)).toMatchObject(locked)
    await person.get(auth.unlock, cipher('2580'))
    expect((await person.ask(declaration.calls.page)).success).toBe(true)
  })

  test('what was listened to opens it no second time: each cipher is accepted once', async () => {
    const person = await createEnterprise(platform)
    const used = { status: 400, msg: '该密码密文已使用过，请重新输入密码' }
    const [lock, unlock] = [cipher('2580'), cipher('2580')]
    await person.get(auth.lock, lock)
    expect(await person.ask(auth.unlock, lock)).toMatchObject(used)
    await person.get(auth.unlock, unlock)
    expect(await person.ask(auth.lock, unlock)).toMatchObject(used)
    await person.get(auth.lock, cipher('2580'))
    expect(await person.ask(auth.unlock, unlock)).toMatchObject(used)
    await person.get(auth.unlock, cipher('2580'))
  })

  test('another session of the account is not locked, and a new login clears the lock', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    const other = await platform.login(person.account, 'Vw-phqtz-935Kd')
    expect((await other.ask(auth.userInfo)).success).toBe(true)
  })

  test('a refresh does not open it', async () => {
    const told = await requestLogin(platform, (await createEnterprise(platform)).account)
    const before = callerWithToken(platform, told)
    await before.get(auth.lock, cipher('2580'))
    const next = await requestToken(platform, { grant_type: 'refresh_token', refresh_token: told.refresh_token })
    expect(await callerWithToken(platform, next).ask(auth.userInfo)).toMatchObject(locked)
    await callerWithToken(platform, next).get(auth.unlock, cipher('2580'))
    expect((await callerWithToken(platform, next).ask(auth.userInfo)).success).toBe(true)
  })

  test('five wrong tries end the session, also when they come with a request identifier', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    for (const left of [4, 3, 2, 1])
      expect(await person.ask(auth.unlock, cipher('0000'), { 'idempotency-key': `try-${left}-of-five` })).toMatchObject(
        wrong(left),
      )
    expect(await person.ask(auth.unlock, cipher('0000'))).toMatchObject({ status: 401, success: false })
    expect(await person.ask(auth.unlock, cipher('2580'))).toMatchObject(sessionEndedResponse)
  })

  test('many tries at once are no more than five', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => person.ask(auth.unlock, cipher(`000${n}`))))
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(4)
    expect((await person.ask(auth.userInfo)).status).toBe(401)
  })

  test('logging out is always possible', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.lock, cipher('2580'))
    expect((await person.ask(auth.logout)).body).toMatchObject({ success: true })
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
  })

  test('the lock password is required, travels encrypted, and is kept as argon2id only', async () => {
    const person = await createStaff(platform, 'platform')
    const empty = { status: 400, msg: '锁屏密码不能为空', faults: [{ at: 'password', msg: '锁屏密码不能为空' }] }
    expect(await person.ask(auth.lock, {})).toMatchObject(empty)
    expect(await person.ask(auth.lock, { password: '2580' })).toMatchObject(empty)
    await person.get(auth.lock, cipher('2580'))
    const row = await platform.db
      .selectFrom('session')
      .select('lockHash')
      .where('userId', '=', person.id)
      .where('lockHash', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(row.lockHash).toMatch(/^\$argon2id\$/)
  })

  test('unlocking what is not locked does nothing', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.unlock, cipher('anything'))
    expect((await person.ask(auth.userInfo)).success).toBe(true)
  })
})
