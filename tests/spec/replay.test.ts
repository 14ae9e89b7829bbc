import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { withNonce } from '#contract/nonce.ts'
import { user } from '#contract/system/user.ts'
import { roleIdOf } from '../support/clerk.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, password, registration, requestToken } from '../support/scenario.ts'

let platform: Platform
beforeAll(async () => {
  platform = await openPlatform()
})

const used = { status: 400, msg: '该密码密文已使用过，请重新输入密码' }
const login = (username: string, cipher: string) => requestToken(platform, { username, password: cipher })

/** The same cipher as others would write it: with the prefix, in capitals, its parts in the other order. */
const spellings = (cipher: string): string[] => {
  const [point, hash, rest] = [cipher.slice(0, 128), cipher.slice(128, 192), cipher.slice(192)]
  return [cipher, `04${cipher}`, cipher.toUpperCase(), point + rest + hash]
}

describe('a password that was listened to cannot be sent again (security rule 36)', () => {
  test('to log in, however it is written; the next one of a client that sends no nonce is accepted', async () => {
    const { account } = await createEnterprise(platform)
    const cipher = platform.encrypt(password)
    expect((await login(account, cipher)).status).toBe(200)
    for (const again of spellings(cipher)) expect(await login(account, again)).toMatchObject(used)
    expect((await login(account, platform.encrypt(password))).status).toBe(200)
  })

  test('many times at the same moment it opens one session', async () => {
    const { account } = await createEnterprise(platform)
    const cipher = platform.encrypt(password)
    const told = await Promise.all(Array.from({ length: 6 }, () => login(account, cipher)))
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('to register another account', async () => {
    const first = registration(platform)
    expect((await requestToken(platform, first)).status).toBe(200)
    const { password: cipher, password2 } = first
    const second = registration(platform, { password: cipher, password2 })
    expect(await requestToken(platform, second)).toMatchObject(used)
    expect(
      await platform.db.selectFrom('user').select('id').where('account', '=', String(second.account)).execute(),
    ).toEqual([])
  })

  test('to change the password back; one cipher may be the new one and its repetition', async () => {
    const person = await createEnterprise(platform)
    const next = platform.encrypt('Nx-wbkvd-864Rt')
    const sent = { oldPassword: platform.encrypt(password), newPassword: next, newPassword1: next }
    expect((await person.ask(user.calls.updatePassword, sent)).status).toBe(200)
    expect(await login(person.account, next)).toMatchObject(used)
    expect((await login(person.account, platform.encrypt('Nx-wbkvd-864Rt'))).status).toBe(200)
  })

  test('as the first password an administrator gave an account, to log in with it before its owner does', async () => {
    const admin = await platform.admin()
    const cipher = platform.encrypt(password)
    const roleId = await roleIdOf(admin, 'city')
    const made = { account: 'newly.made', name: '新人', realName: '新来的人', roleId, password: cipher }
    await admin.get(user.calls.submit, made)
    for (const again of spellings(cipher)) expect(await login(made.account, again)).toMatchObject(used)
    expect(await admin.ask(user.calls.submit, { ...made, account: 'newly.made2' })).toMatchObject(used)
    expect((await login(made.account, platform.encrypt(password))).status).toBe(200)
  })

  test('with a nonce of the server it is accepted once, and with one the server did not make not at all', async () => {
    const { account } = await createEnterprise(platform)
    const publicKey = await platform.visitor.get(auth.publicKey)
    const { nonce, lasts } = await platform.visitor.get(auth.nonce)
    expect(lasts).toBe(300)
    const cipher = () => sm2.doEncrypt(withNonce(nonce, password), publicKey, 1)
    expect((await login(account, cipher())).status).toBe(200)
    expect(await login(account, cipher())).toMatchObject(used)
    for (const other of [
      '',
      'x',
      nonce.replace(/^\d+/, '9999999999'),
      `${nonce.slice(0, -1)}${nonce.endsWith('0') ? 1 : 0}`,
    ])
      expect(await login(account, sm2.doEncrypt(withNonce(other, password), publicKey, 1))).toMatchObject({
        status: 400,
        msg: '密码提交超时，请重新提交',
      })
  })
})
